package com.scheduleevents.benchmark.speed;

import java.util.ArrayList;
import java.util.List;

/**
 * Decides when a load need not be repeated any more before it is measured: when it no longer gets faster, which is when the last {@value #LAST}
 * windows are all within {@value #PERCENT} percent of the best of them. On a machine that is too noisy for that, it ends after {@value #MOST}.
 *
 * @param rates how many units a second each window made, in the order of the windows
 */
record WarmUp(List<Double> rates) {

    static final int LAST = 3;
    static final int PERCENT = 10;
    static final int MOST = 15;

    private static final double BILLION = 1e9;

    WarmUp {
        rates = List.copyOf(rates);
    }

    /** Repeats a window until the load is warm. */
    static WarmUp of(int units, Window window) throws InterruptedException {
        WarmUp warmUp = new WarmUp(List.of());
        while (!warmUp.isOver()) {
            long start = System.nanoTime();
            window.run();
            warmUp = warmUp.with(units * BILLION / (System.nanoTime() - start));
        }
        return warmUp;
    }

    WarmUp with(double rate) {
        List<Double> more = new ArrayList<>(rates);
        more.add(rate);
        return new WarmUp(more);
    }

    /** Whether the load no longer gets faster. */
    boolean isSteady() {
        if (rates.size() < LAST) {
            return false;
        }
        double best = last().stream().mapToDouble(Double::doubleValue).max().orElseThrow();
        return last().stream().allMatch(rate -> rate * 100 >= best * (100 - PERCENT));
    }

    /** Whether there is to be no further window. */
    boolean isOver() {
        return isSteady() || rates.size() >= MOST;
    }

    /** What the last windows made together, in units a second. */
    double rate() {
        return last().size() / last().stream().mapToDouble(rate -> 1 / rate).sum();
    }

    private List<Double> last() {
        return rates.subList(Math.max(0, rates.size() - LAST), rates.size());
    }

    /** A part of the load, the same each time. */
    @FunctionalInterface
    interface Window {
        void run() throws InterruptedException;
    }
}
