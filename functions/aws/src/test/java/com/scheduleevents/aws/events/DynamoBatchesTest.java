package com.scheduleevents.aws.events;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.event.BatchRecording;
import com.scheduleevents.domain.event.BatchRecording.Change;
import com.scheduleevents.domain.event.BatchStore;
import com.scheduleevents.domain.event.BatchStore.Put;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventStore;
import com.scheduleevents.domain.event.IdempotencyKey;
import com.scheduleevents.domain.event.IdempotencyStore;
import com.scheduleevents.domain.event.Recording;
import com.scheduleevents.domain.event.Recording.Outcome;
import com.scheduleevents.domain.event.Recording.Recorded;
import com.scheduleevents.testkit.aws.LocalTables;
import com.scheduleevents.testkit.contract.BatchStoreContract;
import com.scheduleevents.testkit.samples.EventSamples;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class DynamoBatchesTest extends BatchStoreContract {

    @RegisterExtension
    static final LocalTables TABLES = new LocalTables();

    private static final Instant NOW = Instant.parse("2026-11-20T14:02:11.337Z");
    private static final Instant LATER = NOW.plus(Duration.ofDays(90));
    private static final Random RANDOM = new Random();

    private final AccountId account = new AccountId("acc_" + Long.toHexString(RANDOM.nextLong()));
    private final DynamoEvents events = new DynamoEvents(TABLES.dynamoDb(), TABLES.named("EventsTable"));
    private final DynamoIdempotency idempotency =
            new DynamoIdempotency(TABLES.dynamoDb(), TABLES.named("IdempotencyTable"));
    private final BatchStore store =
            new DynamoBatches(TABLES.dynamoDb(), TABLES.named("EventsTable"), TABLES.named("IdempotencyTable"));

    @Override
    protected BatchStore store() {
        return store;
    }

    @Override
    protected EventStore events() {
        return events;
    }

    @Override
    protected IdempotencyStore idempotency() {
        return idempotency;
    }

    @Test
    void whatMeetsAnotherTransactionHoldsUpNoOtherAndIsRecordedAlone() {
        BatchStore meeting = new DynamoBatches(
                TABLES.meetingTransactions(1), TABLES.named("EventsTable"), TABLES.named("IdempotencyTable"));
        List<Put> puts = List.of(put(key("met")), put(key("second")), put(Optional.empty()));
        assertThat(meeting.put(account, puts, NOW)).containsExactlyInAnyOrder(puts.get(1), puts.get(2));
        assertThat(events.find(account, puts.getFirst().event().id())).isEmpty();

        BatchStore again = new DynamoBatches(
                TABLES.meetingTransactions(1), TABLES.named("EventsTable"), TABLES.named("IdempotencyTable"));
        Recording single = new Recording(events, idempotency, Clock.systemUTC(), RANDOM, Duration.ofDays(90));
        List<Change> changes =
                List.of(new Change(EventSamples.draft(), key("a")), new Change(EventSamples.draft(), key("b")));
        assertThat(new BatchRecording(again, single, Clock.systemUTC(), RANDOM, Duration.ofDays(90))
                        .record(account, changes))
                .hasSize(2)
                .allSatisfy(outcome -> assertThat(outcome).isInstanceOf(Recorded.class));
    }

    @Test
    void equalBatchesAndSingleRequestsAtOnceRecordEachEventOnce() throws Exception {
        List<Change> changes = IntStream.range(0, 20)
                .mapToObj(i -> new Change(EventSamples.draft(), key("same" + i)))
                .toList();
        Recording single = new Recording(events, idempotency, Clock.systemUTC(), RANDOM, Duration.ofDays(90));
        BatchRecording batch = new BatchRecording(store, single, Clock.systemUTC(), RANDOM, Duration.ofDays(90));
        Callable<List<Outcome>> together = () -> batch.record(account, changes);
        Callable<List<Outcome>> alone = () -> changes.stream()
                .map(change -> single.attempt(account, change.draft(), change.key()))
                .toList();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Recorded> all =
                    threads.invokeAll(List.of(together, alone, together, alone, together, together)).stream()
                            .map(Future::resultNow)
                            .flatMap(List::stream)
                            .map(Recorded.class::cast)
                            .toList();
            assertThat(all.stream().map(Recorded::event).distinct()).hasSize(20);
            assertThat(all.stream().filter(recorded -> !recorded.repeat())).hasSize(20);
        }
    }

    private static Optional<IdempotencyKey> key(String value) {
        return Optional.of(new IdempotencyKey(value));
    }

    private static Put put(Optional<IdempotencyKey> key) {
        EventId id = EventId.mint(NOW, RANDOM);
        return new Put(EventSamples.draft().as(id), key, EventSamples.draft().fingerprint(), LATER);
    }
}
