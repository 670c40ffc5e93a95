package com.scheduleevents.domain.usage;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.page.Page;
import com.scheduleevents.domain.usage.DayCounter.LiveCount;
import com.scheduleevents.domain.usage.UsagePager.Stretch;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.stream.Stream;

/**
 * Reads pages of usage, newest day first: the stored counts, preceded by today and, until its first count, yesterday, which are counted
 * during the request.
 */
public final class UsageReader {

    /** How many rows one page reads at most, including rows that are not shown; a page that ends here is short, and has a cursor if a row follows. */
    static final int READ_BUDGET = 2_000;

    private final UsageRows rows;
    private final DayCounter counter;

    /**
     * @param rows the stored counts
     * @param counter counts open days
     */
    public UsageReader(UsageRows rows, DayCounter counter) {
        this.rows = rows;
        this.counter = counter;
    }

    /**
     * Reads one page.
     *
     * @param visible the clinics to show
     * @param queries is told how many queries each open day took
     */
    public Page<DailyUsage, UsageKey> page(
            AccountId account, Clinics visible, UsageQuery query, Instant now, IntConsumer queries) {
        if (query.before()
                .filter(cursor -> cursor.day().compareTo(query.from()) < 0)
                .isPresent()) {
            return Page.last(List.of());
        }
        Map<UsageDay, Instant> counted = rows.counted(account, query.from(), query.to());
        List<UsageDay> live = live(query, counted, now);
        List<DailyUsage> found = new ArrayList<>();
        for (UsageDay day : live) {
            LiveCount count = counter.live(account, day, visible);
            queries.accept(count.queries());
            for (DailyUsage row : counted(count, day, query.before())) {
                if (found.size() == query.limit()) {
                    return new Page<>(found, Optional.of(found.getLast().key()));
                }
                found.add(row);
            }
        }
        UsageDay last = live.isEmpty() ? query.to() : live.getLast().plus(-1);
        if (last.compareTo(query.from()) < 0) {
            return Page.last(found);
        }
        Stretch stretch = new Stretch(account, query.from(), last, query.before());
        return written(found, UsagePager.of(rows, visible, stretch), query.limit(), counted);
    }

    private static Page<DailyUsage, UsageKey> written(
            List<DailyUsage> found, UsagePager written, int limit, Map<UsageDay, Instant> counted) {
        Optional<UsageKey> lookedAt = Optional.empty();
        for (int read = 0; read < READ_BUDGET; read++) {
            Optional<UsageRows.ClinicUsage> next = written.next();
            if (next.isEmpty()) {
                return Page.last(found);
            }
            UsageRows.ClinicUsage row = next.get();
            if (!row.usage().equals(Usage.NOTHING)) {
                if (found.size() == limit) {
                    return new Page<>(found, Optional.of(found.getLast().key()));
                }
                found.add(new DailyUsage(
                        row.key(), row.usage(), isSettled(row.key().day(), counted), true));
            }
            lookedAt = Optional.of(row.key());
        }
        return written.next().isEmpty() ? Page.last(found) : new Page<>(found, lookedAt);
    }

    private static boolean isSettled(UsageDay day, Map<UsageDay, Instant> counted) {
        return Optional.ofNullable(counted.get(day)).filter(day::isSettledAt).isPresent();
    }

    /** The days of the page that are counted during the request, newest first. */
    private static List<UsageDay> live(UsageQuery query, Map<UsageDay, Instant> counted, Instant now) {
        UsageDay today = UsageDay.of(now);
        return Stream.of(today, today.plus(-1))
                .filter(day -> Optional.ofNullable(counted.get(day))
                        .filter(at -> !at.isBefore(day.end()))
                        .isEmpty())
                .filter(day -> day.compareTo(query.from()) >= 0 && day.compareTo(query.to()) <= 0)
                .filter(day -> query.before()
                        .filter(cursor -> cursor.day().compareTo(day) < 0)
                        .isEmpty())
                .toList();
    }

    private static List<DailyUsage> counted(LiveCount count, UsageDay day, Optional<UsageKey> before) {
        return count.found().entrySet().stream()
                .map(row -> new DailyUsage(new UsageKey(day, row.getKey()), row.getValue(), false, count.complete()))
                .filter(row -> !row.usage().equals(Usage.NOTHING))
                .filter(row -> before.isEmpty() || row.key().compareTo(before.get()) < 0)
                .sorted(Comparator.comparing(DailyUsage::key).reversed())
                .toList();
    }
}
