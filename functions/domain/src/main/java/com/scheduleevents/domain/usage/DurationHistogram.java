package com.scheduleevents.domain.usage;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * How long responses took, counted in fixed buckets, each of which ends at most a fifth above the one before. So the times of hours and
 * webhooks can be added up, and a percentile is right to a fifth.
 *
 * @param counts how many were in each bucket, by the time at which it ends, in milliseconds; without empty buckets
 */
public record DurationHistogram(SortedMap<Long, Long> counts) {

    /** No responses. */
    public static final DurationHistogram NONE = new DurationHistogram(new TreeMap<>());

    /** Longer than any attempt takes. */
    private static final long LONGEST = 60_000;

    private static final int STEPS = 5;

    private static final long[] ENDS = LongStream.iterate(
                    1, end -> end < LONGEST, end -> end + Math.max(1, end / STEPS))
            .toArray();

    public DurationHistogram {
        counts = Collections.unmodifiableSortedMap(new TreeMap<>(counts));
    }

    /** One response. */
    public static DurationHistogram of(Duration took) {
        int at = Arrays.binarySearch(ENDS, took.toMillis());
        int bucket = Math.min(at < 0 ? -at - 1 : at, ENDS.length - 1);
        return new DurationHistogram(new TreeMap<>(Map.of(ENDS[bucket], 1L)));
    }

    /** Those of both. */
    public DurationHistogram plus(DurationHistogram other) {
        SortedMap<Long, Long> sum = new TreeMap<>(counts);
        other.counts.forEach((end, count) -> sum.merge(end, count, Long::sum));
        return new DurationHistogram(sum);
    }

    /**
     * The time in milliseconds within which at least so many of a hundred responses came; empty without responses.
     *
     * @param percent 1 to 100
     */
    public OptionalLong percentile(int percent) {
        long all = counts.values().stream().mapToLong(Long::longValue).sum();
        long wanted = Math.ceilDiv(all * percent, 100);
        long within = 0;
        for (var bucket : counts.entrySet()) {
            within += bucket.getValue();
            if (within >= wanted) {
                return OptionalLong.of(bucket.getKey());
            }
        }
        return OptionalLong.empty();
    }

    /** A short form for rows and messages, such as {@code 12:30,14:2}. */
    String text() {
        return counts.entrySet().stream()
                .map(bucket -> bucket.getKey() + ":" + bucket.getValue())
                .collect(Collectors.joining(","));
    }

    /** @throws IllegalArgumentException when the text has another form */
    static DurationHistogram parse(String text) {
        SortedMap<Long, Long> counts = new TreeMap<>();
        for (String bucket : text.isEmpty() ? new String[0] : text.split(",", -1)) {
            String[] numbers = bucket.split(":", -1);
            if (numbers.length != 2) {
                throw new IllegalArgumentException("not a bucket of response times: " + bucket);
            }
            counts.put(Long.valueOf(numbers[0]), Long.valueOf(numbers[1]));
        }
        return new DurationHistogram(counts);
    }
}
