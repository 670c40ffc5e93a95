package com.scheduleevents.aws.events;

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
import com.scheduleevents.testkit.memory.PlainIds;
import com.scheduleevents.testkit.samples.EventSamples;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The contract of {@link BatchStore} with the ports of single events and keys. */
abstract class BatchStoreContract {

    private static final Instant NOW = Instant.parse("2026-11-20T14:02:11.337Z");
    private static final Instant LATER = Instant.parse("2027-02-18T14:02:12Z");
    private static final Random RANDOM = new Random();

    private final AccountId account = new AccountId("acc_" + Long.toHexString(RANDOM.nextLong()));

    /** The port, which has no data of new accounts. */
    protected abstract BatchStore store();

    /** The events that it puts and finds. */
    protected abstract EventStore events();

    /** The keys that it claims and finds. */
    protected abstract IdempotencyStore idempotency();

    @Test
    void claimTakesFreeKeysAndReturnsTheEarlierClaimsOnTheOthers() {
        Map<IdempotencyKey, Claim> first = claims("first", 60);
        assertThat(store().claim(account, first, NOW)).isEqualTo(first);
        Map<IdempotencyKey, Claim> again = claims("first", 100);
        Map<IdempotencyKey, Claim> claimed = store().claim(account, again, NOW);
        assertThat(claimed).hasSize(100).containsAllEntriesOf(first);
        again.keySet().removeAll(first.keySet());
        assertThat(claimed).containsAllEntriesOf(again);
        Claim late = claim();
        assertThat(idempotency()
                        .claim(account, again.keySet().iterator().next(), late, NOW)
                        .map(Claim::event))
                .contains(again.values().iterator().next().event());
        assertThat(store().claim(new AccountId("acc_" + account.value()), again, NOW))
                .isEqualTo(again);
    }

    @Test
    void claimIsIdempotent() {
        Map<IdempotencyKey, Claim> wanted = claims("same", 3);
        store().claim(account, wanted, NOW);
        assertThat(store().claim(account, wanted, NOW)).isEqualTo(wanted);
    }

    @Test
    void expiredClaimIsNotReturned() {
        IdempotencyKey key = new IdempotencyKey("old");
        Claim old = new Claim("abc", EventId.mint(NOW, RANDOM), Instant.parse("2026-11-20T14:02:12Z"));
        idempotency().claim(account, key, old, NOW.minusSeconds(60));
        assertThat(store().claim(account, Map.of(key, claim()), NOW)).containsEntry(key, old);
        assertThat(store().claim(account, Map.of(key, claim()), NOW.plusSeconds(3)))
                .doesNotContainValue(old);
    }

    @Test
    void putWritesEventsAndReplacesNone() {
        List<Put> puts = IntStream.range(0, 100).mapToObj(_ -> put()).toList();
        assertThat(store().put(account, puts.subList(0, 60))).isEqualTo(events(puts.subList(0, 60)));
        Event taken = puts.getFirst().event();
        Put sameId = new Put(new Event(taken.id(), "offer.created", new ClinicId("cln_2"), "{}"), LATER);
        List<Put> others = new ArrayList<>(puts.subList(1, 100));
        others.add(sameId);
        assertThat(store().put(account, others)).isEqualTo(events(puts));
        assertThat(store().find(account, events(puts).keySet())).isEqualTo(events(puts));
        assertThat(events().find(account, taken.id())).contains(taken);
        assertThat(store().find(new AccountId("acc_other"), events(puts).keySet()))
                .isEmpty();
    }

    @Test
    void keyThatIsInABatchTwiceRecordsItsFirstChangeAlone() {
        Change first = new Change(EventSamples.draft("cln_1"), key("twice"));
        Change other = new Change(EventSamples.draft("cln_2"), key("twice"));
        Recording single =
                new Recording(events(), idempotency(), PlainIds.of(RANDOM), Clock.systemUTC(), Duration.ofDays(90));
        BatchRecording batch = new BatchRecording(store(), single, Clock.systemUTC(), Duration.ofDays(90));

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
                .page(account, new Clinics.All(), every, Instant.now(), _ -> {})
                .items();
    }

    private static Map<EventId, Event> events(List<Put> puts) {
        return puts.stream().map(Put::event).collect(Collectors.toMap(Event::id, Function.identity()));
    }

    private static Optional<IdempotencyKey> key(String value) {
        return Optional.of(new IdempotencyKey(value));
    }

    private static Map<IdempotencyKey, Claim> claims(String name, int count) {
        Map<IdempotencyKey, Claim> claims = new LinkedHashMap<>();
        IntStream.range(0, count).forEach(i -> claims.put(new IdempotencyKey(name + i), claim()));
        return claims;
    }

    private static Claim claim() {
        return new Claim(EventSamples.draft().fingerprint(), EventId.mint(NOW, RANDOM), LATER);
    }

    private static Put put() {
        return new Put(EventSamples.draft().as(EventId.mint(NOW, RANDOM)), LATER);
    }
}
