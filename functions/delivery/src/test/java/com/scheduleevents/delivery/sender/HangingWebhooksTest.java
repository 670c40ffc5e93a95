package com.scheduleevents.delivery.sender;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.receiver.AttemptOutcome;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.webhook.Health;
import com.scheduleevents.domain.webhook.Health.Failures;
import com.scheduleevents.domain.webhook.Health.LastFailure;
import com.scheduleevents.domain.webhook.SealedSecret;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

final class HangingWebhooksTest {

    private static final Instant NOW = SenderFixture.START;
    private static final Webhook ONE = webhook("acc_1", "whk_1");
    private static final Webhook TWO = webhook("acc_1", "whk_2");
    private static final Webhook OTHER = webhook("acc_1", "whk_3");

    private final HangingWebhooks hanging = new HangingWebhooks();

    @Test
    void severalWebhooksOfAnAccountWhoseAttemptsTimedOutHang() {
        hanging.saw(ONE, outcome(OutcomeClass.TIMEOUT), NOW);
        assertThat(hanging.holdBack(ONE, NOW)).as("it alone").isFalse();

        hanging.saw(TWO, outcome(OutcomeClass.TIMEOUT), NOW);
        assertThat(hanging.holdBack(ONE, NOW)).isTrue();
        assertThat(hanging.holdBack(TWO, NOW)).isTrue();
    }

    @Test
    void oneThatHangsOftenIsNotSeveral() {
        hanging.saw(ONE, outcome(OutcomeClass.TIMEOUT), NOW);
        hanging.saw(ONE, outcome(OutcomeClass.TIMEOUT), NOW.plusSeconds(5));
        assertThat(hanging.holdBack(ONE, NOW.plusSeconds(5))).isFalse();
    }

    /** However many others of its account hang. */
    @Test
    void webhookThatRespondsIsNotHeldBack() {
        hanging.saw(ONE, outcome(OutcomeClass.STATUS), NOW);
        hanging.saw(TWO, outcome(OutcomeClass.TIMEOUT), NOW);
        hanging.saw(OTHER, outcome(OutcomeClass.TIMEOUT), NOW);
        assertThat(hanging.holdBack(ONE, NOW)).isFalse();

        hanging.saw(TWO, outcome(OutcomeClass.SUCCEEDED), NOW.plusSeconds(1));
        assertThat(hanging.holdBack(TWO, NOW.plusSeconds(1)))
                .as("responded since")
                .isFalse();
    }

    @Test
    void webhookOfWhichNothingIsKnownIsTakenForWhatMostOfItsAccountAre() {
        hanging.saw(ONE, outcome(OutcomeClass.TIMEOUT), NOW);
        hanging.saw(TWO, outcome(OutcomeClass.TIMEOUT), NOW);
        assertThat(hanging.holdBack(OTHER, NOW)).isTrue();

        hanging.saw(webhook("acc_1", "whk_4"), outcome(OutcomeClass.SUCCEEDED), NOW);
        hanging.saw(webhook("acc_1", "whk_5"), outcome(OutcomeClass.SUCCEEDED), NOW);
        assertThat(hanging.holdBack(OTHER, NOW)).isFalse();
        assertThat(hanging.holdBack(TWO, NOW)).as("known to hang").isTrue();
    }

    @Test
    void attemptThatHasBeenUnderWayForLongCountsLikeATimeout() {
        hanging.begins(ONE, NOW);
        hanging.begins(TWO, NOW);
        hanging.begins(TWO, NOW.plusSeconds(2));
        assertThat(hanging.holdBack(ONE, NOW.plus(ResponseTimes.SLOW))).isFalse();
        assertThat(hanging.holdBack(ONE, NOW.plus(ResponseTimes.SLOW).plusMillis(1)))
                .isTrue();

        hanging.saw(TWO, outcome(OutcomeClass.SUCCEEDED), NOW.plusSeconds(3));
        assertThat(hanging.holdBack(ONE, NOW.plusSeconds(3)))
                .as("one responded")
                .isFalse();
    }

