package com.scheduleevents.api.recorder;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse.BatchItemFailure;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.amazonaws.services.lambda.runtime.events.SQSEvent.SQSMessage;
import com.scheduleevents.api.Callers;
import com.scheduleevents.aws.records.MessageDelays;
import com.scheduleevents.aws.wiring.TestWiring;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.AccountState;
import com.scheduleevents.domain.delivery.DeadLetterSink;
import com.scheduleevents.domain.event.BatchRecording;
import com.scheduleevents.domain.event.BatchStore;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventRange;
import com.scheduleevents.domain.event.EventStore;
import com.scheduleevents.domain.event.IdempotencyKey;
import com.scheduleevents.domain.event.IdempotencyStore;
import com.scheduleevents.domain.event.IdempotencyStore.Claim;
import com.scheduleevents.domain.event.Recording;
import com.scheduleevents.domain.metrics.Metric;
import com.scheduleevents.testkit.memory.InMemoryAccounts;
import com.scheduleevents.testkit.memory.InMemoryMetrics;
import com.scheduleevents.testkit.memory.PlainIds;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which messages of producers are recorded, which become dead letters, and which are delivered again. */
class RecorderTest {

    private static final String GOOD = """
            {"account_id":"acc_1","event":{"type":"appointment.completed","clinic_id":"cln_harbour",\
            "appointment_id":"apt_8f1c","provider_id":"prv_22","starts_at":"2026-11-21T09:30:00Z","duration_minutes":30}}""";

    private final InMemoryAccounts accounts = Callers.accounts();
    private final TestWiring aws = TestWiring.create();
    private final EventStore events = aws.events();
    private final IdempotencyStore idempotency = aws.idempotency();
    private final InMemoryMetrics metrics = new InMemoryMetrics();
    private final Map<String, String> dead = new ConcurrentHashMap<>();
    private final BatchStore batches = aws.batches();
    private final Recorder recorder = recorder(events, batches, dead::put);

    @Test
    void recordsAMessageOnceHoweverOftenItIsDelivered() {
        assertThat(failed(recorder, GOOD, GOOD)).isEmpty();
        assertThat(aws.eventCount()).isEqualTo(2);
        assertThat(failed(recorder, GOOD, GOOD)).isEmpty();
        assertThat(aws.eventCount()).isEqualTo(2);
        assertThat(dead).isEmpty();
    }

