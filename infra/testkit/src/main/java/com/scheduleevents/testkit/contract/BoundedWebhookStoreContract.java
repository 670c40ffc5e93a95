package com.scheduleevents.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.webhook.Disabling.RetriesExhausted;
import com.scheduleevents.domain.webhook.DueMail;
import com.scheduleevents.domain.webhook.SealedSecret;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookSettings;
import com.scheduleevents.domain.webhook.WebhookStore;
import com.scheduleevents.domain.webhook.WebhookStore.Exhaustion;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/**
 * The contract of {@link WebhookStore} with the bounds of its rows, which take hundreds of writes to reach. A store that loses
 * responses is not taken there, because the writes would go through its reliable one.
 */
public abstract class BoundedWebhookStoreContract extends WebhookStoreContract {

    @Test
    void revocationsMakeOnlySoManyMailsDue() {
        Webhook webhook = inserted();
        for (int i = 0; i <= DueMail.MOST_OF_A_CHANGE; i++) {
            Webhook revoked = webhook.keyRevoked(NOW);
            assertThat(webhooks().update(webhook, revoked)).isTrue();
            webhook = revoked.enabled(Instant.EPOCH);
            assertThat(webhooks().update(revoked, webhook)).isTrue();
        }
        assertThat(isDue(webhook, DueMail.revoked(Webhook.FIRST_GENERATION))).isTrue();
        assertThat(isDue(webhook, DueMail.revoked(webhook.generation() - 2))).isTrue();
        assertThat(isDue(webhook, DueMail.revoked(webhook.generation() - 1)))
                .as("the row stays small")
                .isFalse();
    }

    @Test
    void changesMakeOnlySoManyMailsOfAKindDue() {
        Webhook webhook = inserted();
        for (int i = 0; i <= DueMail.MOST_OF_A_CHANGE; i++) {
            Webhook moved = webhook.with(
                    new WebhookSettings(
                            "https://example.org/" + i, webhook.types(), Optional.empty(), Optional.empty()),
                    NOW);
            assertThat(webhooks().update(webhook, moved)).isTrue();
            webhook = moved;
        }
        long first = Webhook.FIRST_VERSION + 1;
        assertThat(isDue(webhook, DueMail.urlChanged(first))).isTrue();
        assertThat(isDue(webhook, DueMail.urlChanged(webhook.version() - 1))).isTrue();
        assertThat(isDue(webhook, DueMail.urlChanged(webhook.version())))
                .as("the row stays small")
                .isFalse();

        Webhook rotated = webhook.rotated(new SealedSecret(2, "k", "bbb"), NOW, Duration.ofDays(1));
        assertThat(webhooks().update(webhook, rotated)).isTrue();
        assertThat(isDue(webhook, DueMail.secretRotated(rotated.version()))).isTrue();
        assertThat(webhooks()
                        .disable(
                                account,
                                webhook.id(),
                                1,
                                new RetriesExhausted(
                                        NOW,
                                        WHY.event(),
                                        NOW.plusMillis(1),
                                        11,
                                        OutcomeClass.DNS,
                                        OptionalInt.empty())))
                .isEqualTo(Exhaustion.DISABLED);
        assertThat(isDue(webhook, DueMail.disabled(1))).isTrue();
    }
}
