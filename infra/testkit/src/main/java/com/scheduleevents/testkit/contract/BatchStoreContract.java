package com.scheduleevents.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.event.BatchRecording;
import com.scheduleevents.domain.event.BatchRecording.Change;
import com.scheduleevents.domain.event.BatchStore;
import com.scheduleevents.domain.event.BatchStore.Put;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventStore;
import com.scheduleevents.domain.event.FeedQuery;
import com.scheduleevents.domain.event.FeedReader;
import com.scheduleevents.domain.event.IdempotencyKey;
import com.scheduleevents.domain.event.IdempotencyStore;
import com.scheduleevents.domain.event.IdempotencyStore.Claim;
import com.scheduleevents.domain.event.Recording;
import com.scheduleevents.domain.event.Recording.Outcome;
import com.scheduleevents.domain.event.Recording.Recorded;
import com.scheduleevents.testkit.samples.EventSamples;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What every {@link BatchStore} does with the events and keys that are recorded alone, too. */
public abstract class BatchStoreContract {

    private static final Instant NOW = Instant.parse("2026-11-20T14:02:11.337Z");
    private static final Instant LATER = NOW.plus(Duration.ofDays(90));
    private static final Random RANDOM = new Random();

    private final AccountId account = new AccountId("acc_" + Long.toHexString(RANDOM.nextLong()));

    /** The port, with nothing of new accounts. */
    protected abstract BatchStore store();

    /** The events that it puts and finds. */
    protected abstract EventStore events();

    /** The keys that it claims and finds. */
    protected abstract IdempotencyStore idempotency();

    @Test
    void putWritesEventsAndClaimsTogether() {
        List<Put> puts = IntStream.range(0, 100)
                .mapToObj(i -> i % 3 == 0 ? put(Optional.empty()) : put(key("k" + i)))
                .toList();
        assertThat(store().put(account, puts, NOW)).containsExactlyInAnyOrderElementsOf(puts);
        assertThat(store().find(account, Set.copyOf(ids(puts)))).hasSize(100).allSatisfy((id, event) -> assertThat(
                        events().find(account, id))
                .contains(event));
        Set<IdempotencyKey> keys = Set.of(new IdempotencyKey("k1"), new IdempotencyKey("k3"), new IdempotencyKey("k5"));
        assertThat(store().claims(account, keys, NOW).values())
                .extracting(Claim::event)
                .containsExactlyInAnyOrder(ids(puts).get(1), ids(puts).get(5));
        assertThat(store().claims(new AccountId("acc_other"), keys, NOW)).isEmpty();
        assertThat(store().find(new AccountId("acc_other"), Set.copyOf(ids(puts))))
                .isEmpty();
    }

    @Test
    void putLeavesOutWhatExistsAndWritesTheRest() {
        Put first = put(key("taken"));
        Event event = first.event();
        store().put(account, List.of(first), NOW);
        Put sameKey = put(key("taken"));
        Put sameId = new Put(
                new Event(event.id(), "offer.created", new ClinicId("cln_2"), "{}"), key("free"), "other", LATER);
        Put free = put(key("also free"));
        assertThat(store().put(account, List.of(sameKey, sameId, free), NOW)).containsExactly(free);
        assertThat(events().find(account, event.id())).contains(event);
        assertThat(events().find(account, sameKey.event().id())).isEmpty();
        // Together or not at all: the claim beside the event that was in the way is not made either.
        assertThat(store().claims(account, Set.of(new IdempotencyKey("free")), NOW))
                .isEmpty();
    }

    @Test
    void expiredClaimIsIgnored() {
        Claim old = new Claim("abc", EventId.mint(NOW, RANDOM), NOW.plusSeconds(1));
        idempotency().claim(account, new IdempotencyKey("old"), old, NOW.minusSeconds(60));
        assertThat(store().claims(account, Set.of(new IdempotencyKey("old")), NOW))
                .hasSize(1);
        assertThat(store().claims(account, Set.of(new IdempotencyKey("old")), NOW.plusSeconds(3)))
                .isEmpty();
        Put put = put(key("old"));
        assertThat(store().put(account, List.of(put), NOW)).isEmpty();
        assertThat(store().put(account, List.of(put), NOW.plusSeconds(3))).containsExactly(put);
    }

    @Test
    void keyThatIsInABatchTwiceRecordsItsFirstChangeAlone() {
        Change first = new Change(EventSamples.draft("cln_1"), key("twice"));
        Change other = new Change(EventSamples.draft("cln_2"), key("twice"));
        Recording single = new Recording(events(), idempotency(), Clock.systemUTC(), RANDOM, Duration.ofDays(90));
        BatchRecording batch = new BatchRecording(store(), single, Clock.systemUTC(), RANDOM, Duration.ofDays(90));

        List<Outcome> outcomes = batch.record(account, List.of(first, other, first));

        Event event = ((Recorded) outcomes.getFirst()).event();
        assertThat(outcomes)
                .containsExactly(new Recorded(event, false), new Recording.KeyReused(), new Recorded(event, true));
        assertThat(batch.record(account, List.of(other, first)))
                .containsExactly(new Recording.KeyReused(), new Recorded(event, true));
        assertThat(all(account)).containsExactly(event);
    }

    private List<Event> all(AccountId account) {
        FeedQuery every = new FeedQuery(Optional.empty(), Set.of(), Optional.empty(), Optional.empty(), 100);
        return new FeedReader(events(), Duration.ofDays(90))
                .page(account, new Clinics.All(), every, Instant.now())
                .items();
    }

    private static List<EventId> ids(List<Put> puts) {
        return puts.stream().map(put -> put.event().id()).toList();
    }

    private static Optional<IdempotencyKey> key(String value) {
        return Optional.of(new IdempotencyKey(value));
    }

    private static Put put(Optional<IdempotencyKey> key) {
        EventId id = EventId.mint(NOW, RANDOM);
        return new Put(EventSamples.draft().as(id), key, EventSamples.draft().fingerprint(), LATER);
    }
}
