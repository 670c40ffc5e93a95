package com.scheduleevents.api.control;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.api.ApiRequest;
import com.scheduleevents.api.ApiResponse;
import com.scheduleevents.api.Callers;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.AccountTerms;
import com.scheduleevents.domain.account.ApiKey;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ApiKeySecret;
import com.scheduleevents.domain.account.ApiKeyStore;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.NewApiKey;
import com.scheduleevents.domain.account.Origin;
import com.scheduleevents.domain.webhook.Disabling;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests what a key can still do while it is revoked. */
final class RevocationRacesTest extends KeyRevocationFixture {

    /** The key has read the webhook to enable it again, and writes when the revocation is over. */
    @Test
    void changeThatTheKeyHasBegunFails() {
        Caller stolen = issued(Callers.FULL, "null");
        WebhookId id = registered(stolen, "whk_1", new Clinics.All());
        Webhook active = webhooks.find(Callers.ACCOUNT, id).orElseThrow();
        Webhook off = active.disabled(new Disabling.Requested(NOW));
        webhooks.update(active, off);

        JsonNode left = delete(Callers.FULL, stolen, "with_webhooks=true");

        assertThat(texts(left, "disabled_webhook_ids")).isEmpty();
        assertThat(webhooks.update(off, off.enabled(Instant.EPOCH))).isFalse();
        Webhook found = webhooks.find(Callers.ACCOUNT, id).orElseThrow();
        assertThat(found.isActive()).isFalse();
        assertThat(found.disabling()).isEqualTo(off.disabling());
    }

    @Test
    void keyThatIsRevokedWhileItIssuesAnotherIssuesNone() {
        Caller stolen = issued(Callers.FULL, "null");
        int before = keys.count(Callers.ACCOUNT);

        send(creation(stolen, "null"), new RevokedMeanwhile(stolen.key())).assertError(401, "invalid_api_key", "-");

        assertThat(keys.count(Callers.ACCOUNT)).isEqualTo(before - 1);
    }

    @Test
    void keyThatIsIssuedDuringTheRevocationDoesNotSurvive() {
        Caller stolen = issued(Callers.FULL, "null");
        IssuingMeanwhile busy = new IssuingMeanwhile(stolen);

        ApiResponse response = send(
                ApiRequest.of(Callers.FULL, "DELETE", "/api_keys/{key_id}")
                        .path("key_id", stolen.key().value())
                        .query("with_issued_keys=true"),
                busy);

        assertThat(response.status()).isEqualTo(200);
        assertThat(texts(response.json(), "revoked_api_key_ids")).hasSize(1);
        assertThat(keys.newestFirst(Callers.ACCOUNT, Optional.empty(), 9)).isEmpty();
    }

    /** A thief's script issues keys as fast as they are revoked. */
    @Test
    void keyThatNeverStopsIssuingIsRevoked() {
        Caller stolen = issued(Callers.FULL, "null");
        issued(stolen, "null");

        ApiResponse response = send(
                ApiRequest.of(Callers.FULL, "DELETE", "/api_keys/{key_id}")
                        .path("key_id", stolen.key().value())
                        .query("with_issued_keys=true"),
                new IssuingAlways(stolen));

        assertThat(response.status()).isEqualTo(200);
        assertThat(isValid(stolen)).isFalse();
        assertThat(keys.newestFirst(Callers.ACCOUNT, Optional.empty(), 9)).isEmpty();
    }

    /** Whatever a try has written before it failed, the next one writes over. */
    @Test
    void keyHasTheSameIdInEachTry() {
        keys.unlisted(Callers.FULL);
        List<ApiKeyId> tried = new ArrayList<>();
        ApiKeyStore busy = new Forwarding() {
            @Override
            public boolean issue(NewApiKey key, ApiKeySecret secret, AccountTerms terms) {
                tried.add(key.id());
                return tried.size() == 3 && super.issue(key, secret, terms);
            }
        };

        JsonNode made = send(creation(Callers.FULL, "null"), busy).json();

        assertThat(tried).hasSize(3).containsOnly(new ApiKeyId(made.get("id").asText()));
    }

    /** The keys, of which one is revoked between the moment when its permissions are read and the write that issues another one. */
    private final class RevokedMeanwhile extends Forwarding {

        private final ApiKeyId key;

        RevokedMeanwhile(ApiKeyId key) {
            this.key = key;
        }

        @Override
        public int count(AccountId account) {
            keys.revoke(account, key, Origin.operator(NOW));
            return super.count(account);
        }
    }

    /** The keys, of which one issues another one just before it is revoked. */
    private final class IssuingMeanwhile extends Forwarding {

        private final Caller busy;
        private boolean done;

        IssuingMeanwhile(Caller busy) {
            this.busy = busy;
        }

        @Override
        public boolean revoke(AccountId account, ApiKeyId id, Origin by) {
            if (!done && id.equals(busy.key())) {
                done = true;
                issued(busy, "null");
            }
            return super.revoke(account, id, by);
        }
    }

    /** The keys, of which one issues another one whenever another key is revoked. */
    private final class IssuingAlways extends Forwarding {

        private final Caller busy;

        IssuingAlways(Caller busy) {
            this.busy = busy;
        }

        @Override
        public boolean revoke(AccountId account, ApiKeyId id, Origin by) {
            if (isValid(busy)) {
                issued(busy, "null");
            }
            return super.revoke(account, id, by);
        }
    }

    private class Forwarding implements ApiKeyStore {

        @Override
        public Optional<ApiKey> find(AccountId account, ApiKeyId id) {
            return keys.find(account, id);
        }

        @Override
        public List<ApiKey> newestFirst(AccountId account, Optional<ApiKeyId> olderThan, int max) {
            return keys.newestFirst(account, olderThan, max);
        }

        @Override
        public List<ApiKey> all(AccountId account) {
            return keys.all(account);
        }

        @Override
        public int count(AccountId account) {
            return keys.count(account);
        }

        @Override
        public int countOfService(AccountId account, Instant now) {
            return keys.countOfService(account, now);
        }

        @Override
        public boolean issue(NewApiKey key, ApiKeySecret secret, AccountTerms terms) {
            return keys.issue(key, secret, terms);
        }

        @Override
        public boolean revoke(AccountId account, ApiKeyId id, Origin by) {
            return keys.revoke(account, id, by);
        }
    }
}
