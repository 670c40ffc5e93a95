package com.scheduleevents.aws.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.scheduleevents.aws.Environment;
import com.scheduleevents.domain.metrics.Metric;
import com.scheduleevents.domain.metrics.MetricRecorder;
import com.scheduleevents.testkit.contract.MetricRecorderContract;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Tests the lines against "Specification: Embedded metric format" of the CloudWatch user guide. The member {@code _aws} of a line has a
 * time in milliseconds and directives, each of which has a namespace, sets of dimensions, and names of metrics. For each name, the line
 * has a member with a number.
 */
class EmbeddedMetricsTest extends MetricRecorderContract {

    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00.123Z");
    private static final Set<String> UNITS = Set.of("Count", "Seconds");

    private final List<String> lines = new ArrayList<>();
    private final EmbeddedMetrics metrics =
            new EmbeddedMetrics("ScheduleEvents/test", Clock.fixed(NOW, ZoneOffset.UTC), lines::add);

    @Override
    protected MetricRecorder metrics() {
        return metrics;
    }

    @Override
    protected Map<Metric, Long> handedOn() {
        Map<Metric, Long> values = new EnumMap<>(Metric.class);
        for (String line : lines) {
            JsonNode root = parsed(line);
            Stream.of(Metric.values())
                    .filter(metric -> root.has(metric.wireName()))
                    .forEach(metric ->
                            values.put(metric, root.path(metric.wireName()).longValue()));
        }
        lines.clear();
        return values;
    }

    @Test
    void invocationWritesOneLineWithAllItsMetrics() {
        for (Metric metric : Metric.values()) {
            metrics.add(metric, 2);
            metrics.add(metric, 1);
        }
        metrics.flush();

        JsonNode root = parsed(lines.getFirst());
        assertThat(lines).hasSize(1).allSatisfy(line -> assertThat(line).doesNotContain("\n"));
        assertThat(names(root.path("_aws"))).containsExactlyInAnyOrder("Timestamp", "CloudWatchMetrics");
        assertThat(root.at("/_aws/Timestamp").longValue()).isEqualTo(NOW.toEpochMilli());
        assertThat(root.at("/_aws/CloudWatchMetrics")).hasSize(1);
        JsonNode directive = root.at("/_aws/CloudWatchMetrics/0");
        assertThat(names(directive)).containsExactlyInAnyOrder("Namespace", "Dimensions", "Metrics");
        assertThat(directive.path("Namespace").asText()).isEqualTo("ScheduleEvents/test");
        assertThat(directive.path("Dimensions").toString()).isEqualTo("[[]]");
        assertThat(directive.path("Metrics"))
                .hasSize(Metric.values().length)
                .hasSizeLessThanOrEqualTo(100)
                .allSatisfy(metric -> {
                    assertThat(names(metric)).containsExactlyInAnyOrder("Name", "Unit");
                    assertThat(UNITS).contains(metric.path("Unit").asText());
                    assertThat(root.path(metric.path("Name").asText()).isNumber())
                            .isTrue();
                });
        assertThat(root.path("EventsRecorded").longValue()).isEqualTo(3);
        assertThat(root.path("OldestUndelivered").longValue()).isEqualTo(2);
    }

    @Test
    void invocationWithoutMetricsWritesNothing() {
        metrics.flush();
        metrics.add(Metric.EVENTS_RECORDED);
        metrics.flush();
        metrics.flush();
        assertThat(lines).hasSize(1);
    }

    @Test
    void missingNamespaceIsRejected() {
        assertThatThrownBy(() -> EmbeddedMetrics.of(new Environment(Map.of())))
                .hasMessageContaining("METRICS_NAMESPACE");
    }

    private static JsonNode parsed(String line) {
        try {
            return new ObjectMapper().readTree(line);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Set<String> names(JsonNode object) {
        return object.propertyStream().map(Map.Entry::getKey).collect(Collectors.toSet());
    }
}
