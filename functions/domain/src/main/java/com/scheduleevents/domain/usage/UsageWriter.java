package com.scheduleevents.domain.usage;

import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.usage.UsageRowWriter.Claim;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Writes down what was counted, in the place of what stood there. Only what differs is written, which makes the second count of
 * a day cost next to nothing. Whoever finds that another may still be writing an earlier count writes every row, and so leaves
 * it none that it could still overwrite: since its own begins later, none of its rows takes the other's.
 */
public final class UsageWriter {

    private final UsageRowWriter writer;

    /**
     * @param writer where it is written
     */
    public UsageWriter(UsageRowWriter writer) {
        this.writer = writer;
    }

    /**
     * Writes a whole count down; harmless to repeat, and after a crash to be repeated.
     *
     * @return whether it stands there now; not when a later count has taken over
     */
    public boolean write(UsageCount whole) {
        Claim claim = writer.claim(whole.account(), whole.day(), whole.began());
        if (claim == Claim.OVERTAKEN) {
            return false;
        }
        Map<ClinicId, Usage> written = writer.written(whole.account(), whole.day());
        for (UsageRows.Row row : changes(whole, written, claim)) {
            if (!writer.put(whole.account(), row.key(), row.usage(), whole.began())) {
                return false;
            }
        }
        writer.finish(whole.account(), whole.day(), whole.began());
        return true;
    }

    /** What has to be written. A clinic of which nothing is found any more gets a row of zeros: a row that is gone guards nothing. */
    static List<UsageRows.Row> changes(UsageCount whole, Map<ClinicId, Usage> written, Claim claim) {
        Map<ClinicId, Usage> all = new HashMap<>();
        written.keySet().forEach(clinic -> all.put(clinic, Usage.NOTHING));
        all.putAll(whole.found());
        Stream<Map.Entry<ClinicId, Usage>> rows = all.entrySet().stream();
        return rows.filter(row -> claim == Claim.DISPUTED
                        || !row.getValue().equals(written.getOrDefault(row.getKey(), Usage.NOTHING)))
                .map(row -> new UsageRows.Row(new UsageKey(whole.day(), row.getKey()), row.getValue()))
                .sorted(Comparator.comparing(UsageRows.Row::key))
                .toList();
    }
}
