package com.scheduleevents.benchmark.speed;

import java.util.List;

/** Measured times, in order. */
record Percentiles(List<Double> times) {

    /** @throws IllegalArgumentException when there are none */
    Percentiles {
        if (times.isEmpty()) {
            throw new IllegalArgumentException("nothing was measured");
        }
        times = times.stream().sorted().toList();
    }

    /** What so many percent of the times do not exceed. */
    double at(int percent) {
        return times.get((int) Math.ceil(percent / 100.0 * times.size()) - 1);
    }
}
