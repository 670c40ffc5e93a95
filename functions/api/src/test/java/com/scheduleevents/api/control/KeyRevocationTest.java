package com.scheduleevents.api.control;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.api.ApiRequest;
import com.scheduleevents.api.ApiResponse;
import com.scheduleevents.api.Callers;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.webhook.DueMail;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests what the revocation of a key takes along and leaves behind. */
final class KeyRevocationTest extends KeyRevocationFixture {

    @Test
    void leavesWebhooksAndIssuedKeysAndSaysWhich() {
        Caller stolen = issued(Callers.FULL, "null");
        Caller child = issued(stolen, "null");
        WebhookId webhook = registered(stolen, "whk_1", new Clinics.All());

        JsonNode left = delete(Callers.FULL, stolen, "");

        assertThat(texts(left, "remaining_api_key_ids"))
                .containsExactly(child.key().value());
        assertThat(texts(left, "remaining_webhook_ids")).containsExactly(webhook.value());
        assertThat(texts(left, "revoked_api_key_ids")).isEmpty();
        assertThat(texts(left, "disabled_webhook_ids")).isEmpty();
        assertThat(isValid(stolen)).isFalse();
        assertThat(isValid(child)).isTrue();
        assertThat(webhooks.find(Callers.ACCOUNT, webhook).orElseThrow().isActive())
                .isTrue();
    }

    @Test
    void takesWebhooksAndAllDescendantsAlong() {
        Caller stolen = issued(Callers.FULL, "null");
        Caller child = issued(stolen, "null");
        Caller grandchild = issued(child, "[\"cln_harbour\"]");
        Caller innocent = issued(Callers.FULL, "null");
        WebhookId own = registered(stolen, "whk_1", new Clinics.All());
        WebhookId inherited = registered(grandchild, "whk_2", new Clinics.All());
        WebhookId other = registered(innocent, "whk_3", new Clinics.All());

        JsonNode left = delete(Callers.FULL, stolen, "with_webhooks=true&with_issued_keys=true");

        assertThat(texts(left, "revoked_api_key_ids"))
                .containsExactlyInAnyOrder(child.key().value(), grandchild.key().value());
        assertThat(texts(left, "disabled_webhook_ids")).containsExactlyInAnyOrder(own.value(), inherited.value());
        assertThat(texts(left, "remaining_api_key_ids")).isEmpty();
        assertThat(texts(left, "remaining_webhook_ids")).isEmpty();
        assertThat(List.of(stolen, child, grandchild)).noneMatch(this::isValid);
        assertThat(isValid(innocent)).isTrue();
        Webhook disabled = webhooks.find(Callers.ACCOUNT, inherited).orElseThrow();
        assertThat(disabled.disabling().orElseThrow().reason()).isEqualTo("key_revoked");
        assertThat(disabled.origin().orElseThrow().key()).contains(Callers.FULL.key());
        assertThat(webhooks.due(inherited)).contains(DueMail.revoked(1));
        assertThat(webhooks.find(Callers.ACCOUNT, other).orElseThrow().isActive())
                .isTrue();
    }

    @Test
    void findsWhatWasIssuedByAKeyThatIsRevokedAlready() {
        Caller stolen = issued(Callers.FULL, "null");
        Caller child = issued(stolen, "null");
        Caller grandchild = issued(child, "null");
        WebhookId webhook = registered(child, "whk_1", new Clinics.All());
        delete(grandchild, child, "");

        JsonNode left = delete(Callers.FULL, stolen, "with_webhooks=true&with_issued_keys=true");

        assertThat(texts(left, "revoked_api_key_ids"))
                .containsExactly(grandchild.key().value());
        assertThat(texts(left, "disabled_webhook_ids")).containsExactly(webhook.value());
        assertThat(isValid(grandchild)).isFalse();
    }

    @Test
    void takesAlongWhatARevokedKeyLeftBehind() {
        Caller stolen = issued(Callers.FULL, "null");
        Caller child = issued(stolen, "null");
        WebhookId webhook = registered(stolen, "whk_1", new Clinics.All());
        delete(Callers.FULL, stolen, "");

        assertThat(revoke(Callers.FULL, stolen, "").status()).isEqualTo(404);
        assertThat(revoke(Callers.HARBOUR, stolen, "with_webhooks=true").status())
                .isEqualTo(404);
        assertThat(texts(delete(Callers.FULL, stolen, "with_webhooks=true"), "disabled_webhook_ids"))
                .containsExactly(webhook.value());
        assertThat(texts(delete(Callers.FULL, stolen, "with_issued_keys=true"), "revoked_api_key_ids"))
                .containsExactly(child.key().value());
    }

    @Test
    void neitherTouchesNorNamesWhatTheCallerDoesNotSee() {
        Caller stolen = issued(Callers.HARBOUR, "[\"cln_harbour\"]");
        Caller widened = issued(stolen, "[\"cln_harbour\"]");
        accounts.with(widened.key(), Set.of(new ClinicId("cln_harbour"), new ClinicId("cln_oldtown")));
        WebhookId hidden = registered(stolen, "whk_1", new Clinics.All());

        ApiResponse response = revoke(Callers.HARBOUR, stolen, "with_webhooks=true&with_issued_keys=true");

        assertThat(response.status()).isEqualTo(200);
        assertThat(response.text()).doesNotContain(widened.key().value(), hidden.value());
        assertThat(isValid(widened)).isTrue();
        assertThat(webhooks.find(Callers.ACCOUNT, hidden).orElseThrow().isActive())
                .isTrue();
    }

    @Test
    void rejectsOtherValuesThanTrueAndFalse() {
        Caller key = issued(Callers.FULL, "null");
        revoke(Callers.FULL, key, "with_webhooks=yes").assertError(400, "invalid_parameter", "with_webhooks");
        assertThat(isValid(key)).isTrue();
    }

    @Test
    void refusesABodyThatAsksForMore() {
        Caller key = issued(Callers.FULL, "null");
        send(
                        ApiRequest.of(Callers.FULL, "DELETE", "/api_keys/{key_id}")
                                .path("key_id", key.key().value())
                                .json("{\"with_webhooks\":true}"),
                        keys)
                .assertError(400, "unknown_field", "with_webhooks");
        assertThat(isValid(key)).isTrue();
    }
}
