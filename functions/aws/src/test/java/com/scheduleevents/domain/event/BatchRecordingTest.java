package com.scheduleevents.domain.event;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.scheduleevents.aws.wiring.TestWiring;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.event.BatchRecording.Change;
import com.scheduleevents.domain.event.IdempotencyStore.Claim;
import com.scheduleevents.domain.event.Recording.Failed;
import com.scheduleevents.domain.event.Recording.KeyReused;
import com.scheduleevents.domain.event.Recording.NothingToCorrect;
import com.scheduleevents.domain.event.Recording.Outcome;
import com.scheduleevents.domain.event.Recording.Recorded;
import com.scheduleevents.testkit.memory.PlainIds;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BatchRecordingTest {

    private static final AccountId ACCOUNT = new AccountId("acc_1");
    private static final Duration RETENTION = Duration.ofDays(90);
    private static final Instant NOW = Instant.parse("2026-11-20T14:02:11.337Z");
    private static final EventTypeRegistry EVENT_TYPES = EventTypeRegistry.fromClassPath();

    private final TestWiring aws = TestWiring.create();
    private final EventStore events = aws.events();
    private final IdempotencyStore idempotency = aws.idempotency();
    private final BatchStore store = aws.batches();

    @Test
    void batchRecordsEveryChangeInOrder() {
        List<Outcome> outcomes = at(NOW).record(ACCOUNT, Collections.nCopies(100, change("prv_1", Optional.empty())));
        List<EventId> ids =
                outcomes.stream().map(outcome -> recorded(outcome).event().id()).toList();
        assertThat(ids).isSorted().doesNotHaveDuplicates();
        assertThat(aws.eventCount()).isEqualTo(100);
        assertThat(outcomes).allSatisfy(outcome -> {
            assertThat(recorded(outcome).repeat()).isFalse();
            assertThat(recorded(outcome).event().json()).contains("\"created_at\":\"2026-11-20T14:02:11.337Z\"");
        });
    }

    @Test
    void repeatedBatchReturnsTheFirstEvents() {
        List<Change> changes = changes(100);
        List<Outcome> first = at(NOW).record(ACCOUNT, changes);
        List<Outcome> repeat = at(NOW.plusSeconds(9)).record(ACCOUNT, changes);
        assertThat(repeat.stream().map(outcome -> recorded(outcome).event()))
                .containsExactlyElementsOf(
                        first.stream().map(outcome -> recorded(outcome).event()).toList());
        assertThat(repeat).allMatch(outcome -> recorded(outcome).repeat());
        assertThat(aws.eventCount()).isEqualTo(100);
    }

    @Test
    void equalKeysInABatchAreHandledInOrder() {
        List<Outcome> outcomes = at(NOW).record(
                        ACCOUNT,
                        List.of(
                                change("prv_1", key("a")),
                                change("prv_1", key("a")),
                                change("prv_2", key("a")),
                                change("prv_2", key("b"))));
        Recorded first = recorded(outcomes.getFirst());
        assertThat(outcomes.subList(1, 3)).containsExactly(new Recorded(first.event(), true), new KeyReused());
        assertThat(recorded(outcomes.get(3)).repeat()).isFalse();
        assertThat(aws.eventCount()).isEqualTo(2);
    }

    @Test
    void keyIsSharedBetweenRequestsAndBatches() {
        Recorded alone = single(NOW).record(ACCOUNT, change("prv_1", key("a")).draft(), key("a"));
        assertThat(at(NOW).record(ACCOUNT, List.of(change("prv_1", key("a")), change("prv_2", key("a")))))
                .containsExactly(new Recorded(alone.event(), true), new KeyReused());
        Recorded inBatch = recorded(
                at(NOW).record(ACCOUNT, List.of(change("prv_1", key("b")))).getFirst());
        assertThat(single(NOW).record(ACCOUNT, change("prv_1", key("b")).draft(), key("b")))
                .isEqualTo(new Recorded(inBatch.event(), true));
    }

    @Test
    void batchCompletesARequestThatCrashedBetweenItsWrites() {
        Change change = change("prv_1", key("a"));
        EventId minted = EventId.mint(NOW, new SecureRandom());
        idempotency.claim(
                ACCOUNT,
                key("a").orElseThrow(),
                new Claim(change.draft().fingerprint(), minted, NOW.plus(RETENTION)),
                NOW);
        Outcome outcome =
                at(NOW.plusSeconds(60)).record(ACCOUNT, List.of(change)).getFirst();
        Event event = recorded(outcome).event();
        assertThat(recorded(outcome).repeat()).isTrue();
        assertThat(event.id().mintedAt()).isEqualTo(NOW.plusSeconds(60));
        assertThat(events.find(ACCOUNT, event.id())).contains(event);
        assertThat(events.find(ACCOUNT, minted)).isEmpty();
    }

    @Test
    void keyCanBeReusedInTheSecondAfterItsEventExpired() {
        at(NOW).record(ACCOUNT, changes(1));
        assertThat(recorded(at(NOW.plus(RETENTION).plusSeconds(1))
                                .record(ACCOUNT, changes(1))
                                .getFirst())
                        .repeat())
                .isFalse();
    }

    @Test
    void changesWhoseKeysOrEventsCouldNotBeWrittenAreRecordedAlone() {
        List<Change> changes = changes(4);
        Recorded other = single(NOW)
                .record(ACCOUNT, changes.get(1).draft(), changes.get(1).key());
        single(NOW).record(ACCOUNT, change("prv_9", key("2")).draft(), key("2"));
        for (boolean claims : new boolean[] {false, true}) {
            List<Outcome> outcomes =
                    recording(NOW, new Busy(store, claims)).record(ACCOUNT, claims ? changes(5) : changes);
            assertThat(outcomes.subList(1, 3)).containsExactly(new Recorded(other.event(), true), new KeyReused());
            assertThat(outcomes.stream().map(BatchRecordingTest::isNew))
                    .containsExactlyElementsOf(
                            claims ? List.of(false, false, false, false, true) : List.of(true, false, false, true));
        }
        assertThat(aws.eventCount()).isEqualTo(5);
    }

    @ParameterizedTest
    @CsvSource({"claim, F F F F", "find, F K F F", "put, R K F F", "none, R K N N"})
    void aFailedCallFailsTheItemsThatDependOnIt(String failing, String expected) {
        at(NOW).record(ACCOUNT, changes(1));
        List<Outcome> outcomes = recording(NOW, new Unreachable(store, failing))
                .record(
                        ACCOUNT,
                        List.of(
                                change("prv_1", key("0")),
                                change("prv_2", key("0")),
                                change("prv_1", key("1")),
                                change("prv_1", Optional.empty())));
        assertThat(outcomes.stream().map(outcome -> switch (outcome) {
                    case Failed _ -> "F";
                    case KeyReused _ -> "K";
                    case NothingToCorrect _ -> "C";
                    case Recorded(Event _, boolean repeat) -> repeat ? "R" : "N";
                }))
                .containsExactly(expected.split(" "));
    }

    @Test
    void nothingIsRecordedAloneAfterOneFailed() {
        AtomicInteger calls = new AtomicInteger();
        IdempotencyStore failing = new IdempotencyStore() {
            @Override
            public Optional<Claim> claim(AccountId account, IdempotencyKey key, Claim wanted, Instant now) {
                if (calls.incrementAndGet() == 2) {
                    throw new IllegalStateException("no response");
                }
                return idempotency.claim(account, key, wanted, now);
            }

            @Override
            public Optional<Claim> replace(AccountId account, IdempotencyKey key, EventId from, Claim to) {
                return idempotency.replace(account, key, from, to);
            }
        };
        Clock clock = Clock.fixed(NOW, ZoneOffset.UTC);
        Recording alone = new Recording(events, failing, PlainIds.of(new SecureRandom()), clock, RETENTION);
        List<Outcome> outcomes =
                new BatchRecording(new Busy(store, false), alone, clock, RETENTION).record(ACCOUNT, changes(4));
        assertThat(outcomes.stream().map(Failed.class::isInstance)).containsExactly(false, true, true, true);
        assertThat(calls).hasValue(2);
    }

    @Test
    void twentyConcurrentBatchesRecordEachEventOnce() throws Exception {
        List<Callable<List<Outcome>>> batches = IntStream.range(0, 20)
                .<Callable<List<Outcome>>>mapToObj(
                        i -> () -> at(NOW.plusMillis(i)).record(ACCOUNT, changes(10)))
                .toList();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Recorded> all = threads.invokeAll(batches).stream()
                    .map(Future::resultNow)
                    .flatMap(List::stream)
                    .map(BatchRecordingTest::recorded)
                    .toList();
            assertThat(all.stream().map(Recorded::event).distinct()).hasSize(10);
            assertThat(all.stream().filter(recorded -> !recorded.repeat())).hasSize(10);
        }
        assertThat(aws.eventCount()).isEqualTo(10);
    }

    private BatchRecording at(Instant now) {
        return recording(now, store);
    }

    private BatchRecording recording(Instant now, BatchStore many) {
        return new BatchRecording(many, single(now), Clock.fixed(now, ZoneOffset.UTC), RETENTION);
    }

    private Recording single(Instant now) {
        return new Recording(
                events, idempotency, PlainIds.of(new SecureRandom()), Clock.fixed(now, ZoneOffset.UTC), RETENTION);
    }

    private static List<Change> changes(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> change("prv_1", key(Integer.toString(i))))
                .toList();
    }

    private static Change change(String provider, Optional<IdempotencyKey> key) {
        return new Change(
                EVENT_TYPES.read(new ObjectMapper()
                        .createObjectNode()
                        .put("type", "appointment.completed")
                        .put("clinic_id", "cln_harbour")
                        .put("appointment_id", "apt_8f1c")
                        .put("provider_id", provider)
                        .put("starts_at", "2026-11-21T09:30:00Z")
                        .put("duration_minutes", 30)),
                key);
    }

    private static Optional<IdempotencyKey> key(String value) {
        return Optional.of(new IdempotencyKey(value));
    }

    private static boolean isNew(Outcome outcome) {
        return outcome instanceof Recorded(Event _, boolean repeat) && !repeat;
    }

    private static Recorded recorded(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Recorded.class);
        return (Recorded) outcome;
    }

    /**
     * Writes no event, as while other requests write the same rows.
     *
     * @param claims whether it claims keys
     */
    private record Busy(BatchStore real, boolean claims) implements BatchStore {

        @Override
        public Map<IdempotencyKey, Claim> claim(AccountId account, Map<IdempotencyKey, Claim> wanted, Instant now) {
            return claims ? real.claim(account, wanted, now) : Map.of();
        }

        @Override
        public Map<EventId, Event> find(AccountId account, Set<EventId> ids) {
            return real.find(account, ids);
        }

        @Override
        public Map<EventId, Event> put(AccountId account, Collection<Put> puts) {
            return Map.of();
        }
    }

    /**
     * A store of which one method cannot be called.
     *
     * @param failing its name
     */
    private record Unreachable(BatchStore real, String failing) implements BatchStore {

        @Override
        public Map<IdempotencyKey, Claim> claim(AccountId account, Map<IdempotencyKey, Claim> wanted, Instant now) {
            require("claim");
            return real.claim(account, wanted, now);
        }

        @Override
        public Map<EventId, Event> find(AccountId account, Set<EventId> ids) {
            require("find");
            return real.find(account, ids);
        }

        @Override
        public Map<EventId, Event> put(AccountId account, Collection<Put> puts) {
            require("put");
            return real.put(account, puts);
        }

        private void require(String method) {
            if (method.equals(failing)) {
                throw new IllegalStateException("no response");
            }
        }
    }
}
