package com.scheduleevents.domain.usage;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.usage.DayCounter.LiveFigures;
import com.scheduleevents.domain.usage.FigureRows.Sums;
import com.scheduleevents.domain.usage.FiguresQuery.Interval;
import com.scheduleevents.domain.webhook.Webhook;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;

/**
 * Reads what became of deliveries, interval by interval: the stored figures of days that have been counted, and those of the others, today above
 * all, which are counted during the request.
 */
public final class FiguresReader {

    /** How many rows a request for the figures of an account reads at most: with 50 webhooks, those of three months. */
    static final int MAX_ROWS = 5_000;

    /** How many days a request counts at most: today, yesterday until its night is over, and one that no night has counted. */
    private static final int MAX_LIVE = 3;

    private final FigureRows rows;
    private final UsageRows counts;
    private final DayCounter counter;
    private final UsageSource source;

    /**
     * @param rows the stored figures
     * @param counts says which days have been counted
     * @param source the deliveries of open days
     */
    public FiguresReader(FigureRows rows, UsageRows counts, UsageSource source) {
        this.rows = rows;
        this.counts = counts;
        this.counter = new DayCounter(source);
        this.source = source;
    }

    /**
     * Figures over time.
     *
     * @param intervals all that were asked for, oldest first
     * @param complete whether everything was counted; false when there was too much for one request
     */
    public record Figures(List<IntervalFigures> intervals, boolean complete) {

        /** Those of all intervals together. */
        public IntervalFigures total() {
            return new IntervalFigures(
                    intervals.getFirst().from(),
                    intervals.stream()
                            .map(IntervalFigures::figures)
                            .reduce(DeliveryFigures.NOTHING, DeliveryFigures::plus));
        }
    }

    /**
     * The figures of one interval.
     *
     * @param from when it begins
     */
    public record IntervalFigures(Instant from, DeliveryFigures figures) {}

    /**
     * The figures of one webhook.
     *
     * @param queries is told how many queries it took
     */
    public Figures of(Webhook webhook, FiguresQuery query, Instant now, IntConsumer queries) {
        return read(webhook.account(), query, now, queries, List.of(CountedWebhook.of(webhook)), days -> {
            queries.accept(1);
            return new Sums(rows.find(webhook.account(), webhook.id(), days), days.size(), true);
        });
    }

    /**
     * The figures of all webhooks of an account together, including those that were deleted.
     *
     * @param queries is told how many queries it took
     */
    public Figures of(AccountId account, FiguresQuery query, Instant now, IntConsumer queries) {
        return read(account, query, now, queries, source.webhooks(account), days -> {
            Sums sums = rows.sum(account, days.getFirst(), days.getLast(), MAX_ROWS);
            queries.accept(Math.ceilDiv(sums.rows(), UsageRows.MAX_KEYS));
            return sums;
        });
    }

    private Figures read(
            AccountId account,
            FiguresQuery query,
            Instant now,
            IntConsumer queries,
            List<CountedWebhook> webhooks,
            Function<SortedSet<UsageDay>, Sums> stored) {
        SortedSet<UsageDay> days = new TreeSet<>(query.days());
        days.removeIf(day -> day.start().isAfter(now));
        SortedSet<UsageDay> counted = counted(account, days);
        Map<UsageDay, DayFigures> found = new HashMap<>();
        List<UsageDay> uncounted = uncounted(days, counted, now);
        boolean complete = uncounted.size() <= MAX_LIVE;
        for (UsageDay day : uncounted.stream().limit(MAX_LIVE).toList()) {
            LiveFigures live = counter.figures(webhooks, day);
            queries.accept(live.queries());
            found.put(day, live.figures());
            complete = complete && live.complete();
            days.remove(day);
        }
        if (!days.isEmpty()) {
            Sums sums = stored.apply(days);
            found.putAll(sums.days());
            complete = complete && sums.complete();
        }
        return new Figures(
                query.intervals()
                        .map(from -> new IntervalFigures(from, of(query.interval(), from, found)))
                        .toList(),
                complete);
    }

    /** Those of the days that were counted since they ended. */
    private SortedSet<UsageDay> counted(AccountId account, SortedSet<UsageDay> days) {
        return days.isEmpty()
                ? new TreeSet<>()
                : counts.counted(account, days.getFirst(), days.getLast()).entrySet().stream()
                        .filter(day -> !day.getValue().isBefore(day.getKey().end()))
                        .map(Map.Entry::getKey)
                        .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Those of the days that nobody has counted, newest first: today, yesterday, and any after the first that was counted. */
    private static List<UsageDay> uncounted(SortedSet<UsageDay> days, SortedSet<UsageDay> counted, Instant now) {
        UsageDay yesterday = UsageDay.of(now).plus(-1);
        UsageDay first =
                counted.isEmpty() || counted.getFirst().compareTo(yesterday) > 0 ? yesterday : counted.getFirst();
        return days.tailSet(first).reversed().stream()
                .filter(day -> !counted.contains(day))
                .toList();
    }

    private static DeliveryFigures of(Interval interval, Instant from, Map<UsageDay, DayFigures> found) {
        DayFigures day = found.getOrDefault(UsageDay.of(from), DayFigures.NOTHING);
        return switch (interval) {
            case HOUR -> day.of(UsageDay.hour(from));
            case DAY -> day.sum();
        };
    }
}
