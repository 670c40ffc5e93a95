package com.scheduleevents.api.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.api.ApiRequest;
import com.scheduleevents.api.ApiResponse;
import com.scheduleevents.api.Callers;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.domain.time.Timestamps;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class WebhookActionsTest extends WebhookActionsFixture {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}                                        | url         | \"https://example.com/hook\" | 1",
                "{\"url\":\"https://example.org/\"}        | url         | \"https://example.org/\"     | 2",
                "{\"types\":[\"offer.created\"]}           | types       | [\"offer.created\"]          | 2",
                "{\"clinic_id\":null}                      | clinic_id   | null                         | 2",
                "{\"clinic_id\":\"cln_oldtown\"}           | clinic_id   | \"cln_oldtown\"              | 2",
                "{\"description\":null}                    | description | null                         | 2",
                "{\"max_per_second\":5}                    | max_per_second | 5                         | 2",
                "{\"description\":\"Desk\"}                | description | \"Desk\"                     | 1",
            })
    void changesTheFieldsOfTheBodyOnly(String body, String field, String value, long version) {
        ApiResponse made =
                post(Callers.FULL, ALL.replace("}", ",\"clinic_id\":\"cln_harbour\",\"description\":\"Desk\"}"));
        ApiResponse changed = patch(Callers.FULL, id(made), body);

        assertThat(changed.status()).as(changed.text()).isEqualTo(200);
        assertThat(changed.json().get(field).toString()).isEqualTo(value);
        assertThat(changed.header("ETag")).startsWith("\"" + version + ".");
        assertThat(one("GET", id(made)).text()).isEqualTo(changed.text());
        changed.json().properties().stream()
                .filter(shown -> !shown.getKey().equals(field))
                .forEach(shown ->
                        assertThat(shown.getValue()).isEqualTo(made.json().get(shown.getKey())));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"url\":null}                      | 400 | invalid_field      | url",
                "{\"url\":\"http://example.com/\"}   | 400 | invalid_field      | url",
                "{\"types\":null}                    | 400 | invalid_field      | types",
                "{\"types\":[]}                      | 400 | invalid_field      | types",
                "{\"clinic_id\":7}                   | 400 | invalid_field      | clinic_id",
                "{\"clinic_id\":\"cln_elsewhere\"}   | 403 | clinic_not_allowed | clinic_id",
                "{\"version\":1}                     | 400 | unknown_field      | version",
                "{\"status\":\"active\",\"state\":1} | 400 | unknown_field      | state",
                "{\"secret\":\"whsec_x\"}            | 400 | unknown_field      | secret",
                "[]                                  | 400 | invalid_body       | -",
            })
    void rejectsAnInvalidChangeAndChangesNothing(String body, int status, String code, String param) {
        String id = id(post(Callers.FULL, ALL));
        patch(Callers.FULL, id, body).assertError(status, code, param);
        assertThat(webhook(id).version()).isEqualTo(1);
    }

    @Test
    void rejectsAChangeToClinicsThatTheKeyDoesNotSee() {
        String own = id(post(Callers.HARBOUR, ALL));
        String full = id(post(Callers.FULL, ALL.replace("}", ",\"clinic_id\":\"cln_harbour\"}")));

        patch(Callers.HARBOUR, own, "{\"clinic_id\":\"cln_oldtown\"}")
                .assertError(403, "clinic_not_allowed", "clinic_id");
        patch(Callers.HARBOUR, full, "{\"clinic_id\":null}").assertError(403, "clinic_not_allowed", "clinic_id");
        patch(Callers.FULL, own, "{\"clinic_id\":\"cln_oldtown\"}").assertError(403, "clinic_not_allowed", "clinic_id");
        assertThat(patch(Callers.HARBOUR, full, "{\"description\":\"x\"}").status())
                .isEqualTo(200);
        assertThat(patch(Callers.FULL, full, "{\"clinic_id\":null}").status()).isEqualTo(200);
        patch(Callers.OTHER, full, "{}").assertError(404, "not_found", "webhook_id");
    }

    /** The authorizer's result is as it was before. */
    @ParameterizedTest
    @ValueSource(strings = {"PATCH", "DELETE", "enable", "disable", "rotate_secret", "rotate_secret k"})
    void keyThatWasRevokedOrRestrictedMeanwhileChangesNothing(String change) {
        String id = id(post(Callers.FULL, ALL));
        Webhook before = webhook(id);
        WebhooksFixture world = new WebhooksFixture(aws, store, keyed);
        ApiRequest request =
                switch (change) {
                    case "PATCH" -> on(Callers.FULL, "PATCH", id, "").json("{\"description\":\"x\"}");
                    case "DELETE" -> on(Callers.FULL, "DELETE", id, "");
                    case "rotate_secret k" ->
                        on(Callers.FULL, "POST", id, "/rotate_secret").header("Idempotency-Key", "k");
                    default -> on(Callers.FULL, "POST", id, "/" + change);
                };

        world.accounts.with(new Caller(Callers.ACCOUNT, Callers.FULL.key(), Set.of(Scope.WEBHOOKS_READ), true));
        world.send(NOW, request).assertError(403, "missing_scope", "-");
        world.accounts.without(Callers.FULL.key());
        world.send(NOW, request).assertError(401, "invalid_api_key", "-");

        assertThat(webhook(id)).isEqualTo(before);
    }

    @Test
    void keyThatHasLostAClinicMeanwhileDoesNotChangeTheClinics() {
        String id = id(post(Callers.FULL, ALL));
        WebhooksFixture world = new WebhooksFixture(aws, store, keyed);
        world.accounts
                .with(new Caller(Callers.ACCOUNT, Callers.FULL.key(), Callers.FULL.scopes(), false))
                .with(Callers.FULL.key(), Set.of(new ClinicId("cln_harbour")));

        world.send(NOW, on(Callers.FULL, "PATCH", id, "").json("{\"clinic_id\":\"cln_oldtown\"}"))
                .assertError(404, "not_found", "webhook_id");
    }

    @Test
    void losesNoneOfManyConcurrentChanges() {
        String id = id(post(Callers.FULL, ALL));
        List<ApiResponse> responses = atOnce(
                8,
                () -> patch(
                        Callers.FULL, id, "{\"url\":\"https://example.org/" + new SecureRandom().nextLong() + "\"}"));

        assertThat(responses)
                .allSatisfy(response -> assertThat(response.status()).isEqualTo(200));
        assertThat(webhook(id).version()).isEqualTo(9);
    }

    @Test
    void showsWhenAWebhookWasDisabledFirst() {
        String id = id(post(Callers.FULL, ALL));
        JsonNode disabled = act(id, "disable", "", "").json();

        assertThat(disabled.get("status").asText()).isEqualTo("disabled");
        assertThat(disabled.get("disabled_reason").asText()).isEqualTo("requested");
        assertThat(disabled.get("disabled_at").asText()).isEqualTo("2026-11-20T14:02:11.337Z");
        assertThat(send(NOW.plusSeconds(9), on(Callers.FULL, "POST", id, "/disable"))
                        .json())
                .isEqualTo(disabled);
        JsonNode enabled = act(id, "enable", "", "").json();
        assertThat(enabled.get("status").asText()).isEqualTo("active");
        assertThat(enabled.get("disabled_reason").isNull()).isTrue();
        assertThat(webhook(id).generation()).isEqualTo(2);
    }

    @Test
    void showsTheNewSecretAndKeepsTheLastOneForTheOverlap() {
        ApiResponse made = post(Callers.FULL, ALL);
        String id = id(made);
        JsonNode rotated = act(id, "rotate_secret", "{\"expires_in\":60}", "").json();

        assertThat(rotated.get("secret").asText())
                .matches("whsec_[A-Za-z0-9+/]{44}")
                .isNotEqualTo(made.json().get("secret").asText());
        assertThat(rotated.at("/signing_secrets/0/expires_at").isNull()).isTrue();
        assertThat(rotated.at("/signing_secrets/1/fingerprint"))
                .isEqualTo(made.json().at("/signing_secrets/0/fingerprint"))
                .isNotEqualTo(rotated.at("/signing_secrets/0/fingerprint"));
        assertThat(rotated.at("/signing_secrets/1/expires_at").asText())
                .isEqualTo(Timestamps.formatMillis(NOW.plusSeconds(60)));
        assertThat(live(id, NOW.plusSeconds(59))).containsExactly(secret(rotated), secret(made.json()));
        assertThat(live(id, NOW.plusSeconds(60))).containsExactly(secret(rotated));
        JsonNode again = act(id, "rotate_secret", "", "").json();
        assertThat(live(id, NOW.plus(Duration.ofHours(23)))).containsExactly(secret(again), secret(rotated));
        JsonNode last = act(id, "rotate_secret", "{\"expires_in\":0}", "").json();
        assertThat(live(id, NOW)).containsExactly(secret(last));
        assertThat(one("GET", id).json().has("secret")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "604801", "1.5", "\"60\"", "null", "true", "99999999999999999999", "[]"})
    void rejectsAnInvalidOverlap(String value) {
        String id = id(post(Callers.FULL, ALL));
        act(id, "rotate_secret", "{\"expires_in\":" + value + "}", "").assertError(400, "invalid_field", "expires_in");
        assertThat(webhook(id).secrets()).hasSize(1);
    }

    private List<String> live(String id, Instant at) {
        return webhook(id).liveSecrets(at).stream()
                .map(secret -> aws.vault()
                        .open(Callers.ACCOUNT, new WebhookId(id), secret)
                        .reveal())
                .toList();
    }

    private static String secret(JsonNode shown) {
        return shown.get("secret").asText();
    }
}