    @Test
    void responseThatTookLongCountsLikeATimeout() {
        for (Webhook webhook : List.of(ONE, TWO)) {
            hanging.saw(webhook, new AttemptOutcome(OutcomeClass.SUCCEEDED, 200, Duration.ofMillis(4_600), null), NOW);
        }
        assertThat(hanging.holdBack(ONE, NOW)).isTrue();
    }

    @Test
    void accountsAreApart() {
        Webhook neighbour = webhook("acc_2", "whk_9");
        hanging.saw(ONE, outcome(OutcomeClass.TIMEOUT), NOW);
        hanging.saw(neighbour, outcome(OutcomeClass.TIMEOUT), NOW);
        assertThat(hanging.holdBack(ONE, NOW)).isFalse();
        assertThat(hanging.holdBack(neighbour, NOW)).isFalse();
    }

    @Test
    void whatWasSeenIsForgottenAfterAMinute() {
        hanging.saw(ONE, outcome(OutcomeClass.TIMEOUT), NOW);
        hanging.saw(TWO, outcome(OutcomeClass.TIMEOUT), NOW);
        Instant last = NOW.plus(HangingWebhooks.MEMORY);
        assertThat(hanging.holdBack(ONE, last)).isTrue();
        assertThat(hanging.holdBack(ONE, last.plusMillis(1))).isFalse();
    }

    /** Another environment made the attempts and wrote their failures, as it always does. */
    @Test
    void environmentLearnsItFromTheRowsThatItReads() {
        assertThat(hanging.holdBack(failing(ONE, OutcomeClass.TIMEOUT), NOW)).isFalse();
        assertThat(hanging.holdBack(failing(TWO, OutcomeClass.TIMEOUT), NOW)).isTrue();
        assertThat(hanging.holdBack(failing(ONE, OutcomeClass.TIMEOUT), NOW)).isTrue();
    }

    @Test
    void slowResponsesCountLikeTimeouts() {
        Webhook slow = ONE.with(ONE.health().withSlow(true));
        hanging.saw(TWO, outcome(OutcomeClass.TIMEOUT), NOW);
        assertThat(hanging.holdBack(slow, NOW)).isTrue();
    }

    @Test
    void rowThatFailsOtherwiseOrWhoseFailureIsLongAgoSaysNothing() {
        hanging.saw(TWO, outcome(OutcomeClass.TIMEOUT), NOW);
        assertThat(hanging.holdBack(failing(ONE, OutcomeClass.STATUS), NOW)).isFalse();
        Webhook longAgo = failing(ONE, OutcomeClass.TIMEOUT);
        assertThat(hanging.holdBack(longAgo, NOW.plusSeconds(11))).isFalse();
    }

    @Test
    void rowThatHasRecoveredSinceIsForgotten() {
        hanging.saw(ONE, outcome(OutcomeClass.TIMEOUT), NOW);
        hanging.saw(TWO, outcome(OutcomeClass.TIMEOUT), NOW);
        Webhook recovered = ONE.with(ONE.health().withHealthySince(NOW.plusSeconds(1)));
        assertThat(hanging.holdBack(recovered, NOW.plusSeconds(2))).isFalse();
        assertThat(hanging.holdBack(TWO, NOW.plusSeconds(2))).as("now alone").isFalse();
    }

    private static AttemptOutcome outcome(OutcomeClass outcomeClass) {
        Duration took = outcomeClass == OutcomeClass.TIMEOUT ? Duration.ofSeconds(5) : Duration.ofMillis(50);
        return new AttemptOutcome(outcomeClass, null, took, null);
    }

    /** A row after one failure, whose retry is due in ten seconds. */
    private static Webhook failing(Webhook webhook, OutcomeClass outcome) {
        Failures failures =
                Failures.NONE.plus(NOW, NOW.plusSeconds(10), new LastFailure(outcome, OptionalInt.empty()), 10);
        return webhook.with(Health.UNKNOWN.with(failures));
    }

    private static Webhook webhook(String account, String id) {
        return Webhook.registered(
                new AccountId(account),
                new WebhookId(id),
                new ApiKeyId("key_1"),
                new WebhookSettings("https://hooks.example.com/", List.of("*"), Optional.empty(), Optional.empty()),
                new Clinics.All(),
                new SealedSecret(1, "key", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"),
                NOW);
    }
}
