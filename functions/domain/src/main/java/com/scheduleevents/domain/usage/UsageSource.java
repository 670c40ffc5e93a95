package com.scheduleevents.domain.usage;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventRange;
import com.scheduleevents.domain.event.EventStore.Feed;
import com.scheduleevents.domain.webhook.WebhookId;
import java.util.List;
import java.util.Optional;

/**
 * Port: the events and deliveries to count. Reads are eventually consistent, which halves the cost; a final count is made long after the
 * end of the day.
 */
public interface UsageSource {

    /** The clinic of each event, oldest first, in one query. */
    Part<ClinicId> events(Feed feed, EventRange range);

    /** A webhook's deliveries, oldest event first, in one query. */
    Part<CountedDelivery> deliveries(WebhookId webhook, EventRange range);

    /** The account's webhooks, including those that were deleted within retention, in the order of their ids. */
    List<CountedWebhook> webhooks(AccountId account);

    /**
     * The result of one query, which may cover only a part of the range.
     *
     * @param last the last event that was read; empty when there are no more
     */
    record Part<T>(List<T> found, Optional<EventId> last) {

        public Part {
            found = List.copyOf(found);
        }
    }
}
