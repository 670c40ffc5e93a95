package com.scheduleevents.benchmark.speed;

import com.scheduleevents.benchmark.report.Figure;
import java.util.ArrayList;
import java.util.List;

/**
 * A time in which something was measured: makes figures of what was, each followed by itself relative to the reference load.
 *
 * @param scenario the name of the scenario
 * @param storage what the cloud kept its tables and queues in
 * @param reference the reference load before and after
 * @param use of the processors meanwhile
 */
record Measured(String scenario, String storage, Reference reference, MachineUse use) {

    private static final String RELATIVE = " ÷ reference";
    private static final double THOUSAND = 1000;
    private static final double MILLION = 1e6;

    /**
     * What has to be known of the machine to believe the other figures.
     *
     * @param when says which part of the scenario it was, or nothing
     */
    List<Figure> conditions(String when) {
        List<Figure> figures = new ArrayList<>(List.of(
                figure("reference load" + when, reference.perSecond(), "1/s"),
                figure("reference load" + when + ", after ÷ before", reference.change(), "ratio"),
                figure("reference load" + when + ", processor of 1,000", THOUSAND * reference.processorSeconds(), "s"),
                figure("processors that this process used" + when, use.own(), "cores")));
        use.others().ifPresent(others -> figures.add(figure("processors that others used" + when, others, "cores")));
        return figures;
    }

    /** How much there is of something in a second. */
    List<Figure> rate(String name, double perSecond) {
        return List.of(figure(name + RELATIVE, reference.ofRate(perSecond), "ratio"), figure(name, perSecond, "1/s"));
    }

    /** How many seconds something takes. */
    List<Figure> seconds(String name, double seconds) {
        return List.of(figure(name + RELATIVE, reference.ofTime(seconds), "ratio"), figure(name, seconds, "s"));
    }

    /** How many microseconds something takes. */
    List<Figure> micros(String name, double micros) {
        return List.of(
                figure(name + RELATIVE, reference.ofTime(micros / MILLION), "ratio"), figure(name, micros, "µs"));
    }

    /** How many seconds of a processor a thousand of something take. */
    List<Figure> processor(String name, double secondsOfThousand) {
        return List.of(
                figure(name + RELATIVE, reference.ofProcessor(secondsOfThousand / THOUSAND), "ratio"),
                figure(name, secondsOfThousand, "s"));
    }

    /** Percentiles of a latency; where the processors were saturated, that they were, and no percentile. */
    List<Figure> latency(String name, Percentiles millis, int... percents) {
        if (use.isSaturated()) {
            return List.of(figure(name + ": saturated, so not measured; processors in use", use.share(), "ratio"));
        }
        List<Figure> figures = new ArrayList<>();
        for (int percent : percents) {
            String of = name + ", p" + percent;
            double at = millis.at(percent);
            figures.add(figure(of + RELATIVE, reference.ofTime(at / THOUSAND), "ratio"));
            figures.add(figure(of, at, "ms"));
        }
        return figures;
    }

    /** A figure without any relation to the reference load. */
    Figure figure(String name, double value, String unit) {
        return new Figure(scenario, storage, name, value, unit);
    }
}
