package com.scheduleevents.api.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.api.ApiRequest;
import com.scheduleevents.api.ApiResponse;
import com.scheduleevents.api.Callers;
import com.scheduleevents.domain.account.AccountState;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.domain.mail.AddressId;
import com.scheduleevents.domain.mail.AddressStatus;
import com.scheduleevents.domain.mail.AddressToken;
import com.scheduleevents.domain.mail.Notice;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RegistrationTest {

    private static final Instant NOW = Instant.parse("2026-11-20T14:02:11.337Z");
    private static final String ALL = "{\"url\":\"https://example.com/hook\",\"types\":[\"*\"]}";

    private static final Duration DAY = Duration.ofDays(1);

    private final WebhooksFixture world = new WebhooksFixture();

    @Test
    void showsTheSecretInTheResponseToTheRegistrationOnly() {
        ApiResponse made = post(Callers.FULL, """
                {"url":"https://example.com/hook?a=1","types":["offer.created","appointment.cancelled"],
                 "clinic_id":"cln_harbour","description":"Front desk ☎"}""");
        assertThat(made.status()).isEqualTo(201);
        JsonNode shown = made.json();
        assertThat(shown.properties().stream().map(Map.Entry::getKey))
                .containsExactlyInAnyOrder(
                        "id",
                        "mode",
                        "url",
                        "destination",
                        "types",
                        "clinic_id",
                        "clinic_ids",
                        "filter",
                        "header_names",
                        "client_certificate_details",
                        "auth",
                        "description",
                        "external_id",
                        "metadata",
                        "max_per_second",
                        "capture_responses",
                        "payload",
                        "ordering",
                        "notify",
                        "notify_status",
                        "status",
                        "created_at",
                        "created_by",
                        "disabled_at",
                        "disabled_reason",
                        "health",
                        "signing_secrets",
                        "secret");
        assertThat(shown.get("secret").asText()).matches("whsec_[A-Za-z0-9+/]{44}");
        assertThat(shown.get("url").asText()).isEqualTo("https://example.com/hook?a=1");
        assertThat(shown.get("status").asText()).isEqualTo("active");
        assertThat(shown.get("created_at").asText()).isEqualTo("2026-11-20T14:02:11.337Z");
        assertThat(shown.get("created_by").asText())
                .isEqualTo(Callers.FULL.key().value());
        assertThat(shown.get("signing_secrets").toString())
                .isEqualTo("[{\"fingerprint\":\""
                        + sha256(shown.get("secret").asText()).substring(0, 8)
                        + "\",\"created_at\":\"2026-11-20T14:02:11.337Z\",\"expires_at\":null}]");
        String id = shown.get("id").asText();
        JsonNode later = one("GET", id).json();
        assertThat(later.has("secret")).isFalse();
        assertThat(later.size()).as("each other field").isEqualTo(shown.size() - 1);
        assertThat(later.properties())
                .allSatisfy(field -> assertThat(shown.get(field.getKey())).isEqualTo(field.getValue()));
        assertThat(world.webhooks.all().getFirst().secrets()).singleElement().satisfies(secret -> {
            assertThat(secret.version()).isEqualTo(1);
            assertThat(world.vault
                            .open(Callers.ACCOUNT, new WebhookId(id), secret)
                            .reveal())
                    .isEqualTo(shown.get("secret").asText());
        });
    }

    private static String sha256(String text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @CsvSource({"SUSPENDED, 403, account_suspended", "CLOSED, 401, invalid_api_key"})
    void registersNothingForASuspendedOrClosedAccountDespiteTheGatewaysCache(
            AccountState state, int status, String code) {
        world.accounts.with(Callers.ACCOUNT, state);
        ApiResponse refused = post(Callers.FULL, ALL);
        assertThat(refused.status()).isEqualTo(status);
        assertThat(refused.json().at("/error/code").asText()).isEqualTo(code);
        assertThat(world.webhooks.all()).isEmpty();
    }

    @Test
    void showsAndChangesWhomTheWebhookNotifies() {
        ApiResponse made = post(
                Callers.FULL,
                ALL.replace(
                        "}", ",\"notify\":{\"email\":\"desk@clinic.example\",\"without\":[\"slow\",\"failing\"]}}"));
        assertThat(made.json().path("notify").toString())
                .isEqualTo("{\"email\":\"desk@clinic.example\",\"without\":[\"failing\",\"slow\"]}");
        String path = made.json().get("id").asText();
        assertThat(patch(path, "{\"description\":\"Desk\"}").json().path("notify"))
                .isEqualTo(made.json().path("notify"));
        assertThat(patch(path, "{\"notify\":{\"email\":\"d@clinic.example\"}}")
                        .json()
                        .path("notify")
                        .toString())
                .isEqualTo("{\"email\":\"d@clinic.example\",\"without\":[]}");
        assertThat(patch(path, "{\"notify\":null}").json().get("notify").isNull())
                .isTrue();
    }

    @Test
    void asksTheOwnerOfTheAddressAndShowsWhetherItIsConfirmed() {
        ApiResponse made = post(Callers.FULL, ALL.replace("}", ",\"notify\":{\"email\":\"desk@clinic.example\"}}"));
        String id = made.json().get("id").asText();
        Notice.Confirmation asked = new Notice.Confirmation(Callers.ACCOUNT, new WebhookId(id), "desk@clinic.example");
        assertThat(made.json().path("notify_status").asText()).isEqualTo("pending");
        assertThat(world.mails).containsExactly(asked);

        patch(id, "{\"description\":\"Desk\"}");
        assertThat(world.mails).as("another change is no reason to ask").hasSize(1);
        AddressToken token =
                AddressToken.mint(Callers.ACCOUNT, AddressId.of(Callers.ACCOUNT, asked.address()), new Random(1));
        world.addresses.claim(
                token, asked.webhook(), NOW.minus(DAY).plusMillis(1), NOW, NOW.plus(DAY.multipliedBy(6)), DAY);
        world.addresses.sent(token);
        String again = "{\"notify\":{\"email\":\"desk@clinic.example\"}}";
        patch(id, again);
        assertThat(world.mails).as("not twice a day").hasSize(1);
        world.addresses.release(token);
        patch(id, again);
        assertThat(world.mails).as("SES has refused the e-mail").containsExactly(asked, asked);

        world.addresses.confirm(token, NOW);
        assertThat(patch(id, again).json().path("notify_status").asText()).isEqualTo("confirmed");
        assertThat(one("GET", id).json().path("notify_status").asText()).isEqualTo("confirmed");
        assertThat(world.mails).hasSize(2);
        AddressId address = AddressId.of(Callers.ACCOUNT, asked.address());
        world.addresses.end(Callers.ACCOUNT, address, AddressStatus.COMPLAINED, NOW);
        JsonNode listed = world.send(NOW, ApiRequest.of(Callers.FULL, "GET", "/webhooks"))
                .json()
                .at("/data/0");
        assertThat(listed.path("notify_status").asText()).isEqualTo("complained");
        patch(id, again);
        assertThat(world.mails).as("never again").hasSize(2);
    }

    /** The link would be one of those that an account gets in a day. */
    @Test
    void whoeverSendsAWholeWebhookBackDoesNotAskForALink() {
        String id = post(Callers.FULL, ALL.replace("}", ",\"notify\":{\"email\":\"desk@clinic.example\"}}"))
                .json()
                .get("id")
                .asText();
        assertThat(world.mails).hasSize(1);
        ObjectNode whole = (ObjectNode) one("GET", id).json();
        patch(id, whole.deepCopy().put("description", "Desk").toString());
        patch(id, whole.deepCopy().put("description", "Reception").toString());
        patch(id, "{\"description\":null,\"notify\":" + whole.get("notify") + "}");
        assertThat(world.mails).hasSize(1);

        patch(id, "{\"id\":\"" + id + "\",\"notify_status\":\"pending\",\"notify\":" + whole.get("notify") + "}");
        assertThat(world.mails).as("the address, and no other setting").hasSize(2);
        whole.putObject("notify").put("email", "front@clinic.example");
        patch(id, whole.toString());
        assertThat(world.mails).as("another address").hasSize(3);
        assertThat(world.mails.getLast())
                .isEqualTo(new Notice.Confirmation(Callers.ACCOUNT, new WebhookId(id), "front@clinic.example"));
        patch(id, whole.putNull("notify").toString());
        assertThat(world.mails).hasSize(3);
    }

    @Test
    void theAccountsOwnAddressIsConfirmed() {
        ApiResponse made = post(Callers.FULL, ALL.replace("}", ",\"notify\":{\"email\":\"Owner@example.com\"}}"));
        assertThat(made.json().path("notify_status").asText()).isEqualTo("confirmed");
        assertThat(world.mails).isEmpty();
        assertThat(post(Callers.FULL, ALL).json().get("notify_status").isNull()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "[]; notify",
                "\"desk@clinic.example\"; notify",
                "{}; email",
                "{\"email\":null}; email",
                "{\"email\":7}; email",
                "{\"email\":\"hidden at clinic\"}; email",
                "{\"email\":\"hidden@clinic.example\",\"more\":1}; more",
                "{\"email\":\"hidden@clinic.example\",\"without\":\"slow\"}; without",
                "{\"email\":\"hidden@clinic.example\",\"without\":[\"slow\",\"slow\"]}; without",
                "{\"email\":\"hidden@clinic.example\",\"without\":[\"disabled\"]}; without",
                "{\"email\":\"hidden@clinic.example\",\"without\":[\"url_changed\"]}; without"
            })
    void refusesToNotifyWhatIsNoAddressWithoutQuotingIt(String notify, String param) {
        ApiResponse refused = post(Callers.FULL, ALL.replace("}", ",\"notify\":" + notify + "}"));
        refused.assertError(400, "invalid_field", param);
        assertThat(refused.text()).doesNotContain("hidden");
    }

    private ApiResponse patch(String id, String body) {
        return world.send(
                NOW,
                ApiRequest.of(Callers.FULL, "PATCH", "/webhooks/{webhook_id}")
                        .path("webhook_id", id)
                        .json(body));
    }

    @Test
    void takesOperationalTypesAloneAndWithoutAFilter() {
        String both = "{\"url\":\"https://example.com/\",\"types\":[\"webhook.failing\",\"webhook.disabled\"]%s}";
        ApiResponse made = post(Callers.FULL, both.formatted(""));
        assertThat(made.json().get("types").toString()).isEqualTo("[\"webhook.failing\",\"webhook.disabled\"]");
        post(Callers.FULL, both.formatted(",\"filter\":{\"provider_id\":[\"prv_1\"]}"))
                .assertError(400, "invalid_field", "filter");
        post(Callers.FULL, both.replace("webhook.disabled", "offer.created").formatted(""))
                .assertError(400, "invalid_field", "types");
        post(Callers.FULL, both.replace("webhook.disabled", "*").formatted(""))
                .assertError(400, "invalid_field", "types");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"*\",\"offer.created\"             | \"*\"",
                "\"offer.*\",\"*\"                   | \"*\"",
                "\"offer.*\"                         | \"offer.*\"",
                "\"appointment.*\",\"offer.expired\" | \"appointment.*\",\"offer.expired\"",
                "\"offer.*\",\"offer.expired\"       | \"offer.*\",\"offer.expired\"",
            })
    void takesGroupsOfTypesAndAllBesideOthers(String types, String shown) {
        ApiResponse made = post(Callers.FULL, "{\"url\":\"https://example.com/\",\"types\":[" + types + "]}");
        assertThat(made.json().path("types").toString()).isEqualTo("[" + shown + "]");
    }

    /** The authorizer's result is as it was before. */
    @Test
    void registersNothingForAKeyThatWasRestrictedExpiredOrRevokedMeanwhile() {
        Caller full = Callers.FULL;
        world.accounts.with(new Caller(full.account(), full.key(), Set.of(Scope.WEBHOOKS_READ), true));
        post(full, ALL).assertError(403, "missing_scope", "-");
        world.accounts.with(new Caller(full.account(), full.key(), full.scopes(), true, Optional.of(NOW)));
        post(full, ALL).assertError(401, "expired_api_key", "-");
        world.accounts.without(full.key());
        post(full, ALL).assertError(401, "invalid_api_key", "-");
        assertThat(world.webhooks.all()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, WebhooksFixture.WEBHOOKS_PER_ACCOUNT})
    void appliesTheWebhookLimitButNotToARepeat(int most) {
        if (most != WebhooksFixture.WEBHOOKS_PER_ACCOUNT) {
            world.accounts.limit(Callers.ACCOUNT, most);
        }
        List<String> made = IntStream.range(0, most)
                .mapToObj(i -> id(world.send(NOW, keyed("k" + i))))
                .toList();

        world.send(NOW, keyed("one more")).assertError(409, "webhook_limit", "-");
        post(Callers.FULL, ALL).assertError(409, "webhook_limit", "-");
        assertThat(id(world.send(NOW, keyed("k0")))).isEqualTo(made.getFirst());
        assertThat(world.webhooks.count(Callers.ACCOUNT)).isEqualTo(most);
        assertThat(post(Callers.OTHER, ALL).status()).isEqualTo(201);
        one("DELETE", made.getFirst());
        assertThat(world.send(NOW, keyed("one more")).status()).isEqualTo(201);
    }

    @Test
    void storesTheClinicsThatTheKeySeesNow() {
        world.accounts.with(Callers.FULL.key(), Set.of(new ClinicId("cln_harbour")));
        assertThat(post(Callers.FULL, ALL).status()).isEqualTo(201);
        assertThat(world.webhooks.all().getFirst().visible())
                .isEqualTo(new Clinics.Listed(Set.of(new ClinicId("cln_harbour"))));
        assertThat(world.webhooks.all().getFirst().key()).isEqualTo(Callers.FULL.key());

        ApiResponse other = post(Callers.FULL, ALL.replace("}", ",\"clinic_id\":\"cln_oldtown\"}"));
        assertThat(other.json().at("/error/code").asText()).isEqualTo("clinic_not_allowed");
    }

    @Test
    void treatsNullLikeAMissingField() {
        JsonNode made = post(
                        Callers.FULL,
                        "{\"url\":\"https://example.com/\",\"types\":[\"*\"],\"clinic_id\":null,\"description\":null}")
                .json();
        assertThat(made.get("clinic_id").isNull()).isTrue();
        assertThat(made.get("description").isNull()).isTrue();
        assertThat(made.get("disabled_at").isNull()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"types\":[\"*\"]}                                            | missing_field | url",
                "{\"url\":\"https://example.com/\"}                             | missing_field | types",
                "{\"url\":7,\"types\":[\"*\"]}                                  | invalid_field | url",
                "{\"url\":null,\"types\":[\"*\"]}                               | invalid_field | url",
                "{\"url\":\"https://example.com/\",\"types\":[]}                | invalid_field | types",
                "{\"url\":\"https://example.com/\",\"types\":null}              | invalid_field | types",
                "{\"url\":\"https://example.com/\",\"types\":\"*\"}             | invalid_field | types",
                "{\"url\":\"https://example.com/\",\"types\":{\"0\":\"*\"}}     | invalid_field | types",
                "{\"url\":\"https://example.com/\",\"types\":[\"*\",\"*\"]}     | invalid_field | types",
                "{\"url\":\"https://example.com/\",\"types\":[\"nope\"]}        | invalid_field | types",
                "{\"url\":\"https://example.com/\",\"types\":[7]}               | invalid_field | types",
                "{\"url\":\"https://example.com/\",\"types\":[\"\"]}            | invalid_field | types",
                "{\"url\":\"https://example.com/\",\"types\":[\"webhook.ping\"]} | invalid_field | types",
                "{\"url\":\"https://example.com/\",\"types\":[\"*\",\"nope\"]} | invalid_field | types",
                "{\"url\":\"https://example.com/\",\"types\":[\"webhook.*\"]} | invalid_field | types",
                "{\"url\":\"https://example.com/\",\"types\":[\"off.*\"]} | invalid_field | types",
                "{\"url\":\"https://example.com/\",\"types\":[\"offer.*\",\"offer.*\"]} | invalid_field | types",
                "{\"url\":\"https://example.com/\",\"types\":[\"offer.*\",\"webhook.failing\"]} | invalid_field | types",
                "{\"url\":\"https://example.com/\",\"types\":[\"offer.created\",\"offer.created\"]} | invalid_field | types",
                "{\"url\":\"https://example.com/\",\"types\":[\"*\"],\"clinic_id\":\"harbour\"} | invalid_field | clinic_id",
                "{\"url\":\"https://example.com/\",\"types\":[\"*\"],\"clinic_id\":7} | invalid_field | clinic_id",
                "{\"url\":\"https://example.com/\",\"types\":[\"*\"],\"description\":7} | invalid_field | description",
                "{\"url\":\"https://example.com/\",\"types\":[\"*\"],\"max_per_second\":0} | invalid_field | max_per_second",
                "{\"url\":\"https://example.com/\",\"types\":[\"*\"],\"max_per_second\":1001} | invalid_field | max_per_second",
                "{\"url\":\"https://example.com/\",\"types\":[\"*\"],\"max_per_second\":1.5} | invalid_field | max_per_second",
                "{\"url\":\"https://example.com/\",\"types\":[\"*\"],\"max_per_second\":\"5\"} | invalid_field | max_per_second",
                "{\"url\":\"https://example.com/\",\"types\":[\"*\"],\"description\":\"a\\nb\"} | invalid_field | description",
                "{\"url\":\"https://example.com/\",\"types\":[\"*\"],\"description\":\"\\ud800\"} | invalid_field | description",
                "{\"url\":\"https://example.com/\",\"types\":[\"*\"],\"secret\":\"whsec_x\"} | unknown_field | secret",
            })
    void namesTheInvalidField(String body, String code, String param) {
        post(Callers.FULL, body).assertError(400, code, param);
        assertThat(world.webhooks.all()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "example.com",
                "http://example.com/",
                "ftp://example.com/",
                "https://localhost/",
                "https://127.0.0.1/",
                "https://10.0.0.1/",
                "https://[::1]/",
                "https://93.184.216.34/",
                "https://user@example.com/",
                "https://user:hunter2@example.com/",
                "https://example.com:22/",
                "https://example.com/#fragment",
                "https://metadata.internal/",
            })
    void rejectsAUrlThatMustNotBeCalled(String url) {
        JsonNode error = post(Callers.FULL, "{\"url\":\"" + url + "\",\"types\":[\"*\"]}")
                .assertError(400, "invalid_field", "url");
        assertThat(error.get("message").asText()).doesNotContain("hunter2");
        assertThat(world.webhooks.all()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"500, 201", "501, 400"})
    void limitsTheDescriptionInCharacters(int length, int status) {
        String body = ALL.replace("}", ",\"description\":\"" + "\uD83D\uDC36".repeat(length) + "\"}");
        assertThat(post(Callers.FULL, body).status()).isEqualTo(status);
    }

    @ParameterizedTest
    @ValueSource(strings = {"cln_elsewhere", "cln_unknown"})
    void rejectsAClinicThatTheKeyDoesNotSee(String clinic) {
        post(Callers.FULL, ALL.replace("}", ",\"clinic_id\":\"" + clinic + "\"}"))
                .assertError(403, "clinic_not_allowed", "clinic_id");
        assertThat(world.webhooks.all()).isEmpty();
    }

    @Test
    void storesTheClinicsOfTheKeyWithTheWebhook() {
        post(Callers.FULL, ALL);
        post(Callers.HARBOUR, ALL);
        assertThat(world.webhooks.all())
                .extracting(Webhook::visible)
                .containsExactlyInAnyOrder(new Clinics.All(), new Clinics.Listed(Set.of(new ClinicId("cln_harbour"))));
    }

    private static ApiRequest keyed(String key) {
        return registration(Callers.FULL, ALL).header("Idempotency-Key", key);
    }

    private static ApiRequest registration(Caller caller, String body) {
        return ApiRequest.of(caller, "POST", "/webhooks").json(body);
    }

    private static String id(ApiResponse made) {
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return made.json().get("id").asText();
    }

    private ApiResponse post(Caller caller, String body) {
        return world.send(NOW, registration(caller, body));
    }

    private ApiResponse one(String method, String id) {
        return world.send(
                NOW,
                ApiRequest.of(Callers.FULL, method, "/webhooks/{webhook_id}").path("webhook_id", id));
    }
}
