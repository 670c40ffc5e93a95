package com.scheduleevents.aws.events;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.event.BatchRecording;
import com.scheduleevents.domain.event.BatchRecording.Change;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventDraft;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventRange;
import com.scheduleevents.domain.event.EventStore.Feed;
import com.scheduleevents.domain.event.IdempotencyKey;
import com.scheduleevents.domain.event.IdempotencyStore.Claim;
import com.scheduleevents.domain.event.Recording;
import com.scheduleevents.domain.event.Recording.Outcome;
import com.scheduleevents.domain.event.Recording.Recorded;
import com.scheduleevents.testkit.aws.LocalTables;
import com.scheduleevents.testkit.memory.PlainIds;
import com.scheduleevents.testkit.samples.EventSamples;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** What becomes of a change whose first request died before its put, or whose put takes effect at any later moment. */
class LateRecordingTest {

    @RegisterExtension
    static final LocalTables TABLES = new LocalTables();

    private static final Duration RETENTION = Duration.ofDays(90);
    private final Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    private static final Random RANDOM = new Random();
    private static final IdempotencyKey KEY = new IdempotencyKey("late");

    /** More calls than a repeat makes. */
    private static final int CALLS = 6;

    private final AccountId account = new AccountId("acc_" + Long.toHexString(RANDOM.nextLong()));
    private final EventDraft draft = EventSamples.draft();
    private final DynamoEvents events = new DynamoEvents(TABLES.dynamoDb(), TABLES.named("EventsTable"));
    private final EventId first = EventId.mint(now, RANDOM);

    /**
     * A repeat dies before one of its calls, and before another of them the first request's put takes effect; both may also come after its
     * end.
     */
    @ParameterizedTest(name = "dies before call {0}, late put before call {1}")
    @MethodSource("moments")
    void oneIdOfAKeyBecomesAnEventWhereverARepeatDiesAndWheneverTheFirstPutTakesEffect(int death, int late) {
        claimFirst();
        Consumer<Integer> happening = call -> {
            if (call == late) {
                putFirst();
            }
            if (call == death) {
                throw new IllegalStateException("the process died");
            }
        };
        Stream.of(60, 120, 180).forEach(seconds -> {
            try {
                recording(now.plusSeconds(seconds), TABLES.watched(counting(happening)))
                        .record(account, draft, key());
            } catch (IllegalStateException died) {
                assertThat(died).hasMessageContaining("died");
            }
        });
        putFirst();
        Recorded last = recording(now.plusSeconds(240), TABLES.dynamoDb()).record(account, draft, key());

        assertThat(last.repeat()).isTrue();
        assertThat(all()).containsExactly(last.event());
        assertThat(last.event().id().equals(first)
                        || last.event().id().mintedAt().isAfter(now.plusSeconds(59)))
                .isTrue();
    }

    static Stream<Arguments> moments() {
        return IntStream.rangeClosed(1, CALLS).boxed().flatMap(death -> IntStream.rangeClosed(1, CALLS)
                .mapToObj(late -> Arguments.of(death, late)));
    }

    @Test
    void repeatWithinFiveSecondsKeepsTheFirstId() {
        claimFirst();
        assertThat(recording(now.plusSeconds(5), TABLES.dynamoDb())
                        .record(account, draft, key())
                        .event())
                .isEqualTo(draft.as(first));
    }

    @Test
    void repeatOfAnEventReturnsItHoweverOldItIs() {
        claimFirst();
        putFirst();
        assertThat(recording(now.plus(Duration.ofDays(80)), TABLES.dynamoDb()).record(account, draft, key()))
                .isEqualTo(new Recorded(draft.as(first), true));
    }

