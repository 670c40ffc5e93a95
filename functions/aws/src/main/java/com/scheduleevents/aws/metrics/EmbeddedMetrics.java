package com.scheduleevents.aws.metrics;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.aws.Environment;
import com.scheduleevents.domain.metrics.Metric;
import com.scheduleevents.domain.metrics.MetricRecorder;
import com.scheduleevents.domain.metrics.MetricTotals;
import java.time.Clock;
import java.util.Map;
import java.util.function.Consumer;
import org.slf4j.LoggerFactory;

/**
 * Writes the metrics of an invocation to the log as one line in CloudWatch's embedded metric format. CloudWatch extracts them from the log,
 * so no call is made. The line does not name the invocation: each byte is paid for, and what went wrong has a line of its own that does.
 */
public final class EmbeddedMetrics implements MetricRecorder {

    /** A logger whose lines consist only of the message, as configured in logback.xml. */
    static final String LOGGER = "metrics";

    private static final String NAMESPACE = "METRICS_NAMESPACE";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final String namespace;
    private final Clock clock;
    private final Consumer<String> lines;
    private final MetricTotals tally = new MetricTotals();

    /** @param lines gets a line for each flush with at least one value */
    EmbeddedMetrics(String namespace, Clock clock, Consumer<String> lines) {
        this.namespace = namespace;
        this.clock = clock;
        this.lines = lines;
    }

    /** Configured by the function's environment. The metrics of a priming are not published. */
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
        // One empty set of dimensions: each metric is for the whole deployment, whichever function adds to it.
        directive.putArray("Dimensions").addArray();
        ArrayNode metrics = directive.putArray("Metrics");
        values.forEach((metric, value) -> {
            metrics.addObject().put("Name", metric.wireName()).put("Unit", metric.unit());
            root.put(metric.wireName(), value);
        });
        return root.toString();
    }
}