    @Test
    void appliesTheProducersIdempotencyKeyAcrossMessages() {
        String keyed = GOOD.replace("{\"account_id\"", "{\"idempotency_key\":\"k\",\"account_id\"");
        String other = keyed.replace("30", "45");
        assertThat(failed(recorder, keyed, keyed, other)).isEmpty();
        assertThat(aws.eventCount()).isEqualTo(1);
        assertThat(dead).containsExactlyEntriesOf(Map.of(other, "idempotency_key_reused: idempotency_key"));
        assertThat(metrics.take()).isEqualTo(Map.of(Metric.EVENTS_RECORDED, 1L));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "not JSON                            | invalid_body",
                "[]                                  | invalid_body",
                "{\"account_id\":\"acc_\uFFFD\"}      | invalid_body",
                "{\"account_id\":\"acc_1\",\"event\":{},\"idempotency_key\":\"\\ufffd\"} | invalid_field: idempotency_key",
                "{\"event\":{}}                      | missing_field: account_id",
                "{\"account_id\":7,\"event\":{}}     | invalid_field: account_id",
                "{\"account_id\":\"a#b\",\"event\":{}} | invalid_field: account_id",
                "{\"account_id\":\"acc_1\"}          | missing_field: event",
                "{\"account_id\":\"acc_1\",\"event\":1} | invalid_field: event",
                "{\"account_id\":\"acc_1\",\"event\":{}} | missing_field: type",
                "{\"account_id\":\"acc_1\",\"event\":{},\"x\\u0000\":1} | unknown_field: x\\u0000",
                "{\"account_id\":\"acc_1\",\"event\":{},\"idempotency_key\":\"\"} | invalid_field: idempotency_key",
            })
    void storesAnInvalidMessageAsADeadLetterWithTheReason(String bad, String reason) {
        assertThat(failed(recorder, GOOD, bad, GOOD)).isEmpty();
        assertThat(dead).containsExactlyEntriesOf(Map.of(bad, reason));
        assertThat(aws.eventCount()).isEqualTo(2);
    }

    @Test
    void rejectsAnEventWhoseClinicIsNotTheAccounts() {
        String foreign = GOOD.replace("harbour", "elsewhere");
        String nobodys = GOOD.replace("acc_1", "acc_9");
        String invalid = GOOD.replace("30}", "0}");
        assertThat(failed(recorder, foreign, nobodys, invalid)).isEmpty();
        assertThat(dead)
                .containsOnly(
                        Map.entry(foreign, "clinic_not_allowed: clinic_id"),
                        Map.entry(nobodys, "not_found: account_id"),
                        Map.entry(invalid, "invalid_field: duration_minutes"));
        assertThat(aws.eventCount()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void rejectsACorrectionOfNothing(int copies) {
        String nothing = GOOD.replace(
                "{\"type\"",
                "{\"corrects\":\"" + EventId.firstAtOrAfter(Instant.now()).value() + "\",\"type\"");
        assertThat(failed(recorder, Collections.nCopies(copies, nothing).toArray(String[]::new)))
                .isEmpty();
        assertThat(dead).containsExactlyEntriesOf(Map.of(nothing, "invalid_field: corrects"));
        assertThat(aws.eventCount()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"ACTIVE,", "SUSPENDED,", "CLOSED, account_closed: account_id"})
    void recordsEventsOfSuspendedButNotOfClosedAccounts(AccountState state, String reason) {
        accounts.with(new AccountId("acc_1"), state);
        assertThat(failed(recorder, GOOD)).isEmpty();
        assertThat(aws.eventCount()).isEqualTo(reason == null ? 1 : 0);
        assertThat(dead).isEqualTo(reason == null ? Map.of() : Map.of(GOOD, reason));
    }

    @Test
    void recordsTheChangesOfABatchInTheOrderOfItsMessages() {
        String[] bodies = IntStream.rangeClosed(1, 10)
                .mapToObj(duration -> GOOD.replace("30}", duration + "}"))
                .toArray(String[]::new);
        assertThat(failed(recorder, bodies)).isEmpty();
        Instant now = Instant.now();
        List<String> minutes = events
                .oldestFirst(
                        new EventStore.Feed.OfAccount(new AccountId("acc_1")),
                        EventRange.of(now, Duration.ofDays(90), Optional.empty(), Optional.empty())
                                .orElseThrow(),
                        20)
                .events()
                .stream()
                .map(event -> event.json().replaceAll(".*\"duration_minutes\":([0-9]+).*", "$1"))
                .toList();
        assertThat(minutes).containsExactly("1", "2", "3", "4", "5", "6", "7", "8", "9", "10");
    }

    @Test
    void recordsWhatAnAccountMayRecordBesideWhatItMayNot() {
        String foreign = GOOD.replace("harbour", "elsewhere");
        String reused = GOOD.replace("{\"account_id\"", "{\"idempotency_key\":\"k\",\"account_id\"");
        String other = reused.replace("30", "45");
        assertThat(failed(recorder, GOOD, foreign, "not JSON", reused, other, GOOD))
                .isEmpty();
        assertThat(dead)
                .containsOnly(
                        Map.entry(foreign, "clinic_not_allowed: clinic_id"),
                        Map.entry("not JSON", "invalid_body"),
                        Map.entry(other, "idempotency_key_reused: idempotency_key"));
        assertThat(metrics.take()).isEqualTo(Map.of(Metric.EVENTS_RECORDED, 3L));
    }

    @Test
    void recordsTheChangesOfAnAccountAloneWhenTheyCannotBeRecordedTogether() {
        Recorder single = recorder(events, new NoBatches(), dead::put);
        assertThat(failed(single, GOOD, GOOD)).isEmpty();
        assertThat(failed(recorder, GOOD, GOOD, GOOD)).isEmpty();
        assertThat(aws.eventCount()).isEqualTo(3);
        assertThat(metrics.take()).isEqualTo(Map.of(Metric.EVENTS_RECORDED, 3L));
    }

    @Test
    void reportsOnlyTheMessageThatFailed() {
        Recorder failing = recorder(new FailingOnce(events, new AtomicBoolean()), new NoBatches(), dead::put);
        String bad = GOOD.replace("30", "45");
        assertThat(failed(failing, GOOD, bad, GOOD)).containsExactly("message-1");
        assertThat(failed(failing, GOOD, bad, GOOD)).isEmpty();
        assertThat(aws.eventCount()).isEqualTo(3);
        assertThat(dead).isEmpty();
    }

    @Test
    void reportsAMessageWhoseDeadLetterCannotBeStored() {
        Recorder stuck = recorder(events, batches, (_, _) -> {
            throw new IllegalStateException("the queue is away");
        });
        assertThat(failed(stuck, "{}", GOOD)).containsExactly("message-0");
    }

    private Recorder recorder(EventStore store, BatchStore several, DeadLetterSink deadLetters) {
        Recording recording = new Recording(
                store, idempotency, PlainIds.of(new SecureRandom()), Clock.systemUTC(), Duration.ofDays(90));
        return new Recorder(
                accounts,
                recording,
                new BatchRecording(several, recording, Clock.systemUTC(), Duration.ofDays(90)),
                deadLetters,
                MessageDelays.NONE,
                metrics);
    }

    private static List<String> failed(Recorder recorder, String... bodies) {
        SQSEvent batch = new SQSEvent();
        batch.setRecords(IntStream.range(0, bodies.length)
                .mapToObj(i -> {
                    SQSMessage message = new SQSMessage();
                    message.setMessageId("message-" + i);
                    message.setBody(bodies[i]);
                    return message;
                })
                .toList());
        SQSBatchResponse response = recorder.handleRequest(batch, null);
        return response.getBatchItemFailures().stream()
                .map(BatchItemFailure::getItemIdentifier)
                .toList();
    }

    /** Fails every call for several changes, so that each change is recorded by itself. */
    private static final class NoBatches implements BatchStore {

        @Override
        public Map<IdempotencyKey, Claim> claim(AccountId account, Map<IdempotencyKey, Claim> wanted, Instant now) {
            throw new IllegalStateException("throttled");
        }

        @Override
        public Map<EventId, Event> find(AccountId account, Set<EventId> ids) {
            throw new IllegalStateException("throttled");
        }

        @Override
        public Map<EventId, Event> put(AccountId account, Collection<Put> puts) {
            throw new IllegalStateException("throttled");
        }
    }

    /** Fails at the first put of an event of 45 minutes. */
    private record FailingOnce(EventStore real, AtomicBoolean failed) implements EventStore {

        @Override
        public Optional<Event> putIfAbsent(AccountId account, Event event, Instant expiresAt) {
            if (event.json().contains("\"duration_minutes\":45") && failed.compareAndSet(false, true)) {
                throw new IllegalStateException("the database is away");
            }
            return real.putIfAbsent(account, event, expiresAt);
        }

        @Override
        public Optional<Event> putVoid(AccountId account, EventId id, Instant expiresAt) {
            return real.putVoid(account, id, expiresAt);
        }

        @Override
        public Optional<Event> find(AccountId account, EventId id) {
            return real.find(account, id);
        }

        @Override
        public Slice newestFirst(Feed feed, EventRange range, int max) {
            return real.newestFirst(feed, range, max);
        }

        @Override
        public Slice oldestFirst(Feed feed, EventRange range, int max) {
            return real.oldestFirst(feed, range, max);
        }
    }
}
