package com.scheduleevents.aws.events;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.aws.wiring.TestWiring;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.event.BatchRecording;
import com.scheduleevents.domain.event.BatchRecording.Change;
import com.scheduleevents.domain.event.BatchStore;
import com.scheduleevents.domain.event.EventStore;
import com.scheduleevents.domain.event.IdempotencyKey;
import com.scheduleevents.domain.event.IdempotencyStore;
import com.scheduleevents.domain.event.Recording;
import com.scheduleevents.domain.event.Recording.Outcome;
import com.scheduleevents.domain.event.Recording.Recorded;
import com.scheduleevents.testkit.aws.LocalTables;
import com.scheduleevents.testkit.memory.PlainIds;
import com.scheduleevents.testkit.samples.EventSamples;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

class DynamoBatchesTest extends BatchStoreContract {

    @RegisterExtension
    static final LocalTables TABLES = new LocalTables();

    private static final Random RANDOM = new Random();

    private final AccountId account = new AccountId("acc_" + Long.toHexString(RANDOM.nextLong()));
    private final DynamoEvents events = new DynamoEvents(TABLES.dynamoDb(), TABLES.named("EventsTable"));
    private final DynamoIdempotency idempotency =
            new DynamoIdempotency(TABLES.dynamoDb(), TABLES.named("IdempotencyTable"));
    private final Recording single =
            new Recording(events, idempotency, PlainIds.of(RANDOM), Clock.systemUTC(), Duration.ofDays(90));
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

    @Nested
    final class Simulated extends BatchStoreContract {

        private final TestWiring simulated = TestWiring.create();

        @Override
        protected BatchStore store() {
            return simulated.batches();
        }

        @Override
        protected EventStore events() {
            return simulated.events();
        }

        @Override
        protected IdempotencyStore idempotency() {
            return simulated.idempotency();
        }
    }

    @Test
    void changesInConflictAreRecordedAloneAndTheOthersTogether() {
        BatchRecording batch = recording(TABLES.refusingFirstStatements());
        List<Change> changes = IntStream.range(0, 60)
                .mapToObj(i -> new Change(EventSamples.draft(), i % 2 == 0 ? key("met" + i) : Optional.empty()))
                .toList();
        List<Recorded> recorded = batch.record(account, changes).stream()
                .map(Recorded.class::cast)
                .toList();
        assertThat(recorded).hasSize(60).noneMatch(Recorded::repeat);
        assertThat(recorded)
                .allSatisfy(one ->
                        assertThat(events.find(account, one.event().id())).contains(one.event()));
    }

    @Test
    void writesWhoseResponsesWereLostAreNoRepeats() {
        BatchRecording batch = recording(TABLES.losingResponses());
        List<Change> changes = IntStream.range(0, 30)
                .mapToObj(i -> new Change(EventSamples.draft(), i % 3 == 0 ? Optional.empty() : key("lost" + i)))
                .toList();
        List<Recorded> recorded = batch.record(account, changes).stream()
                .map(Recorded.class::cast)
                .toList();
        assertThat(recorded).hasSize(30).noneMatch(Recorded::repeat);
        List<Recorded> repeats = batch.record(account, changes).stream()
                .map(Recorded.class::cast)
                .toList();
        IntStream.range(0, 30).filter(i -> i % 3 > 0).forEach(i -> assertThat(repeats.get(i))
                .isEqualTo(new Recorded(recorded.get(i).event(), true)));
    }

    @Test
    void concurrentEqualBatchesAndRequestsRecordEachEventOnce() throws Exception {
        List<Change> changes = IntStream.range(0, 20)
                .mapToObj(i -> new Change(EventSamples.draft(), key("same" + i)))
                .toList();
        BatchRecording batch = recording(TABLES.dynamoDb());
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

    private BatchRecording recording(DynamoDbClient client) {
        BatchStore many = new DynamoBatches(client, TABLES.named("EventsTable"), TABLES.named("IdempotencyTable"));
        return new BatchRecording(many, single, Clock.systemUTC(), Duration.ofDays(90));
    }

    private static Optional<IdempotencyKey> key(String value) {
        return Optional.of(new IdempotencyKey(value));
    }
}
