package com.scheduleevents.simulation.promises;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.simulation.receivers.ReceivedRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class WatchedWebhookTest {

    private static final Instant START = Instant.parse("2026-01-05T00:00:00Z");
    private static final Duration OVERLAP = Duration.ofHours(24);

    private final WatchedSettings settings = new WatchedSettings(Set.of(), Set.of(), Set.of(), "", false, 0, false, "");
    private final WatchedWebhook webhook =
            new WatchedWebhook("whk_1", "acc_1", "key_1", settings, "receiver.example", START);

    @BeforeEach
    void rotateOnce() {
        webhook.hasSecret("first", START, START, OVERLAP);
        webhook.asksForSecret(OVERLAP);
        webhook.hasSecret("second", at(60), at(61), OVERLAP);
    }

    @Test
    void bothSecretsVerifyUntilTheNextRotationIsAskedFor() {
        assertThat(webhook.certainSecrets(at(70))).containsExactlyInAnyOrder("first", "second");

        webhook.asksForSecret(OVERLAP);

        assertThat(webhook.certainSecrets(at(70))).containsExactly("second");
        assertThat(webhook.liveSecrets(at(70))).containsExactlyInAnyOrder("first", "second");
    }

    @Test
    void noSecretIsKnownWhileAllAreReplaced() {
        webhook.asksForSecret(Duration.ZERO);

        assertThat(webhook.certainSecrets(at(70))).isEmpty();
        assertThat(webhook.liveSecrets(at(70))).isEmpty();
    }

    @Test
    void theNewSecretIsTheOnlyOneAfterAllWereReplaced() {
        webhook.asksForSecret(Duration.ZERO);
        webhook.hasSecret("third", at(80), at(81), Duration.ZERO);

        assertThat(webhook.certainSecrets(at(90))).containsExactly("third");
        assertThat(webhook.liveSecrets(at(90))).containsExactly("third");
    }

    /** It is pulled and acknowledged again, when somebody has asked for it once more; by then it may have expired. */
    @Test
    void deliveryThatWasAcknowledgedStaysTakenSinceThen() {
        webhook.isAcknowledged("evt_1", at(100));
        webhook.isAcknowledged("evt_1", at(900));

        assertThat(webhook.tookBy("evt_1", at(99))).isFalse();
        assertThat(webhook.tookBy("evt_1", at(100))).isTrue();
    }

    @Test
    void deliveryThatWasTakenIsKnownUnlessTheWebhookWasDisabledJustBefore() {
        webhook.sees(taken("evt_1", at(100)));
        assertThat(webhook.hasSurelyTaken("evt_1", at(100).plus(Duration.ofDays(2))))
                .isTrue();
        assertThat(webhook.hasSurelyTaken("evt_1", at(160))).isFalse();

        webhook.wasDisabled(at(2_000));
        webhook.sees(taken("evt_2", at(2_001)));
        assertThat(webhook.hasSurelyTaken("evt_2", at(2_000).plus(Duration.ofDays(2))))
                .isFalse();
        assertThat(webhook.hasSurelyTaken("evt_1", at(2_000).plus(Duration.ofDays(2))))
                .isTrue();

        webhook.isResumed(at(5_000));
        webhook.sees(taken("evt_3", at(5_001)));
        assertThat(webhook.hasSurelyTaken("evt_3", at(5_000).plus(Duration.ofDays(2))))
                .isTrue();
    }

    private static ReceivedRequest taken(String event, Instant at) {
        return new ReceivedRequest(
                at, "https://receiver.example", Map.of("webhook-id", event), "{}", false, true, true, true);
    }

    private static Instant at(int minutes) {
        return START.plus(Duration.ofMinutes(minutes));
    }
}
