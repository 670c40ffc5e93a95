package com.scheduleevents.domain.usage;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * The progress of counting one account's day: its events are counted first, then the deliveries of each webhook, in the order of ids.
 *
 * @param began when the count began; of two counts of a day, the one that began later counts
 * @param webhook the webhook whose deliveries come next; empty while events are counted
 * @param after the last event that was counted there; empty at the beginning
 * @param found the usage that was counted so far
 * @param figures those of the webhook so far; empty when its count began before they were kept, and it gets none then
 */
public record UsageCount(
        AccountId account,
        UsageDay day,
        Instant began,
        Optional<WebhookId> webhook,
        Optional<EventId> after,
        Map<ClinicId, Usage> found,
        Optional<DayFigures> figures) {

    public UsageCount {
        found = Map.copyOf(found);
    }

    /** A new count. */
    public static UsageCount of(AccountId account, UsageDay day, Instant now) {
        return new UsageCount(account, day, now, Optional.empty(), Optional.empty(), Map.of(), Optional.empty());
    }

    UsageCount inEvents(EventId last, Map<ClinicId, Usage> sofar) {
        return new UsageCount(account, day, began, Optional.empty(), Optional.of(last), sofar, Optional.empty());
    }

    UsageCount inDeliveries(
            WebhookId next, Optional<EventId> last, Map<ClinicId, Usage> sofar, Optional<DayFigures> partial) {
        return new UsageCount(account, day, began, Optional.of(next), last, sofar, partial);
    }
}
