package com.scheduleevents.simulation.people;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.simulation.promises.MailTimes;
import com.scheduleevents.simulation.receivers.ReceiverCharacter;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Faults of AWS services that last six hours heal themselves: nobody has to redrive a dead-letter message. So failed messages come again for days,
 * with growing waits, and not ten times within half an hour.
 */
@Tag("world")
final class OwnFaultsTest {

    private static final String HOST = "patient.receivers.net";
    private static final Duration SIX_HOURS = Duration.ofHours(6);

    /** An attempt that begins while a service fails waits for it. */
    private static final Duration LONGEST_CALL = Duration.ofSeconds(10);

    @ParameterizedTest
    @ValueSource(strings = {"kms", "dynamodb", "ses", "kms dynamodb ses"})
    void everythingIsDeliveredAfterSixHoursWithoutAService(String services) {
        CalmScenario scenario = new CalmScenario(Map.of());
        scenario.register(HOST);
        scenario.record(10);
        // The host cannot be resolved yet, so that deliveries are on their way when the service fails.
        scenario.runUntil(scenario.now().plusSeconds(30));
        Stream.of(services.split(" ")).forEach(service -> scenario.breakDown(service, SIX_HOURS));
        scenario.appears(HOST, ReceiverCharacter.HEALTHY);
        scenario.runUntil(scenario.now().plus(Duration.ofHours(26)));

        assertThat(scenario.deadLetters()).isEmpty();
        assertThat(scenario.accepted(HOST)).containsAll(scenario.recorded().keySet());
    }

    /** The service fails before the events are fanned out and their secret is decrypted for the first time. */
    @Test
    void everythingIsDeliveredWhenTheFaultComesBeforeTheFirstAttempt() {
        CalmScenario scenario = new CalmScenario(Map.of());
        scenario.appears(HOST, ReceiverCharacter.HEALTHY);
        scenario.register(HOST);
        scenario.breakDown("kms", SIX_HOURS);
        scenario.record(10);
        scenario.runUntil(scenario.now().plus(Duration.ofHours(7)));

        assertThat(scenario.deadLetters()).isEmpty();
        assertThat(scenario.accepted(HOST)).containsAll(scenario.recorded().keySet());
    }

    /** The stream keeps a change for a day, so the notifier never sees this one. */
    @Test
    void sweepFindsTheMailThatTheNotifierCouldNotQueueForADay() {
        CalmScenario scenario = new CalmScenario(Map.of());
        String webhook = scenario.register(HOST);
        scenario.breakDown("sqs", Duration.ofHours(30));
        scenario.move(webhook, "another." + HOST);
        scenario.runUntil(scenario.now().plus(Duration.ofHours(55)));

        assertThat(scenario.subjects())
                .as("the row no longer has the host of the previous URL")
                .containsExactly("Your webhook for an earlier host now goes to another." + HOST);
    }

    @Test
    void ownersAreMailedOnceMailCanBeSentAgain() {
        CalmScenario scenario = new CalmScenario(Map.of());
        scenario.register(HOST);
        scenario.record(1);
        scenario.breakDown("ses", Duration.ofHours(30));
        scenario.runUntil(scenario.now().plus(Duration.ofHours(31)));

        assertThat(scenario.deadLetters()).isEmpty();
        assertThat(scenario.subjects())
                .containsExactlyInAnyOrder(
                        "Your webhook for " + HOST + " is failing", "Your webhook for " + HOST + " was disabled");
    }

    /** Attempts that failed before the fault and after it say nothing about the six hours between. */
    @ParameterizedTest
    @ValueSource(strings = {"kms", "dynamodb"})
    void ownerIsWarnedOnlyOfAnHourInWhichAttemptsWereMade(String service) {
        CalmScenario scenario = new CalmScenario(Map.of());
        scenario.register(HOST);
        scenario.record(10);
        scenario.runUntil(scenario.now().plusSeconds(30));
        // Environments that have the data key in memory would send without KMS.
        scenario.deployAgain("SenderFunction");
        scenario.breakDown(service, SIX_HOURS);
        Instant back = scenario.now().plus(SIX_HOURS);
        scenario.runUntil(back.plus(Duration.ofMinutes(55)));
        assertThat(scenario.attempts(HOST)).anyMatch(attempt -> attempt.at().isAfter(back));
        assertThat(scenario.subjects()).isEmpty();

        scenario.runUntil(back.plus(Duration.ofHours(3)));
        assertThat(scenario.subjects()).containsExactly("Your webhook for " + HOST + " is failing");
        assertThat(scenario.inMails(Pattern.compile("has failed since (" + MailTimes.TIME + ")")))
                .isNotEmpty()
                .allSatisfy(since -> assertThat(MailTimes.read(since)).isAfter(back.minus(LONGEST_CALL)));
    }

    /** Retries that could not be made say nothing about the receiver, so its webhook is not disabled at the end of the fault. */
    @Test
    void webhookIsDisabledAfterAWholeScheduleThatWasKept() {
        CalmScenario scenario = new CalmScenario(Map.of());
        String webhook = scenario.register(HOST);
        scenario.record(1);
        scenario.runUntil(scenario.now().plusSeconds(30));
        scenario.breakDown("dynamodb", Duration.ofHours(30));

        scenario.runUntil(scenario.now().plus(Duration.ofHours(32)));
        assertThat(scenario.webhook(webhook).path("status").asText()).isEqualTo("active");

        scenario.runUntil(scenario.now().plus(Duration.ofHours(25)));
        assertThat(scenario.webhook(webhook).path("status").asText()).isEqualTo("disabled");
    }
}
