package com.scheduleevents.domain.usage;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * How far the count of one account's day has come: first its events are counted, then the deliveries of one webhook after the
 * other, in the order of their ids.
 *
 * @param account whose usage
 * @param day the day
 * @param began when it began; of two counts of a day the one that began later holds
 * @param webhook whose deliveries come next; empty while events are counted
 * @param after the last event that was counted there; empty at the beginning
 * @param found what was found so far
 */
public record UsageCount(
        AccountId account,
        UsageDay day,
        Instant began,
        Optional<WebhookId> webhook,
        Optional<EventId> after,
        Map<ClinicId, Usage> found) {

    /** Keeps a copy. */
    public UsageCount {
        found = Map.copyOf(found);
    }

    /** A count that is about to begin. */
    public static UsageCount of(AccountId account, UsageDay day, Instant now) {
        return new UsageCount(account, day, now, Optional.empty(), Optional.empty(), Map.of());
    }

    UsageCount inEvents(EventId last, Map<ClinicId, Usage> sofar) {
        return new UsageCount(account, day, began, Optional.empty(), Optional.of(last), sofar);
    }

    UsageCount inDeliveries(WebhookId next, Optional<EventId> last, Map<ClinicId, Usage> sofar) {
        return new UsageCount(account, day, began, Optional.of(next), last, sofar);
    }
}
