package com.scheduleevents.operator.deadletters;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.aws.streams.StreamRecord;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.delivery.DeliveryQueue;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventStore;
import com.scheduleevents.domain.event.EventStore.Feed;
import com.scheduleevents.domain.replay.ReplayPace;
import com.scheduleevents.operator.fanout.FeedWalk;
import com.scheduleevents.operator.fanout.FeedWalk.Stretch;
import com.scheduleevents.operator.fanout.FirstMessages;
import com.scheduleevents.operator.fanout.FirstMessages.Choice;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The way back of what fan-out could not handle. A stream takes nothing back, so the events themselves are fanned out again:
 * of a whole record the one that it tells of, as the table has it; of records that Lambda gave up, and tells nothing of but
 * when they were written, all that were recorded then.
 */
final class FanOutRedrive implements RedriveTarget {

    /** An event is minted just before it is written; a repeat that finishes an earlier try is written later. */
    private static final Duration MARGIN = Duration.ofMinutes(15);

    private final EventStore events;
    private final FirstMessages fanningOut;
    private final DeliveryQueue queue;
    private final FeedWalk walk;
    private final Supplier<Set<AccountId>> accounts;
    private final ReplayPace pace;

    FanOutRedrive(
            EventStore events,
            FirstMessages fanningOut,
            DeliveryQueue queue,
            FeedWalk walk,
            Supplier<Set<AccountId>> accounts,
            ReplayPace pace) {
        this.events = events;
        this.fanningOut = fanningOut;
        this.queue = queue;
        this.walk = walk;
        this.accounts = accounts;
        this.pace = pace;
    }

    @Override
    public Optional<String> take(DeadLetter letter) {
        JsonNode json = DeadLetterReader.json(letter.body());
        Optional<StreamBatch> batch = StreamBatch.of(json);
        return batch.isPresent() ? batch(batch.get()) : record(new StreamRecord(json));
    }

    private Optional<String> batch(StreamBatch batch) {
        for (AccountId account : accounts.get()) {
            Stretch stretch = new Stretch(
                    new Feed.OfAccount(account),
                    batch.first().minus(MARGIN),
                    batch.last().plus(MARGIN),
                    Optional.empty());
            walk.walk(stretch, Choice.MISSED, pace, _ -> {});
        }
        return Optional.empty();
    }

    private Optional<String> record(StreamRecord record) {
        Optional<AccountId> account =
                DeadLetterReader.key(record, "account_id", AccountId.PREFIX).map(AccountId::new);
        Optional<EventId> id =
                DeadLetterReader.key(record, "id", EventId.PREFIX).flatMap(EventId::parse);
        if (account.isEmpty() || id.isEmpty()) {
            return Optional.of("it tells of no event, so there is nothing to fan out");
        }
        return event(account.get(), id.get());
    }

    private Optional<String> event(AccountId account, EventId id) {
        Optional<Event> event = found(account, id);
        if (event.isEmpty()) {
            return Optional.of("the table has no such event that can be read: it expired, or its row is malformed");
        }
        queue.send(fanningOut.messages(account, List.of(event.get()), Choice.MISSED));
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