    @Test
    void concurrentRepeatsReplaceTheIdOnce() throws Exception {
        claimFirst();
        List<Callable<Recorded>> repeats = IntStream.range(0, 10)
                .<Callable<Recorded>>mapToObj(i -> () -> i % 2 == 0
                        ? recording(now.plusSeconds(60).plusMillis(i), TABLES.dynamoDb())
                                .record(account, draft, key())
                        : (Recorded) batch(now.plusSeconds(60).plusMillis(i), new Change(draft, key()))
                                .getFirst())
                .toList();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Event> recorded = threads.invokeAll(repeats).stream()
                    .map(Future::resultNow)
                    .map(Recorded::event)
                    .distinct()
                    .toList();
            putFirst();
            assertThat(all()).isEqualTo(recorded).hasSize(1);
        }
    }

    @Test
    void itemsOfABatchWhoseIdsBecameTooOldGetOtherIds() {
        claimFirst();
        Change repeated = new Change(draft, key());
        Change unnamed = new Change(EventSamples.draft(), Optional.empty());
        Change named = new Change(EventSamples.draft(), Optional.of(new IdempotencyKey("other")));
        Instant later = now.plusSeconds(60);
        // The claims take six seconds: all times that are looked at after the first are later.
        Clock slow = new Clock() {
            private boolean asked;

            @Override
            public Instant instant() {
                Instant time = asked ? later.plusSeconds(6) : later;
                asked = true;
                return time;
            }

            @Override
            public ZoneOffset getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                return this;
            }
        };

        List<Outcome> outcomes = batch(slow, repeated, unnamed, named, repeated);

        List<Event> recorded = all();
        assertThat(recorded)
                .hasSize(3)
                .allSatisfy(event -> assertThat(event.id().mintedAt()).isEqualTo(later.plusSeconds(6)));
        assertThat(outcomes.stream().map(outcome -> ((Recorded) outcome).repeat()))
                .containsExactly(true, false, false, true);
        assertThat(outcomes.stream()
                        .map(outcome -> ((Recorded) outcome).event())
                        .distinct())
                .containsExactlyInAnyOrderElementsOf(recorded);
        assertThat(outcomes.getFirst()).isEqualTo(outcomes.getLast());
    }

    private void claimFirst() {
        DynamoIdempotency keys = new DynamoIdempotency(TABLES.dynamoDb(), TABLES.named("IdempotencyTable"));
        assertThat(keys.claim(account, KEY, new Claim(draft.fingerprint(), first, now.plus(RETENTION)), now))
                .isEmpty();
    }

    /** The put of the first request takes effect, or fails on its condition. */
    private void putFirst() {
        events.putIfAbsent(account, draft.as(first), now.plus(RETENTION));
    }

    private List<Event> all() {
        EventRange all = EventRange.between(now.minusSeconds(1), now.plus(RETENTION), Optional.empty())
                .orElseThrow();
        return events.oldestFirst(new Feed.OfAccount(account), all, 100).events();
    }

    private static Consumer<String> counting(Consumer<Integer> happening) {
        int[] calls = {0};
        return _ -> happening.accept(++calls[0]);
    }

    private static Optional<IdempotencyKey> key() {
        return Optional.of(KEY);
    }

    private List<Outcome> batch(Instant now, Change... changes) {
        return batch(Clock.fixed(now, ZoneOffset.UTC), changes);
    }

    private List<Outcome> batch(Clock clock, Change... changes) {
        DynamoBatches many =
                new DynamoBatches(TABLES.dynamoDb(), TABLES.named("EventsTable"), TABLES.named("IdempotencyTable"));
        return new BatchRecording(many, recording(clock, TABLES.dynamoDb()), clock, RETENTION)
                .record(account, List.of(changes));
    }

    private static Recording recording(Instant now, DynamoDbClient client) {
        return recording(Clock.fixed(now, ZoneOffset.UTC), client);
    }

    private static Recording recording(Clock clock, DynamoDbClient client) {
        return new Recording(
                new DynamoEvents(client, TABLES.named("EventsTable")),
                new DynamoIdempotency(client, TABLES.named("IdempotencyTable")),
                PlainIds.of(RANDOM),
                clock,
                RETENTION);
    }
}
