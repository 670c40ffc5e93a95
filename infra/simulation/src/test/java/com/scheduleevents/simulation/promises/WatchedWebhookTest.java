package com.scheduleevents.simulation.promises;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.simulation.receivers.ReceivedRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class WatchedWebhookTest {

    private static final Instant START = Instant.parse("2026-01-05T00:00:00Z");
    private static final Duration OVERLAP = Duration.ofHours(24);

    private final WatchedSettings settings = new WatchedSettings(
            Set.of(), Set.of(), Set.of(), "", "", "", Instant.EPOCH, false, false, 0, false, false, "");
    private final WatchedWebhook webhook =
            new WatchedWebhook("whk_1", "acc_1", "key_1", settings, new Fact.Registered(START, "receiver.example"));

    @BeforeEach
    void rotateOnce() {
        webhook.add(new Fact.SecretLearnt(START, new Fact.SecretAsked(START, OVERLAP), "first"));
        learn("second", asksForSecret(60, OVERLAP));
    }

    @Test
    void bothSecretsVerifyUntilTheNextRotationIsAskedFor() {
        assertThat(SecretChecks.certain(webhook, at(70))).containsExactlyInAnyOrder("first", "second");

        asksForSecret(65, OVERLAP);

        assertThat(SecretChecks.certain(webhook, at(70))).containsExactly("second");
        assertThat(SecretChecks.live(webhook, at(70))).containsExactlyInAnyOrder("first", "second");
    }

    @Test
    void noSecretIsKnownWhileAllAreReplaced() {
        asksForSecret(65, Duration.ZERO);

        assertThat(SecretChecks.certain(webhook, at(70))).isEmpty();
        assertThat(SecretChecks.live(webhook, at(70))).isEmpty();
    }

    @Test
    void theNewSecretIsTheOnlyOneAfterAllWereReplaced() {
        learn("third", asksForSecret(80, Duration.ZERO));

        assertThat(SecretChecks.certain(webhook, at(90))).containsExactly("third");
        assertThat(SecretChecks.live(webhook, at(90))).containsExactly("third");
    }

    /** It is pulled and acknowledged again, when somebody has asked for it once more; by then it may have expired. */
    @Test
    void deliveryThatWasAcknowledgedStaysTakenSinceThen() {
        webhook.add(new Fact.Acknowledged(at(100), "evt_1"));
        webhook.add(new Fact.Acknowledged(at(900), "evt_1"));

        assertThat(webhook.tookBy("evt_1", at(99))).isFalse();
        assertThat(webhook.tookBy("evt_1", at(100))).isTrue();
    }

    @Test
    void deliveryThatWasTakenIsKnownUnlessTheWebhookWasDisabledJustBefore() {
        webhook.add(taken("evt_1", at(100)));
        assertThat(webhook.hasSurelyTaken("evt_1", at(100).plus(Duration.ofDays(2))))
                .isTrue();
        assertThat(webhook.hasSurelyTaken("evt_1", at(160))).isFalse();

        webhook.add(new Fact.DisabledByService(at(2_000)));
        webhook.add(taken("evt_2", at(2_001)));
        assertThat(webhook.hasSurelyTaken("evt_2", at(2_000).plus(Duration.ofDays(2))))
                .isFalse();
        assertThat(webhook.hasSurelyTaken("evt_1", at(2_000).plus(Duration.ofDays(2))))
                .isTrue();

        webhook.add(new Fact.Resumed(at(5_000)));
        webhook.add(taken("evt_3", at(5_001)));
        assertThat(webhook.hasSurelyTaken("evt_3", at(5_000).plus(Duration.ofDays(2))))
                .isTrue();
    }

    private Fact.SecretAsked asksForSecret(int minutes, Duration overlap) {
        Fact.SecretAsked asked = new Fact.SecretAsked(at(minutes), overlap);
        webhook.add(asked);
        return asked;
    }

    private void learn(String secret, Fact.SecretAsked asked) {
        webhook.add(new Fact.SecretLearnt(asked.at().plus(Duration.ofMinutes(1)), asked, secret));
    }

    private static Fact taken(String event, Instant at) {
        return new Fact.Attempted(
                new ReceivedRequest(
                        at,
                        "https://receiver.example",
                        Map.of("webhook-id", event),
                        "{}",
                        "",
                        Optional.empty(),
                        false,
                        true,
                        true,
                        true),
                at);
    }

    private static Instant at(int minutes) {
        return START.plus(Duration.ofMinutes(minutes));
    }
}
