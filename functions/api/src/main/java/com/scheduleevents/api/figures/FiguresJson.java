package com.scheduleevents.api.figures;

import com.scheduleevents.domain.time.Timestamps;
import com.scheduleevents.domain.usage.DeliveryFigures;
import com.scheduleevents.domain.usage.FiguresReader.Figures;
import com.scheduleevents.domain.usage.FiguresReader.IntervalFigures;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Figures over time, as the API shows them.
 *
 * @param data one element for each interval, oldest first
 * @param total all of them together
 * @param complete whether everything was counted
 */
record FiguresJson(List<IntervalJson> data, IntervalJson total, boolean complete) {

    static FiguresJson of(Figures figures) {
        return new FiguresJson(
                figures.intervals().stream().map(IntervalJson::of).toList(),
                IntervalJson.of(figures.total()),
                figures.complete());
    }

    /** The figures of one interval; the percentiles are null without responses. */
    record IntervalJson(
            String from,
            long delivered,
            long failed,
            long pending,
            long attempts,
            long failedAttempts,
            @Nullable Long p50Ms,
            @Nullable Long p95Ms,
            @Nullable Long p99Ms) {

        static IntervalJson of(IntervalFigures interval) {
            DeliveryFigures figures = interval.figures();
            return new IntervalJson(
                    Timestamps.formatMillis(interval.from()),
                    figures.delivered(),
                    figures.failed(),
                    figures.pending(),
                    figures.attempts(),
                    figures.failedAttempts(),
                    percentile(figures, 50),
                    percentile(figures, 95),
                    percentile(figures, 99));
        }

        private static @Nullable Long percentile(DeliveryFigures figures, int percent) {
            OptionalLong found = figures.times().percentile(percent);
            return found.isPresent() ? found.getAsLong() : null;
        }
    }
}
