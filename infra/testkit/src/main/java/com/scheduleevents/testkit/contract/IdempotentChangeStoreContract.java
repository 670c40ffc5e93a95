package com.scheduleevents.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.Origin;
import com.scheduleevents.domain.account.Registrant;
import com.scheduleevents.domain.event.IdempotencyKey;
import com.scheduleevents.domain.request.KeyedRequest;
import com.scheduleevents.domain.request.RequestKeys;
import com.scheduleevents.domain.webhook.DueMail;
import com.scheduleevents.domain.webhook.IdempotentChange;
import com.scheduleevents.domain.webhook.IdempotentChangeStore;
import com.scheduleevents.domain.webhook.IdempotentChangeStore.Earlier;
import com.scheduleevents.domain.webhook.Registrations;
import com.scheduleevents.domain.webhook.SealedSecret;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookSettings;
import com.scheduleevents.domain.webhook.WebhookStore;
import com.scheduleevents.domain.webhook.WebhookStore.MailClaim;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The contract of {@link IdempotentChangeStore}, {@link Registrations} and {@link RequestKeys} together: their keys are the same. */
public abstract class IdempotentChangeStoreContract {

    /** Far in the future, because DynamoDB Local deletes expired rows. */
    protected static final Instant NOW = Instant.parse("2126-11-20T14:02:11Z");

    private static final IdempotencyKey KEY = new IdempotencyKey("a key");
    private static final Random RANDOM = new Random();

    protected final AccountId account = new AccountId("acc_" + Long.toHexString(RANDOM.nextLong()));

    /** The changes that were made with a key. */
    protected abstract IdempotentChangeStore changes();

    /** The keys of other requests. */
    protected abstract RequestKeys requestKeys();

    /** The registrations, with a key or without one. */
    protected abstract Registrations registrations();

    /** The webhooks that both write. */
    protected abstract WebhookStore webhooks();

    /** Stores a webhook without a registration. */
    protected abstract void insert(Webhook webhook);

    /** An account's key as it is read before a registration; opens the account where it is missing. */
    protected abstract Registrant registrant(AccountId account);

    @Test
    void registerWritesTheKeyAndTheWebhookTogether() {
        IdempotentChange change = registration();

        assertThat(changes().find(account, KEY, NOW)).isEmpty();
        assertThat(register(change, NOW)).isTrue();
        assertThat(changes().find(account, KEY, NOW)).contains(Earlier.of(change));
        assertThat(webhooks().find(account, change.webhook().id())).contains(change.webhook());
        assertThat(changes().find(new AccountId("acc_other"), KEY, NOW)).isEmpty();
    }

    @Test
    void registrationWithAnApiKeyIsMailed() {
        Webhook silent = registration().webhook();
        Webhook mailed = registration()
                .webhook()
                .by(new Origin(Origin.Type.API_KEY, Optional.of(new ApiKeyId("key_1")), Optional.of("r-1"), NOW));
        registrations().register(silent, registrant(account));
        registrations().register(mailed, registrant(account));

        assertThat(isDue(silent, DueMail.registered())).isFalse();
        assertThat(isDue(mailed, DueMail.registered())).isTrue();
    }

    @Test
    void registerDoesNothingWhenTheKeyIsTaken() {
        register(registration(), NOW);
        IdempotentChange second = registration();

        assertThat(register(second, NOW)).isFalse();
        assertThat(webhooks().find(account, second.webhook().id())).isEmpty();
        Instant end = NOW.plus(Duration.ofDays(1));
        assertThat(changes().find(account, KEY, end)).isEmpty();
        assertThat(register(second, end)).isTrue();
    }

    @Test
    void updateHappensOnceAndToTheVersionThatWasRead() {
        Webhook webhook = registration().webhook();
        insert(webhook);
        Webhook rotated = webhook.rotated(new SealedSecret(2, "k", "bbb"), NOW, Duration.ofHours(1));
        IdempotentChange change = new IdempotentChange(KEY, "f", rotated, NOW.plusSeconds(9));

        assertThat(changes().update(webhook, change, NOW)).isTrue();
        assertThat(webhooks().find(account, webhook.id())).contains(rotated);
        assertThat(changes().find(account, KEY, NOW)).contains(Earlier.of(change));
        assertThat(isDue(webhook, DueMail.secretRotated(rotated.version()))).isTrue();
        IdempotentChange stale = new IdempotentChange(new IdempotencyKey("b"), "f", rotated, NOW.plusSeconds(9));
        assertThat(changes().update(webhook, stale, NOW)).isFalse();
        assertThat(changes().find(account, stale.key(), NOW)).isEmpty();
    }

