package com.scheduleevents.api.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.api.ApiRequest;
import com.scheduleevents.api.ApiResponse;
import com.scheduleevents.api.Callers;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.webhook.Health;
import com.scheduleevents.domain.webhook.Health.LastFailure;
import com.scheduleevents.domain.webhook.HealthChange;
import com.scheduleevents.domain.webhook.HealthChange.Rule;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookStore.Written;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the entity tags of webhooks: that no change overwrites another, and that nobody loads a webhook again that is the same. */
final class EntityTagsOfWebhooksTest extends WebhookActionsFixture {

    private final String id = id(post(Callers.FULL, ALL));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "\"1\"            | 200 | -",
                "\"1.x\"          | 200 | -",
                "\"1.\"           | 200 | -",
                "*                | 200 | -",
                "\"7.x\", \"1.y\"  | 200 | -",
                "W/\"1.x\", \"1.x\"| 200 | -",
                "\"7.x\"          | 412 | precondition_failed",
                "\"\"             | 412 | precondition_failed",
                "\".1\"           | 412 | precondition_failed",
                "\"11.x\"         | 412 | precondition_failed",
                "W/\"1.x\"        | 412 | precondition_failed",
                "1                | 400 | invalid_header",
                "\"1              | 400 | invalid_header",
                "\"1\",           | 200 | -",
                ", \"7\",, \"1\" | 200 | -",
                "\"7\",	,         | 412 | precondition_failed",
                "\"\u00e9\"       | 412 | precondition_failed",
                "W/\"\ud83e\uddb7\" | 412 | precondition_failed",
                ",                | 400 | invalid_header",
                "\"1 \"           | 400 | invalid_header",
                ",*               | 400 | invalid_header",
                "\"7\" \"1\"      | 400 | invalid_header",
                "*, \"1\"         | 400 | invalid_header",
            })
    void changeIsRefusedUnlessItNamesTheSettings(String ifMatch, int status, String code) {
        ApiResponse response = change("PATCH", "", ifMatch);
        if (status == 200) {
            assertThat(response.header("ETag")).startsWith("\"2.");
        } else {
            response.assertError(status, code, "If-Match");
            assertThat(webhook(id).version()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @CsvSource({"PATCH, ''", "DELETE, ''", "POST, /enable", "POST, /disable", "POST, /rotate_secret"})
    void everyChangeIsRefusedOfOtherSettings(String method, String action) {
        patch(Callers.FULL, id, "{\"description\":\"y\"}");
        Webhook before = webhook(id);

        change(method, action, "\"1.x\"").assertError(412, "precondition_failed", "If-Match");
        change(method, action, "W/\"2.x\"").assertError(412, "precondition_failed", "If-Match");
        change(method, action, "2").assertError(400, "invalid_header", "If-Match");
        send(NOW, request(method, action, "\"1.x\"").header("Idempotency-Key", "k"))
                .assertError(412, "precondition_failed", "If-Match");
        assertThat(webhook(id)).isEqualTo(before);
        assertThat(change(method, action, one("GET", id).header("ETag")).status())
                .isIn(200, 204);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/disable", "/rotate_secret"})
    void repeatIsNotRefusedBecauseOfItsOwnChange(String action) {
        ApiRequest first = request("POST", action, one("GET", id).header("ETag"));
        ApiResponse made = send(NOW, first.header("Idempotency-Key", "k"));
        assertThat(made.status()).isEqualTo(200);
        assertThat(send(NOW, first).text()).isEqualTo(made.text());
    }

    /** As if they were one, with a comma between them (RFC 9110, section 5.3). */
    @Test
    void tagsMayBeInSeveralHeaders() {
        send(NOW, request("PATCH", "", "\"7.x\"").header("If-Match", "\"8.x\""))
                .assertError(412, "precondition_failed", "If-Match");
        send(NOW, request("PATCH", "", "*").header("If-Match", "\"1.x\""))
                .assertError(400, "invalid_header", "If-Match");
        assertThat(send(NOW, request("PATCH", "", "\"7.x\"").header("If-Match", "\"1.x\""))
                        .status())
                .isEqualTo(200);
        send(NOW, request("DELETE", "", "\"7.x\"").header("If-Match", "\"8.x\""))
                .assertError(412, "precondition_failed", "If-Match");
    }

    @Test
    void refusalOfAWeakTagSaysWhy() {
        String stale = change("PATCH", "", "\"7.x\"").json().toString();
        String weak = change("PATCH", "", "W/\"1.x\"").json().toString();
        assertThat(stale).contains("has changed").doesNotContain("W/");
        assertThat(weak).contains("weak ETag", "without W/").doesNotContain("has changed since");
    }

    @Test
    void readsAsManyEntityTagsAsTheContractAllows() {
        String others = "\"\",".repeat(255);

        change("PATCH", "", others).assertError(412, "precondition_failed", "If-Match");
        change("PATCH", "", others + "x").assertError(400, "invalid_header", "If-Match");
        change("PATCH", "", others + "\"7\"").assertError(412, "precondition_failed", "If-Match");
        for (String tooMany : List.of(others + "\"1\",", others + "\"1\",\"1\"", others.repeat(400) + "\"1\"")) {
            change("PATCH", "", tooMany).assertError(400, "invalid_header", "If-Match");
        }
        assertThat(change("PATCH", "", others + "\"1\"").status()).isEqualTo(200);
    }

    @Test
    void changeOfHealthIsNoReasonToRefuseAChange() {
        String read = one("GET", id).header("ETag");
        fail();
        assertThat(one("GET", id).header("ETag")).isNotEqualTo(read).startsWith("\"1.");
        assertThat(change("PATCH", "", read).status()).isEqualTo(200);
    }

    @Test
    void webhookIsLoadedAgainOnlyWhereSomethingOfItHasChanged() {
        String read = one("GET", id).header("ETag");
        assertThat(read).matches("\"1\\.[0-9a-f]{12}\"");
        ApiResponse same = load(read);
        assertThat(same.status()).isEqualTo(304);
        assertThat(same.text()).isEmpty();
        assertThat(same.header("ETag")).isEqualTo(read);
        assertThat(load("W/" + read).status()).as("this comparison is weak").isEqualTo(304);
        assertThat(load("\"1\"").status()).isEqualTo(200);

        fail();
        ApiResponse failing = load(read);
        assertThat(failing.status()).isEqualTo(200);
        assertThat(load(failing.header("ETag")).status()).isEqualTo(304);
        patch(Callers.FULL, id, "{\"headers\":{\"X-Token\":\"a\"}}");
        String one = one("GET", id).header("ETag");
        patch(Callers.FULL, id, "{\"headers\":{\"X-Token\":\"b\"}}");
        assertThat(load(one).status()).as("nothing that is shown has changed").isEqualTo(200);
    }

    @Test
    void responsesWithAndWithoutTheSecretHaveTheSameTag() {
        ApiResponse made = keyed(NOW, ALL, "k");
        String other = id(made);
        assertThat(one("GET", other).header("ETag")).isEqualTo(made.header("ETag"));
        assertThat(act(other, "rotate_secret", "", "").header("ETag"))
                .isEqualTo(one("GET", other).header("ETag"))
                .startsWith("\"2.");
    }

    private void fail() {
        LastFailure failure = new LastFailure(OutcomeClass.DNS, OptionalInt.empty());
        Health failing = Health.UNKNOWN.with(Health.Failures.NONE.plus(NOW, NOW, failure, 10));
        assertThat(store.write(webhook(id), new HealthChange(Rule.FAILED, failing)))
                .isInstanceOf(Written.Done.class);
    }

    private ApiResponse load(String ifNoneMatch) {
        return send(NOW, on(Callers.FULL, "GET", id, "").header("If-None-Match", ifNoneMatch));
    }

    private ApiResponse change(String method, String action, String ifMatch) {
        return send(NOW, request(method, action, ifMatch));
    }

    private ApiRequest request(String method, String action, String ifMatch) {
        ApiRequest request = on(Callers.FULL, method, id, action).header("If-Match", ifMatch);
        return method.equals("PATCH") ? request.json("{\"description\":\"x\"}") : request;
    }
}
