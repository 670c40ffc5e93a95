package com.scheduleevents.aws.metrics;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.aws.Environment;
import com.scheduleevents.aws.InvocationLogContext;
import com.scheduleevents.domain.metrics.Metric;
import com.scheduleevents.domain.metrics.MetricTotals;
import com.scheduleevents.domain.metrics.Metrics;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * Writes what an invocation counted as one line of CloudWatch's embedded metric format. Nothing is called, nothing waited for:
 * CloudWatch finds the numbers in the log by itself.
 */
public final class EmbeddedMetrics implements Metrics {

    /** The logger whose lines are nothing but their message; both logback.xml say so. */
    static final String LOGGER = "metrics";

    private static final String NAMESPACE = "METRICS_NAMESPACE";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final String namespace;
    private final Clock clock;
    private final Consumer<String> lines;
    private final MetricTotals tally = new MetricTotals();

    /**
     * @param namespace what CloudWatch lists the metrics under
     * @param lines gets one line for each flush that has something to say
     */
    EmbeddedMetrics(String namespace, Clock clock, Consumer<String> lines) {
        this.namespace = namespace;
        this.clock = clock;
        this.lines = lines;
    }

    /** As the function's environment describes it. What a priming counts never happened, and is not told. */
    public static EmbeddedMetrics of(Environment environment) {
        Consumer<String> log = LoggerFactory.getLogger(LOGGER)::info;
        return new EmbeddedMetrics(
                environment.text(NAMESPACE), Clock.systemUTC(), environment.isPriming() ? _ -> {} : log);
    }

    @Override
    public void add(Metric metric, long value) {
        tally.add(metric, value);
    }

    @Override
    public void flush() {
        Map<Metric, Long> values = tally.take();
        if (!values.isEmpty()) {
            lines.accept(line(values));
        }
    }

    private String line(Map<Metric, Long> values) {
        ObjectNode root = JSON.createObjectNode();
        ObjectNode aws = root.putObject("_aws").put("Timestamp", clock.millis());
        ObjectNode directive = aws.putArray("CloudWatchMetrics").addObject().put("Namespace", namespace);
        // One empty set: a number is the whole deployment's, whichever function counted it.
        directive.putArray("Dimensions").addArray();
        ArrayNode metrics = directive.putArray("Metrics");
        values.forEach((metric, value) -> {
            metrics.addObject().put("Name", metric.wireName()).put("Unit", metric.unit());
            root.put(metric.wireName(), value);
        });
        Optional.ofNullable(MDC.get(InvocationLogContext.KEY)).ifPresent(id -> root.put(InvocationLogContext.KEY, id));
        return root.toString();
    }
}
