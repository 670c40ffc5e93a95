package com.scheduleevents.domain.usage;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What became of the deliveries of one day's events, hour by hour.
 *
 * @param hours the figures by the hour in which the events were recorded, 0 to 23 in UTC; without hours that had no event
 */
public record DayFigures(SortedMap<Integer, DeliveryFigures> hours) {

    /** A day without deliveries. */
    public static final DayFigures NOTHING = new DayFigures(new TreeMap<>());

    public DayFigures {
        hours = Collections.unmodifiableSortedMap(new TreeMap<>(hours));
    }

    /** The figures of one hour. */
    public DeliveryFigures of(int hour) {
        return hours.getOrDefault(hour, DeliveryFigures.NOTHING);
    }

    /** The figures of the whole day. */
    public DeliveryFigures sum() {
        return hours.values().stream().reduce(DeliveryFigures.NOTHING, DeliveryFigures::plus);
    }

    /** The sum, hour by hour. */
    public DayFigures plus(DayFigures other) {
        SortedMap<Integer, DeliveryFigures> sum = new TreeMap<>(hours);
        other.hours.forEach((hour, figures) -> sum.merge(hour, figures, DeliveryFigures::plus));
        return new DayFigures(sum);
    }

    /** A short form for rows and messages, such as {@code 14=127 0 1 131 4 74:100,182:31;15=…}. */
    public String text() {
        return hours.entrySet().stream()
                .map(hour -> hour.getKey() + "=" + hour.getValue().text())
                .collect(Collectors.joining(";"));
    }

    /**
     * Reads that form.
     *
     * @throws IllegalArgumentException when it is another one
     */
    public static DayFigures parse(String text) {
        SortedMap<Integer, DeliveryFigures> hours = new TreeMap<>();
        for (String hour : text.isEmpty() ? new String[0] : text.split(";", -1)) {
            String[] parts = hour.split("=", -1);
            if (parts.length != 2) {
                throw new IllegalArgumentException("not the figures of an hour: " + hour);
            }
            hours.put(Integer.valueOf(parts[0]), DeliveryFigures.parse(parts[1]));
        }
        return new DayFigures(hours);
    }
}
