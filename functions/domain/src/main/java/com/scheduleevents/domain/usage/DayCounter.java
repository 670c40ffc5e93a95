package com.scheduleevents.domain.usage;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventRange;
import com.scheduleevents.domain.event.EventStore.Feed;
import com.scheduleevents.domain.usage.UsageSource.Part;
import com.scheduleevents.domain.webhook.WebhookId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * Counts the usage of one account on one day. Memory use depends on the number of clinics, not on the number of events.
 */
public final class DayCounter {

    /**
     * The maximum number of rows of an open day that one request counts: at up to 1 KB each, about 50 MB, which is 50 queries of 1 MB and
     * 6,400 read units, less than a tenth of a cent.
     */
    static final int LIVE_ROWS = 50_000;

    /**
     * The maximum number of queries of an open day that one request makes: those 50 at some 60 ms each, and 150 that find little at 10 ms
     * each, take 4.5 s, and twice that if yesterday is open too; API Gateway waits 29 s. The limit is on work, not on time, so that the
     * same request always gives the same figures.
     */
    static final int LIVE_QUERIES = 200;

    /** For more clinics than this, one query each costs more than filtering the feed of the account. */
    static final int MAX_FEEDS = 50;

    private final UsageSource source;

    /** @param source the events and deliveries to count */
    public DayCounter(UsageSource source) {
        this.source = source;
    }

    /** The result of counting within a limited time. */
    public sealed interface Counted {

        /** Everything was counted. */
        record Whole(UsageCount count) implements Counted {}

        /** The time was over; the count continues from here. */
        record Partly(UsageCount count) implements Counted {}
    }

    /**
     * Continues a count. At least one query is made, so that a count that is interrupted repeatedly still ends.
     *
     * @param timeIsUp whether to stop before the next query
     * @param figures takes those of each webhook that had deliveries, as soon as all of them have been counted
     */
    public Counted countOn(UsageCount from, BooleanSupplier timeIsUp, BiConsumer<WebhookId, DayFigures> figures) {
        Tally tally = new Tally(from.day(), new Clinics.All(), new HashMap<>(from.found()));
        BooleanSupplier stop = () -> tally.queries > 0 && timeIsUp.getAsBoolean();
        if (from.webhook().isEmpty()) {
            Optional<EventId> stopped = tally.events(new Feed.OfAccount(from.account()), from.after(), stop);
            if (stopped.isPresent()) {
                return new Counted.Partly(from.inEvents(stopped.get(), tally.found));
            }
        }
        for (CountedWebhook webhook : remaining(from)) {
            Optional<EventId> after =
                    from.webhook().filter(webhook.id()::equals).flatMap(_ -> from.after());
            Optional<DayFigures> before = after.isPresent() ? from.figures() : Optional.of(DayFigures.NOTHING);
            if (stop.getAsBoolean()) {
                return new Counted.Partly(from.inDeliveries(webhook.id(), after, tally.found, before));
            }
            Optional<EventId> stopped = tally.deliveries(webhook, after, stop);
            Optional<DayFigures> counted = before.map(tally.takeFigures()::plus);
            if (stopped.isPresent()) {
                return new Counted.Partly(from.inDeliveries(webhook.id(), stopped, tally.found, counted));
            }
            counted.filter(day -> !day.equals(DayFigures.NOTHING)).ifPresent(day -> figures.accept(webhook.id(), day));
        }
        return new Counted.Whole(new UsageCount(
                from.account(),
                from.day(),
                from.began(),
                Optional.empty(),
                Optional.empty(),
                tally.found,
                Optional.empty()));
    }

    private List<CountedWebhook> remaining(UsageCount from) {
        return source.webhooks(from.account()).stream()
                .filter(webhook -> from.webhook().isEmpty()
                        || webhook.id().compareTo(from.webhook().get()) >= 0)
                .toList();
    }

    /**
     * The usage of an open day.
     *
     * @param found the usage by clinic
     * @param complete whether everything was counted; false when the day is too large for one request
     * @param queries how many queries that took
     */
    public record LiveCount(Map<ClinicId, Usage> found, boolean complete, int queries) {}

