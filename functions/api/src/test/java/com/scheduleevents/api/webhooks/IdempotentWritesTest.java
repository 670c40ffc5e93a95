package com.scheduleevents.api.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.api.ApiRequest;
import com.scheduleevents.api.ApiResponse;
import com.scheduleevents.api.Callers;
import com.scheduleevents.domain.webhook.SealedSecret;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that each change is made once per Idempotency-Key, and how long a repeated request shows the secret. */
final class IdempotentWritesTest extends WebhookActionsFixture {

    @Test
    void repeatOfARegistrationShowsTheSecretForTenMinutesOnly() {
        ApiResponse first = keyed(NOW, ALL, "k");
        String same = ALL.replace(",", " , ");

        ApiResponse soon = keyed(NOW.plus(Duration.ofMinutes(10)).minusMillis(1), same, "k");
        assertThat(soon.text()).isEqualTo(first.text());
        assertThat(soon.status()).isEqualTo(201);
        for (Duration later :
                List.of(Duration.ofMinutes(10), Duration.ofHours(24).minusMillis(1))) {
            ApiResponse late = keyed(NOW.plus(later), same, "k");
            assertThat(late.status()).isEqualTo(200);
            assertThat(late.text()).isEqualTo(one("GET", id(first)).text());
        }
        assertThat(store.all()).hasSize(1);
        assertThat(id(keyed(NOW.plus(Duration.ofHours(24)), ALL, "k"))).isNotEqualTo(id(first));
    }

    @Test
    void repeatOfARegistrationShowsTheWebhookAsItIsNow() {
        String id = id(keyed(NOW, ALL, "k"));
        act(id, "disable", "", "");
        JsonNode disabled = keyed(NOW, ALL, "k").json();
        assertThat(disabled.get("status").asText()).isEqualTo("disabled");
        assertThat(disabled.has("secret")).isTrue();

        act(id, "rotate_secret", "", "");
        assertThat(keyed(NOW, ALL, "k").json().has("secret")).isFalse();
        one("DELETE", id);
        keyed(NOW, ALL, "k").assertError(404, "not_found", "Idempotency-Key");
        assertThat(store.all()).isEmpty();
    }

    @Test
    void repeatOfARotationShowsTheSecretForTenMinutesAndWhileItIsCurrent() {
        String id = id(post(Callers.FULL, ALL));
        ApiResponse first = act(id, "rotate_secret", "", "k");

        assertThat(act(NOW.plusSeconds(599), id, "rotate_secret", "", "k").text())
                .isEqualTo(first.text());
        ApiResponse late = act(NOW.plusSeconds(600), id, "rotate_secret", "", "k");
        assertThat(late.text()).isEqualTo(one("GET", id).text());
        act(id, "rotate_secret", "", "");
        assertThat(act(id, "rotate_secret", "", "k").json().has("secret")).isFalse();
        assertThat(webhook(id).secrets().getFirst().version()).isEqualTo(3);
    }

    @Test
    void rejectsAnIdempotencyKeyOfAnotherRequest() {
        ApiResponse first = keyed(NOW, ALL, "k");
        keyed(NOW, ALL.replace("hook", "other"), "k").assertError(409, "idempotency_key_reused", "Idempotency-Key");
        act(id(first), "rotate_secret", "", "k").assertError(409, "idempotency_key_reused", "Idempotency-Key");
        send(NOW, ApiRequest.of(Callers.HARBOUR, "POST", "/webhooks").json(ALL).header("Idempotency-Key", "k"))
                .assertError(409, "idempotency_key_reused", "Idempotency-Key");
        send(NOW, ApiRequest.of(Callers.FULL, "POST", "/webhooks").json(ALL).header("Idempotency-Key", "ü"))
                .assertError(400, "invalid_header", "Idempotency-Key");
        assertThat(store.all()).hasSize(1);
    }

    @Test
    void twentyConcurrentRepeatsMakeOneChange() {
        List<ApiResponse> made = atOnce(20, () -> keyed(NOW, ALL, "k"));
        assertThat(made)
                .extracting(ApiResponse::text)
                .containsOnly(made.getFirst().text());
        assertThat(store.all()).hasSize(1);
        String id = id(made.getFirst());
        List<ApiResponse> rotated = atOnce(20, () -> act(id, "rotate_secret", "", "r"));
        assertThat(rotated)
                .extracting(ApiResponse::text)
                .containsOnly(rotated.getFirst().text());
        assertThat(webhook(id).secrets()).extracting(SealedSecret::version).containsExactly(2, 1);
    }
}
