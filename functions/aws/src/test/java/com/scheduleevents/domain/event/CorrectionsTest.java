package com.scheduleevents.domain.event;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.aws.wiring.TestWiring;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.event.BatchRecording.Change;
import com.scheduleevents.domain.event.Recording.NothingToCorrect;
import com.scheduleevents.domain.event.Recording.Outcome;
import com.scheduleevents.domain.event.Recording.Recorded;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests which corrections are recorded, whether they are sent alone or in a batch. */
class CorrectionsTest {

    private static final AccountId ACCOUNT = new AccountId("acc_1");
    private static final Duration RETENTION = Duration.ofDays(90);
    private static final Instant NOW = Instant.parse("2026-11-20T14:02:11.337Z");

    /** What was recorded before has expired, or will before it could be looked up. */
    private static final Instant EDGE = NOW.minus(RETENTION).plusSeconds(60);

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final EventTypeRegistry EVENT_TYPES = EventTypeRegistry.fromClassPath();

    private final TestWiring aws = TestWiring.create().at(NOW);

    /** How a schedule change is handed over. */
    enum Way {
        ALONE {
            @Override
            Outcome record(TestWiring aws, EventDraft draft, Optional<IdempotencyKey> key) {
                return aws.recording().attempt(ACCOUNT, draft, key);
            }
        },
        IN_A_BATCH {
            @Override
            Outcome record(TestWiring aws, EventDraft draft, Optional<IdempotencyKey> key) {
                List<Outcome> outcomes = aws.batchRecording(aws.recording())
                        .record(
                                ACCOUNT,
                                List.of(new Change(draft, key), new Change(change("cln_harbour"), key("other"))));
                assertThat(outcomes.getLast()).as("the item beside it").isInstanceOf(Recorded.class);
                return outcomes.getFirst();
            }
        };

        abstract Outcome record(TestWiring aws, EventDraft draft, Optional<IdempotencyKey> key);
    }

    @ParameterizedTest
    @EnumSource
    void eventOfTheSameClinicCanBeCorrected(Way way) {
        EventId corrected = recorded(ACCOUNT, "cln_harbour", NOW);

        Event event = event(way.record(aws, correction(corrected.value()), Optional.empty()));

        assertThat(event.json())
                .contains("\"duration_minutes\":30,\"corrects\":\"" + corrected.value() + "\",\"created_at\":");
    }

    @ParameterizedTest
    @EnumSource
    void nothingElseCanBeCorrected(Way way) {
        EventId missing = EventId.mint(NOW, RANDOM);
        EventId other = recorded(ACCOUNT, "cln_oldtown", NOW);
        EventId foreign = recorded(new AccountId("acc_2"), "cln_harbour", NOW);
        EventId empty = EventId.mint(NOW, RANDOM);
        aws.events().putVoid(ACCOUNT, empty, NOW.plus(RETENTION));
        EventId future = EventId.mint(NOW.plusSeconds(60), RANDOM);
        EventId oldest = EventId.firstAtOrAfter(EDGE);
        String ofTest = EventId.mint(EDGE.minusSeconds(1), RANDOM).ofTest().value();

        assertThat(Stream.concat(
                        Stream.of(missing, other, foreign, empty, future, oldest)
                                .map(EventId::value),
                        Stream.of(ofTest, "evt_1")))
                .allSatisfy(id -> assertThat(way.record(aws, correction(id), key("k")))
                        .as(id)
                        .isEqualTo(new NothingToCorrect()));
        assertThat(way.record(aws, change("cln_harbour"), key("k")))
                .as("with the key of the refused ones")
                .isInstanceOfSatisfying(Recorded.class, recorded -> assertThat(recorded.repeat())
                        .isFalse());
    }

    /** Its row may have been deleted, so nobody can look it up. */
    @ParameterizedTest
    @EnumSource
    void expiredEventIsTakenAsGiven(Way way) {
        String expired = EventId.mint(EDGE.minusMillis(1), RANDOM).value();

        assertThat(event(way.record(aws, correction(expired), Optional.empty())).json())
                .contains("\"corrects\":\"" + expired + "\"");
    }

    @ParameterizedTest
    @EnumSource
    void repeatOfACorrectionIsARepeat(Way way) {
        Instant before = NOW.minusSeconds(3600);
        EventDraft correction =
                correction(recorded(ACCOUNT, "cln_harbour", before).value());
        Event first = event(way.record(aws, correction, key("k")));

        assertThat(List.of(NOW.plusSeconds(60), before.plus(RETENTION).plusSeconds(60)))
                .allSatisfy(later -> assertThat(way.record(aws.at(later), correction, key("k")))
                        .isEqualTo(new Recorded(first, true)));
    }

    /** One read for a correction, whoever makes many in a batch; none for the others. */
    @Test
    void onlyCorrectionsAreLookedUp() {
        EventId kept = recorded(ACCOUNT, "cln_harbour", NOW);
        String expired = EventId.mint(EDGE.minusMillis(1), RANDOM).value();
        List<Set<EventId>> reads = new ArrayList<>();
        Corrections corrections = new Corrections(RETENTION);

        corrections.allowed(List.of(change("cln_harbour"), correction(expired), correction("evt_1")), NOW, ids -> {
            throw new AssertionError("was looked up: " + ids);
        });
        corrections.allowed(
                List.of(correction(kept.value()), correction(kept.value()), correction(expired)), NOW, ids -> {
                    reads.add(ids);
                    return Map.of();
                });

        assertThat(reads).containsExactly(Set.of(kept));
    }

    private EventId recorded(AccountId account, String clinic, Instant at) {
        return event(aws.at(at).recording().attempt(account, change(clinic), Optional.empty()))
                .id();
    }

    private static Event event(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Recorded.class);
        return ((Recorded) outcome).event();
    }

    private static Optional<IdempotencyKey> key(String value) {
        return Optional.of(new IdempotencyKey(value));
    }

    private static EventDraft change(String clinic) {
        return EVENT_TYPES.read(sent(clinic));
    }

    private static EventDraft correction(String corrected) {
        return EVENT_TYPES.read(sent("cln_harbour").put("corrects", corrected));
    }

    private static ObjectNode sent(String clinic) {
        return new ObjectMapper()
                .createObjectNode()
                .put("type", "appointment.completed")
                .put("clinic_id", clinic)
                .put("appointment_id", "apt_8f1c")
                .put("provider_id", "prv_22")
                .put("starts_at", "2026-11-21T09:30:00Z")
                .put("duration_minutes", 30);
    }
}
