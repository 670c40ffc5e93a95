package com.scheduleevents.cloud.dynamodb;

import com.scheduleevents.cloud.faults.CallSite;
import com.scheduleevents.cloud.faults.FaultKind;
import com.scheduleevents.cloud.faults.ServiceFaults;
import com.scheduleevents.cloud.time.CloudTime;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Decides when DynamoDB deletes the expired items of a table: some minutes after their time, or much later ("typically within a few
 * days", DynamoDB Developer Guide, "Using time to live").
 */
final class ExpiryQueue {

    private static final Duration AT_BEST = Duration.ofMinutes(2);
    private static final Duration MEAN_LATENESS = Duration.ofHours(10);
    private static final Duration MOST_LATENESS = Duration.ofDays(2);

    /** From then on the time counts as a mistake: items that would have expired five years ago are kept. */
    private static final Duration LONG_AGO = Duration.ofDays(5 * 365);

    private final CloudTime time;
    private final ServiceFaults faults;
    private final CallSite site;
    private final Consumer<KeyTuple> over;

    /** By time of deletion and then by order of planning. */
    private final TreeMap<Planned, KeyTuple> planned = new TreeMap<>();

    private long ordinal;
    private @Nullable String attribute;
    private long timerAt = Long.MAX_VALUE;

    ExpiryQueue(String table, CloudTime time, ServiceFaults faults, Consumer<KeyTuple> over) {
        this.time = time;
        this.faults = faults;
        this.site = new CallSite("world", "time to live", table);
        this.over = over;
    }

    void watch(String attributeName) {
        attribute = attributeName;
    }

    Optional<String> attribute() {
        return Optional.ofNullable(attribute);
    }

    /** When an item's time is over, if it has one. */
    Optional<Instant> end(Map<String, AttributeValue> item) {
        return attribute()
                .map(item::get)
                .filter(value -> value.type() == AttributeValue.Type.N)
                .map(value -> Instant.ofEpochSecond(new BigDecimal(value.n()).longValue()));
    }

    boolean isOver(Map<String, AttributeValue> item) {
        Instant now = time.now();
        return end(item)
                .filter(end -> !end.isAfter(now) && end.isAfter(now.minus(LONG_AGO)))
                .isPresent();
    }

    /** Plans the deletion of an item that was written. */
    void plan(KeyTuple key, Map<String, AttributeValue> item) {
        end(item).ifPresent(end -> {
            Duration lateness = faults.strikes(FaultKind.LATE_EXPIRY, site)
                    ? faults.time(site.port(), MEAN_LATENESS, MOST_LATENESS)
                    : faults.time(site.port(), AT_BEST, AT_BEST.multipliedBy(5));
            long wait = Duration.between(time.now(), end.plus(AT_BEST).plus(lateness))
                    .toNanos();
            planned.put(new Planned(time.nanos() + Math.max(0, wait), ordinal++), key);
            wakeForFirst();
        });
    }

    private void wakeForFirst() {
        if (planned.isEmpty() || planned.firstKey().at() >= timerAt) {
            return;
        }
        timerAt = planned.firstKey().at();
        time.after(Duration.ofNanos(timerAt - time.nanos()), this::delete);
    }

    private void delete() {
        timerAt = Long.MAX_VALUE;
        while (!planned.isEmpty() && planned.firstKey().at() <= time.nanos()) {
            over.accept(planned.pollFirstEntry().getValue());
        }
        wakeForFirst();
    }

    private record Planned(long at, long ordinal) implements Comparable<Planned> {
        @Override
        public int compareTo(Planned other) {
            return at != other.at ? Long.compare(at, other.at) : Long.compare(ordinal, other.ordinal);
        }
    }
}
