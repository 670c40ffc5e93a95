package com.scheduleevents.template;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.domain.metrics.Metric;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Tests what a deployment with the default parameters costs in a month without events, in dollars, at the prices of us-east-1 and
 * after the allowances that AWS gives every account for good. The page on operations has the same lines.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class IdleCostTest {

    private static final double LIMIT = 2.80;

    private static final double KEY = 1.00;

    /** Lambda polls a queue with five requests at a time, each of which waits 20 s: 648,000 in 30 days. */
    private static final double POLLS_OF_A_QUEUE = 5 * 3 * 60 * 24 * 30;

    private static final double FREE_REQUESTS = 1_000_000;
    private static final double MILLION_REQUESTS = 0.40;
    private static final int FREE_ALARMS = 10;
    private static final double ALARM = 0.10;
    private static final double DASHBOARD = 3.00;
    private static final int FREE_METRICS = 10;
    private static final double METRIC = 0.30;

    /** A web ACL and two rules. */
    private static final double FIREWALL = 5.00 + 2 * 1.00;

    private static final Path OPERATIONS = Path.of("..", "..", "docs", "operations.md");

    private final DeclaredTemplate declared = new DeclaredTemplate();

    IdleCostTest() throws IOException {}

    @Test
    void defaultDeploymentCostsLittleWithoutEvents() throws IOException {
        assertThat(keys() + polls() + alarms()).isLessThanOrEqualTo(LIMIT);
        assertThat(Files.readString(OPERATIONS))
                .contains(
                        line("KMS", keys()),
                        line("SQS", polls()),
                        line("CloudWatch", alarms()),
                        line("Sum", keys() + polls() + alarms()));
    }

    @Test
    void pageSaysWhatAlarmsCostThatAreChosen() throws IOException {
        int rollBack = metricsWatchedIf("WatchesEachFunction");
        int full = rollBack + metricsWatchedIf("WatchesEverything");
        double prod = keys() + polls() + alarms() + ALARM * rollBack + FIREWALL;

        assertThat(Files.readString(OPERATIONS))
                .contains(
                        line("`Monitoring=full`", ALARM * full + DASHBOARD) + " " + full + " more metrics",
                        line("`DeploymentPace` other than `AllAtOnce`", ALARM * rollBack),
                        String.format(Locale.ROOT, "costs $%.2f when idle", prod));
    }

    /** Those that functions write, and those that are counted in the log. */
    @Test
    void pagesSayHowManyMetricsTrafficAdds() throws IOException {
        int metrics = Metric.values().length
                + declared.resources("AWS::Logs::MetricFilter").size();

        assertThat(Files.readString(OPERATIONS)).contains("up to " + metrics + " metrics");
        assertThat(Files.readString(OPERATIONS.resolveSibling("cost.md")))
                .contains(String.format(
                        Locale.ROOT, "| metrics | %.2f | %d at $0.30", METRIC * (metrics - FREE_METRICS), metrics));
    }

    @Test
    void whatElseCostsByTheMonthIsChosen() {
        assertThat(declared.resources("AWS::CloudWatch::Dashboard").values())
                .isNotEmpty()
                .allMatch(dashboard -> dashboard.has("Condition"));
        assertThat(declared.resources("AWS::WAFv2::WebACL").values())
                .isNotEmpty()
                .allMatch(firewall -> firewall.has("Condition"));
        assertThat(declared.at("/Parameters/Monitoring/Default").asText()).isEqualTo("essential");
        assertThat(declared.at("/Parameters/FirewallRequestsPerAddress/Default").asInt())
                .isZero();
        assertThat(declared.at("/Parameters/DeploymentPace/Default").asText()).isEqualTo("AllAtOnce");
    }

    private double keys() {
        return KEY * declared.resources("AWS::KMS::Key").size();
    }

    private double polls() {
        return Math.max(0, polledQueues() * POLLS_OF_A_QUEUE - FREE_REQUESTS) / 1_000_000 * MILLION_REQUESTS;
    }

    private double alarms() {
        return ALARM * Math.max(0, metricsWatchedIf("") - FREE_ALARMS);
    }

    private static String line(String of, double dollars) {
        return String.format(Locale.ROOT, "| %s | $%.2f |", of, dollars);
    }

    private long polledQueues() {
        return declared.resources("AWS::Serverless::Function").values().stream()
                        .flatMap(function -> function.at("/Properties/Events").valueStream())
                        .filter(event -> event.path("Type").asText().equals("SQS"))
                        .count()
                + declared.resources("AWS::Lambda::EventSourceMapping").values().stream()
                        .filter(mapping -> mapping.at("/Properties/EventSourceArn/Fn::GetAtt/0")
                                .asText()
                                .endsWith("Queue"))
                        .count();
    }

    /**
     * An alarm is paid for by its metrics.
     *
     * @param condition of the alarms to count; empty for those that every deployment has
     */
    private int metricsWatchedIf(String condition) {
        return declared.resources("AWS::CloudWatch::Alarm").entrySet().stream()
                .map(Map.Entry::getValue)
                .filter(alarm -> alarm.path("Condition").asText().equals(condition))
                .map(alarm -> alarm.path("Properties"))
                .mapToInt(IdleCostTest::metrics)
                .sum();
    }

    private static int metrics(JsonNode alarm) {
        return alarm.has("MetricName")
                ? 1
                : (int) alarm.path("Metrics")
                        .valueStream()
                        .filter(metric -> metric.has("MetricStat"))
                        .count();
    }
}
