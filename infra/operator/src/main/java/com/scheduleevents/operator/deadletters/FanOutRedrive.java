package com.scheduleevents.operator.deadletters;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.aws.streams.StreamRecord;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventStore;
import com.scheduleevents.domain.event.EventStore.Feed;
import com.scheduleevents.domain.replay.ReplayPace;
import com.scheduleevents.operator.fanout.FeedWalk;
import com.scheduleevents.operator.fanout.FeedWalk.FeedSection;
import com.scheduleevents.operator.fanout.FirstMessages.DeliveryFilter;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Redrives what the fan-out function could not handle. A stream takes no record back, so the fan-out is repeated: for a whole
 * record, of its event as it is in the table; for records that Lambda gave up, of which only the time is known, of all events
 * that were recorded then.
 */
final class FanOutRedrive implements RedriveTarget {

    /** An event id is minted just before the event is written, but a retry may write it later. */
    private static final Duration MARGIN = Duration.ofMinutes(15);

    /** The default pace of a replay, which the retry queue handles beside the normal deliveries. */
    private static final ReplayPace PACE = new ReplayPace(50);

    private final EventStore events;
    private final FeedWalk walk;
    private final Supplier<Collection<AccountId>> accounts;

    /** @param accounts all accounts, which are read only if they are needed */
    FanOutRedrive(EventStore events, FeedWalk walk, Supplier<Collection<AccountId>> accounts) {
        this.events = events;
        this.walk = walk;
        this.accounts = accounts;
    }

    @Override
    public Optional<String> send(DeadLetter message) {
        JsonNode json = DeadLetterReader.json(message.body());
        Optional<StreamBatch> batch = StreamBatch.of(json);
        return batch.isPresent() ? batch(batch.get()) : record(new StreamRecord(json));
    }

    private Optional<String> batch(StreamBatch batch) {
        for (AccountId account : accounts.get()) {
            FeedSection section = new FeedSection(
                    new Feed.OfAccount(account),
                    batch.first().minus(MARGIN),
                    batch.last().plus(MARGIN),
                    Optional.empty());
            walk.walk(section, DeliveryFilter.MISSED, PACE, _ -> {});
        }
        return Optional.empty();
    }

    private Optional<String> record(StreamRecord record) {
        Optional<AccountId> account =
                DeadLetterReader.key(record, "account_id", AccountId.PREFIX).map(AccountId::new);
        Optional<EventId> id =
                DeadLetterReader.key(record, "id", EventId.PREFIX).flatMap(EventId::parse);
        if (account.isEmpty() || id.isEmpty()) {
            return Optional.of("it contains no event, so there is nothing to fan out");
        }
        return event(account.get(), id.get());
    }

    private Optional<String> event(AccountId account, EventId id) {
        Optional<Event> event = found(account, id);
        if (event.isEmpty()) {
            return Optional.of("the table has no such event that can be read: it has expired, or its row is malformed");
        }
        walk.fanOut(account, event.get());
        return Optional.empty();
    }

    private Optional<Event> found(AccountId account, EventId id) {
        try {
            return events.find(account, id);
        } catch (IllegalStateException malformed) {
            return Optional.empty();
        }
    }
}
