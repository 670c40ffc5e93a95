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
 * Port: what there is to count. Events and deliveries may lag behind by a moment, which halves the price; who needs them all
 * asks when the day has been over for a while.
 */
public interface UsageSource {

    /** The clinics of events, one for each event, oldest first, in one query. */
    Part<ClinicId> events(Feed feed, EventRange range);

    /** A webhook's deliveries, oldest event first, in one query. */
    Part<CountedDelivery> deliveries(WebhookId webhook, EventRange range);

    /** The account's webhooks, those too that were deleted within retention, in the order of their ids. */
    List<CountedWebhook> webhooks(AccountId account);

    /**
     * As much of a range as one query gives.
     *
     * @param found what was found
     * @param last the event that it ends with; empty when nothing follows
     */
    record Part<T>(List<T> found, Optional<EventId> last) {

        /** Keeps a copy. */
        public Part {
            found = List.copyOf(found);
        }
    }
}
