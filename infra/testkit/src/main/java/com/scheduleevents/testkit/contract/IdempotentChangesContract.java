package com.scheduleevents.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.Origin;
import com.scheduleevents.domain.account.Registrant;
import com.scheduleevents.domain.event.IdempotencyKey;
import com.scheduleevents.domain.webhook.DueMail;
import com.scheduleevents.domain.webhook.IdempotentChange;
import com.scheduleevents.domain.webhook.IdempotentChanges;
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

/** The contract of {@link IdempotentChanges} and {@link Registrations} together. */
public abstract class IdempotentChangesContract {

    /** Far in the future, because DynamoDB Local deletes expired rows. */
    protected static final Instant NOW = Instant.parse("2126-11-20T14:02:11Z");

    private static final IdempotencyKey KEY = new IdempotencyKey("a key");
    private static final Random RANDOM = new Random();

    protected final AccountId account = new AccountId("acc_" + Long.toHexString(RANDOM.nextLong()));

    /** The changes that were made with a key. */
    protected abstract IdempotentChanges changes();

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
        assertThat(changes().find(account, KEY, NOW)).contains(change);
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
        assertThat(changes().find(account, KEY, NOW)).contains(change);
        assertThat(isDue(webhook, DueMail.secretRotated(rotated.version()))).isTrue();
        IdempotentChange stale = new IdempotentChange(new IdempotencyKey("b"), "f", rotated, NOW.plusSeconds(9));
        assertThat(changes().update(webhook, stale, NOW)).isFalse();
        assertThat(changes().find(account, stale.key(), NOW)).isEmpty();
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