    @Test
    void updateToTheSameTakesTheKeyAlone() {
        Webhook webhook = registration().webhook();
        insert(webhook);
        IdempotentChange none = new IdempotentChange(KEY, "f", webhook, NOW.plusSeconds(9));

        assertThat(changes().update(webhook, none, NOW)).isTrue();
        assertThat(changes().find(account, KEY, NOW)).contains(Earlier.of(none));
        assertThat(webhooks().find(account, webhook.id())).contains(webhook);
        assertThat(changes().update(webhook, none, NOW)).isFalse();
    }

    @Test
    void keyOfARequestIsTakenOnce() {
        KeyedRequest first = request("f", "A");

        assertThat(take(first, NOW)).isEmpty();
        assertThat(take(first, NOW)).as("the same write, repeated").isEmpty();
        assertThat(take(request("g", "B"), NOW)).contains(first);
        assertThat(requestKeys().take(new AccountId(account.value() + "_other"), KEY, request("g", "C"), NOW))
                .isEmpty();
        assertThat(take(request("g", "D"), first.expiresAt()))
                .as("once it has expired")
                .isEmpty();
    }

    @Test
    void requestIsReplacedOnlyAsItWasRead() {
        KeyedRequest first = request("f", "A");
        take(first, NOW);
        KeyedRequest failed = first.failed();
        KeyedRequest takenOver = failed.takenOver(NOW.plusSeconds(1));

        assertThat(replace(first, failed)).isTrue();
        assertThat(replace(failed, takenOver)).isTrue();
        assertThat(replace(failed, takenOver)).as("by another request").isFalse();
        assertThat(replace(takenOver, takenOver.succeeded())).isTrue();
        assertThat(replace(takenOver, takenOver.failed())).isFalse();
        assertThat(take(request("f", "B"), NOW)).contains(takenOver.succeeded());
    }

    @Test
    void keyIsFreedOnlyByTheRequestThatHasIt() {
        KeyedRequest first = request("f", "A");
        take(first, NOW);
        requestKeys().free(account, KEY, request("f", "B"));
        requestKeys().free(account, KEY, first.failed());
        assertThat(take(request("f", "C"), NOW)).contains(first);

        requestKeys().free(account, KEY, first);
        requestKeys().free(account, KEY, first);
        assertThat(take(request("f", "C"), NOW)).isEmpty();
        assertThat(replace(request("f", "C"), request("f", "C").succeeded())).isTrue();
        requestKeys().free(account, KEY, request("f", "C"));
        assertThat(take(request("f", "D"), NOW)).as("of one that has succeeded").isPresent();
    }

    @Test
    void keysOfChangesAndOfOtherRequestsAreTheSame() {
        IdempotentChange change = registration();
        register(change, NOW);
        KeyedRequest request = request("other", "A");

        assertThat(take(request, NOW).orElseThrow().fingerprint()).isEqualTo(change.fingerprint());
        assertThat(take(request, change.expiresAt())).isEmpty();
        assertThat(changes().find(account, KEY, change.expiresAt()))
                .contains(new Earlier("other", Optional.empty(), request.expiresAt()));
        assertThat(register(registration(), change.expiresAt())).isFalse();
    }

    private static KeyedRequest request(String fingerprint, String ulid) {
        Instant end = NOW.plus(KeyedRequest.RETENTION).plus(KeyedRequest.RETENTION);
        return new KeyedRequest(fingerprint, ulid, Optional.of(NOW.plusSeconds(30)), end);
    }

    private Optional<KeyedRequest> take(KeyedRequest wanted, Instant now) {
        return requestKeys().take(account, KEY, wanted, now);
    }

    private boolean replace(KeyedRequest read, KeyedRequest next) {
        return requestKeys().replace(account, KEY, read, next);
    }

    private boolean register(IdempotentChange change, Instant now) {
        return registrations().register(change, registrant(account), now);
    }

    /** A request to register a new webhook; all of them have the same idempotency key. */
    protected final IdempotentChange registration() {
        Webhook webhook = Webhook.registered(
                account,
                WebhookId.mint(NOW, RANDOM),
                new ApiKeyId("key_1"),
                new WebhookSettings("https://example.com/", List.of("*"), Optional.empty(), Optional.empty()),
                new Clinics.All(),
                new SealedSecret(1, "k", "aaa"),
                NOW);
        return new IdempotentChange(KEY, "f", webhook, NOW.plus(Duration.ofDays(1)));
    }

    private boolean isDue(Webhook webhook, DueMail mail) {
        return webhooks().claim(account, webhook.id(), mail, NOW, NOW) == MailClaim.CLAIMED;
    }
}