    /**
     * Counts the usage of the visible clinics on an open day. When the day is too large for one request, its first events are counted, and
     * then deliveries as far as the limit allows.
     */
    LiveCount live(AccountId account, UsageDay day, Clinics visible) {
        Tally tally = new Tally(day, visible, new HashMap<>());
        for (Feed feed : feeds(account, visible)) {
            if (tally.isSpent()
                    || tally.events(feed, Optional.empty(), tally::isSpent).isPresent()) {
                return tally.live(false);
            }
        }
        List<CountedWebhook> webhooks = source.webhooks(account).stream()
                .filter(webhook -> webhook.clinic().isEmpty()
                        || visible.contains(webhook.clinic().get()))
                .toList();
        for (CountedWebhook webhook : webhooks) {
            if (tally.isSpent()
                    || tally.deliveries(webhook, Optional.empty(), tally::isSpent)
                            .isPresent()) {
                return tally.live(false);
            }
        }
        return tally.live(true);
    }

    /**
     * The figures of an open day.
     *
     * @param complete whether everything was counted; false when the day is too large for one request
     * @param queries how many queries that took
     */
    record LiveFigures(DayFigures figures, boolean complete, int queries) {}

    /** Counts the figures of some webhooks on an open day. When the day is too large for one request, its first deliveries are counted. */
    LiveFigures figures(List<CountedWebhook> webhooks, UsageDay day) {
        Tally tally = new Tally(day, new Clinics.All(), new HashMap<>());
        boolean complete = true;
        for (CountedWebhook webhook : webhooks) {
            complete = complete
                    && !tally.isSpent()
                    && tally.deliveries(webhook, Optional.empty(), tally::isSpent)
                            .isEmpty();
        }
        return new LiveFigures(tally.takeFigures(), complete, tally.queries);
    }

    private static List<Feed> feeds(AccountId account, Clinics visible) {
        return switch (visible) {
            case Clinics.Listed(Set<ClinicId> ids)
            when ids.size() <= MAX_FEEDS ->
                ids.stream()
                        .<Feed>map(clinic -> new Feed.OfClinic(account, clinic))
                        .toList();
            case Clinics.All _, Clinics.Listed _ -> List.of(new Feed.OfAccount(account));
        };
    }

    /** A count in progress; used by one thread. */
    private final class Tally {

        private final UsageDay day;
        private final Clinics wanted;
        private final Map<ClinicId, Usage> found;
        private SortedMap<Integer, DeliveryFigures> hours = new TreeMap<>();
        private int queries;
        private int rows;

        Tally(UsageDay day, Clinics wanted, Map<ClinicId, Usage> found) {
            this.day = day;
            this.wanted = wanted;
            this.found = found;
        }

        LiveCount live(boolean complete) {
            return new LiveCount(found, complete, queries);
        }

        /** Whether the limit of one request is reached. */
        boolean isSpent() {
            return queries >= LIVE_QUERIES || rows >= LIVE_ROWS;
        }

        /** The figures of the deliveries that were counted since this was called last. */
        DayFigures takeFigures() {
            DayFigures taken = new DayFigures(hours);
            hours = new TreeMap<>();
            return taken;
        }

        Optional<EventId> events(Feed feed, Optional<EventId> after, BooleanSupplier stop) {
            return read(
                    after,
                    range -> {
                        Part<ClinicId> part = source.events(feed, range);
                        part.found().forEach(clinic -> add(clinic, Usage.EVENT));
                        return part;
                    },
                    stop);
        }

        Optional<EventId> deliveries(CountedWebhook webhook, Optional<EventId> after, BooleanSupplier stop) {
            return read(
                    after,
                    range -> {
                        Part<CountedDelivery> part = source.deliveries(webhook.id(), range);
                        part.found().forEach(delivery -> delivery.clinic().ifPresent(clinic -> {
                            add(clinic, Usage.of(delivery));
                            hours.merge(
                                    UsageDay.hour(delivery.event().mintedAt()),
                                    DeliveryFigures.of(delivery, webhook.sending()),
                                    DeliveryFigures::plus);
                        }));
                        return part;
                    },
                    stop);
        }

        /** @return where it was stopped; empty when it reached the end */
        private Optional<EventId> read(
                Optional<EventId> from, Function<EventRange, Part<?>> query, BooleanSupplier stop) {
            Optional<EventRange> unread = day.after(from);
            while (unread.isPresent()) {
                Part<?> part = query.apply(unread.get());
                queries++;
                rows += part.found().size();
                if (part.last().isEmpty() || stop.getAsBoolean()) {
                    return part.last();
                }
                unread = day.after(part.last());
            }
            return Optional.empty();
        }

        private void add(ClinicId clinic, Usage usage) {
            if (wanted.contains(clinic)) {
                found.merge(clinic, usage, Usage::plus);
            }
        }
    }
}
