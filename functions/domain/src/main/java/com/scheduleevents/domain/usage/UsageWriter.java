package com.scheduleevents.domain.usage;

import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.usage.UsageRowWriter.Claim;
import com.scheduleevents.domain.webhook.WebhookId;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Replaces the stored usage of a day by a new count. Only rows that differ are written, so that a second count costs almost nothing. When
 * an earlier count may still be writing, every row is written: since this count began later, the earlier one can then overwrite none of
 * them.
 */
public final class UsageWriter {

    private final UsageRowWriter writer;

    public UsageWriter(UsageRowWriter writer) {
        this.writer = writer;
    }

    /** Writes the figures of a webhook as soon as its deliveries have been counted; idempotent. */
    public void write(UsageCount count, WebhookId webhook, DayFigures figures) {
        writer.put(count.account(), count.day(), webhook, figures, count.began());
    }

    /**
     * Writes a complete count; idempotent, and to be repeated after a crash.
     *
     * @return whether it was written; not when a later count has announced itself
     */
    public boolean write(UsageCount whole) {
        Claim claim = writer.claim(whole.account(), whole.day(), whole.began());
        if (claim == Claim.OVERTAKEN) {
            return false;
        }
        Map<ClinicId, Usage> written = writer.written(whole.account(), whole.day());
        for (UsageRows.ClinicUsage row : changes(whole, written, claim)) {
            if (!writer.put(whole.account(), row.key(), row.usage(), whole.began())) {
                return false;
            }
        }
        writer.finish(whole.account(), whole.day(), whole.began());
        return true;
    }

    /** The rows to write. A clinic without usage gets a row of zeros, because a deleted row could not protect itself. */
    static List<UsageRows.ClinicUsage> changes(UsageCount whole, Map<ClinicId, Usage> written, Claim claim) {
        Map<ClinicId, Usage> all = new HashMap<>();
        written.keySet().forEach(clinic -> all.put(clinic, Usage.NOTHING));
        all.putAll(whole.found());
        Stream<Map.Entry<ClinicId, Usage>> rows = all.entrySet().stream();
        return rows.filter(row -> claim == Claim.DISPUTED
                        || !row.getValue().equals(written.getOrDefault(row.getKey(), Usage.NOTHING)))
                .map(row -> new UsageRows.ClinicUsage(new UsageKey(whole.day(), row.getKey()), row.getValue()))
                .sorted(Comparator.comparing(UsageRows.ClinicUsage::key))
                .toList();
    }
}
