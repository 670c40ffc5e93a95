package com.scheduleevents.api.keys;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.api.ApiRequest;
import com.scheduleevents.api.ApiResponse;
import com.scheduleevents.api.Callers;
import com.scheduleevents.api.http.Cors;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.AccountTerms;
import com.scheduleevents.domain.account.ApiKey;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ApiKeySecret;
import com.scheduleevents.domain.account.ApiKeys;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.NewApiKey;
import com.scheduleevents.domain.account.Origin;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.domain.webhook.Disabling;
import com.scheduleevents.domain.webhook.DueMail;
import com.scheduleevents.domain.webhook.SealedSecret;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookSettings;
import com.scheduleevents.testkit.memory.InMemoryAccounts;
import com.scheduleevents.testkit.memory.InMemoryApiKeys;
import com.scheduleevents.testkit.memory.InMemoryMetrics;
import com.scheduleevents.testkit.memory.InMemorySharedTokens;
import com.scheduleevents.testkit.memory.InMemoryWebhooks;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests what the revocation of a key takes along and leaves behind, and what a key can still do while it is revoked. */
class KeyRevocationTest {

    private static final Instant NOW = Instant.parse("2026-11-21T09:30:00Z");

    private final InMemoryAccounts accounts = Callers.accounts();
    private final InMemoryApiKeys keys = new InMemoryApiKeys(accounts);
    private final InMemoryWebhooks webhooks = new InMemoryWebhooks();

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
        assertThat(webhooks.update(off, off.enabled())).isFalse();
        Webhook found = webhooks.find(Callers.ACCOUNT, id).orElseThrow();
        assertThat(found.isActive()).isFalse();
        assertThat(found.disabling()).isEqualTo(off.disabling());
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
        ApiKeys busy = new Forwarding() {
            @Override
            public boolean issue(NewApiKey key, ApiKeySecret secret, AccountTerms terms) {
                tried.add(key.id());
                return tried.size() == 3 && super.issue(key, secret, terms);
            }
        };

        JsonNode made = send(creation(Callers.FULL, "null"), busy).json();

        assertThat(tried).hasSize(3).containsOnly(new ApiKeyId(made.get("id").asText()));
    }

    private Caller issued(Caller by, String clinics) {
        keys.unlisted(by);
        JsonNode made = send(creation(by, clinics), keys).json();
        return new Caller(
                Callers.ACCOUNT,
                new ApiKeyId(made.get("id").asText()),
                Set.of(Scope.KEYS_WRITE),
                made.get("clinic_ids").isNull());
    }

    private static ApiRequest creation(Caller by, String clinics) {
        return ApiRequest.of(by, "POST", "/api_keys")
                .json("{\"scopes\":[\"keys:write\"],\"clinic_ids\":" + clinics + "}");
    }

    private WebhookId registered(Caller by, String id, Clinics clinics) {
        WebhookSettings settings =
                new WebhookSettings("https://example.com/", List.of("*"), Optional.empty(), Optional.empty());
        webhooks.insert(Webhook.registered(
                Callers.ACCOUNT, new WebhookId(id), by.key(), settings, clinics, new SealedSecret(1, "key", "…"), NOW));
        return new WebhookId(id);
    }

    private JsonNode delete(Caller caller, Caller key, String query) {
        ApiResponse response = revoke(caller, key, query);
        assertThat(response.status()).as(response.text()).isEqualTo(200);
        return response.json();
    }

    private ApiResponse revoke(Caller caller, Caller key, String query) {
        return send(
                ApiRequest.of(caller, "DELETE", "/api_keys/{key_id}")
                        .path("key_id", key.key().value())
                        .query(query),
                keys);
    }

    private ApiResponse send(ApiRequest request, ApiKeys with) {
        ApiKeysApi api = new ApiKeysApi(
                accounts,
                with,
                webhooks,
                Cors.NONE,
                Callers.FAILING_AUTHENTICATION,
                new InMemorySharedTokens(),
                Clock.fixed(NOW, ZoneOffset.UTC),
                new Random(),
                new InMemoryMetrics(),
                Optional.empty());
        return new ApiResponse(api.handleRequest(request.build(), null));
    }

    private boolean isValid(Caller key) {
        return keys.find(Callers.ACCOUNT, key.key()).orElseThrow().grant().isPresent();
    }

    private static List<String> texts(JsonNode response, String field) {
        return response.get(field).valueStream().map(JsonNode::asText).toList();
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

    private class Forwarding implements ApiKeys {

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
