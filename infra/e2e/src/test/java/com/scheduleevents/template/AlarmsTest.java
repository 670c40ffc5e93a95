package com.scheduleevents.template;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.scheduleevents.cloud.sources.SourceSpec;
import com.scheduleevents.cloud.template.PseudoParameters;
import com.scheduleevents.cloud.template.QueueSpec;
import com.scheduleevents.cloud.template.Template;
import com.scheduleevents.domain.metrics.Metric;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Tests that the deployment has its alarms, that each has a runbook, and that alarms and dashboard use existing metrics only. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AlarmsTest {

    private static final Path DOCS = Path.of("..", "..", "docs");
    private static final Path RUNBOOKS = DOCS.resolve("operations/runbooks.md");
    private static final String OWN = "ScheduleEvents/${AWS::StackName}";
    private static final Set<String> AWS = Set.of("AWS/Lambda", "AWS/SQS", "AWS/DynamoDB", "AWS/SES", "AWS/ApiGateway");
    /** Alarms on the sum of one metric of several functions. */
    private static final Set<String> SUMS = Set.of("Errors", "Throttles");

    private static final Pattern SECTION = Pattern.compile("(?ms)^## (\\w+Alarm)$(.*?)(?=^##|\\z)");

    private final DeclaredTemplate declared;
    private final Template template;
    private final SortedMap<String, JsonNode> alarms;

    AlarmsTest() throws IOException {
        declared = new DeclaredTemplate();
        template = Template.read(
                DeclaredTemplate.FILE, Map.of(), PseudoParameters.local(URI.create("http://127.0.0.1:9324")));
        alarms = declared.resources("AWS::CloudWatch::Alarm");
    }

    /**
     * A metric of an alarm or the dashboard.
     *
     * @param of logical id of the function or queue; empty when it has none
     */
    private record Watched(String namespace, String name, String of) {}

    @Test
    void everyDeadLetterQueueHasAnAlarm() {
        Set<String> deadLetters = template.queues().keySet().stream()
                .filter(queue -> queue.endsWith("DeadLetters"))
                .collect(Collectors.toSet());
        Set<String> targets = declared.resources("AWS::SQS::Queue").values().stream()
                .map(queue -> queue.at("/Properties/RedrivePolicy/deadLetterTargetArn/Fn::GetAtt/0")
                        .asText())
                .filter(target -> !target.isEmpty())
                .collect(Collectors.toSet());
        assertThat(deadLetters).isNotEmpty().containsAll(targets);
        assertThat(watched()).containsAll(each(deadLetters, "AWS/SQS", "ApproximateNumberOfMessagesVisible"));
    }

    /** SQS reports the age also while nobody reads the queue. */
    @Test
    void everyQueueThatAFunctionReadsHasAnAgeAlarm() {
        Set<String> read = template.queues().values().stream()
                .filter(queue -> sources(SourceSpec.Queue.class)
                        .anyMatch(source -> source.queueArn().equals(queue.arn())))
                .map(QueueSpec::id)
                .collect(Collectors.toSet());
        assertThat(read).isNotEmpty();
        assertThat(watched()).containsAll(each(read, "AWS/SQS", "ApproximateAgeOfOldestMessage"));
    }

    /** The essential alarms see errors in the log that all functions share. */
    @Test
    void failedInvocationsOfEveryFunctionAreCounted() {
        JsonNode filter = declared.at("/Resources/FailedInvocations/Properties");
        assertThat(filter.at("/LogGroupName/Ref").asText())
                .isEqualTo(declared.at("/Globals/Function/LoggingConfig/LogGroup/Ref")
                        .asText());
        assertThat(watched()).contains(new Watched(OWN, failedInvocations(), ""));
        assertThat(declared.at("/Resources/FailedInvocationsAlarm").has("Condition"))
                .isFalse();
    }

    @Test
    void everyFunctionHasAnErrorAndAThrottleAlarm() {
        Set<String> functions = template.functions().keySet();
        assertThat(watched())
                .containsAll(each(functions, "AWS/Lambda", "Errors"))
                .containsAll(each(functions, "AWS/Lambda", "Throttles"));
    }

    @Test
    void everyStreamReaderHasAnIteratorAgeAlarm() {
        assertThat(readersOfStreams()).isNotEmpty();
        assertThat(watched()).containsAll(each(readersOfStreams(), "AWS/Lambda", "IteratorAge"));
    }

    /**
     * Lambda reports no iterator age while a mapping is disabled or its function throttled. These alarms have a value of 0 in an hour in
     * which there was something to read and the function did not run, and no value in an hour in which there was nothing.
     */
    @Test
    void everyStreamReaderHasAnAlarmForItsStop() {
        assertThat(readersOfStreams())
                .isNotEmpty()
                .isEqualTo(stopAlarms()
                        .map(alarm -> watched(alarm.at("/Metrics/2/MetricStat/Metric")))
                        .filter(ran -> ran.equals(new Watched("AWS/Lambda", "Invocations", ran.of())))
                        .map(Watched::of)
                        .collect(Collectors.toSet()));
        assertThat(stopAlarms()).allSatisfy(alarm -> {
            assertThat(alarm.at("/Metrics").valueStream().map(metric -> metric.path("Id")
                            .asText()))
                    .element(2)
                    .isEqualTo("ran");
            assertThat(alarm.at("/Metrics/0/Expression").asText()).isIn("ran + 0 * recorded", "ran + (written == 0)");
            assertThat(alarm.at("/Metrics").findValuesAsText("Period")).containsExactly("3600", "3600");
            // One hour says nothing: what came at its end is read in the next.
            assertThat(alarm.path("DatapointsToAlarm")
                            .asInt(alarm.path("EvaluationPeriods").asInt()))
                    .isEqualTo(2);
            assertThat(alarm.path("ComparisonOperator").asText()).isEqualTo("LessThanThreshold");
            assertThat(alarm.path("Threshold").asInt()).isOne();
            assertThat(alarm.path("TreatMissingData").asText()).isEqualTo("notBreaching");
        });
    }

    /** The stream forgets events after a day, so somebody has to know before. */
    @Test
    void stopOfFanOutIsNoticedWhereEventsAreRecorded() {
        JsonNode alarm = declared.at("/Resources/FanOutStoppedAlarm");
        assertThat(alarm.has("Condition")).isFalse();
        assertThat(alarm.at("/Properties/EvaluationPeriods").asInt()
                        * alarm.at("/Properties/Metrics/1/MetricStat/Period").asInt())
                .isLessThanOrEqualTo(12 * 3600);
        assertThat(watched(alarm.at("/Properties/Metrics/1/MetricStat/Metric")))
                .isEqualTo(new Watched(OWN, Metric.EVENTS_RECORDED.wireName(), ""));
    }

    /** The sender knows the window; an age would have to be compared with each one that a deployment may have. */
    @Test
    void deliveryThatIsUndeliveredForTooLongIsNoticedWhateverTheRetryWindow() {
        JsonNode alarm = declared.at("/Resources/UndeliveredTooLongAlarm/Properties");
        assertThat(watched(alarm)).isEqualTo(new Watched(OWN, Metric.DELIVERIES_OVERDUE.wireName(), ""));
        assertThat(alarm.path("ComparisonOperator").asText()).isEqualTo("GreaterThanThreshold");
        assertThat(alarm.path("Threshold").asInt()).isZero();
    }

    @Test
    void everyScheduledFunctionHasAnAlarmForMissingInvocations() {
        Set<String> scheduled = template.functions().values().stream()
                .filter(function -> function.sources().stream().anyMatch(SourceSpec.Schedule.class::isInstance))
                .map(function -> function.id())
                .collect(Collectors.toSet());
        assertThat(scheduled).isNotEmpty();
        assertThat(watched()).containsAll(each(scheduled, "AWS/Lambda", "Invocations"));
        assertThat(alarms.values())
                .filteredOn(alarm -> alarm.at("/Properties/MetricName").asText().equals("Invocations"))
                .allMatch(alarm ->
                        alarm.at("/Properties/TreatMissingData").asText().equals("breaching"));
    }

    @Test
    void everyMetricSumAddsUpAllOfItsMetrics() {
        assertThat(alarms.values())
                .filteredOn(alarm ->
                        SUMS.contains(alarm.at("/Properties/Metrics/0/Label").asText()))
                .isNotEmpty()
                .allSatisfy(alarm -> {
                    JsonNode metrics = alarm.at("/Properties/Metrics");
                    String sum = metrics.path(0).path("Expression").asText();
                    List<String> parts = metrics.valueStream()
                            .skip(1)
                            .map(metric -> "FILL(" + metric.path("Id").asText() + ", 0)")
                            .toList();
                    assertThat(sum.split(" \\+ ")).containsExactlyElementsOf(parts);
                    assertThat(parts).as("the limit of CloudWatch").hasSizeLessThanOrEqualTo(10);
                });
    }

    @Test
    void everyAlarmNotifiesTheTopic() {
        assertThat(alarms).allSatisfy((id, alarm) -> {
            assertThat(alarm.at("/Properties/AlarmActions/0/Ref").asText())
                    .as(id)
                    .isEqualTo("Alarms");
            assertThat(alarm.at("/Properties/AlarmDescription").asText()).as(id).endsWith(".");
            assertThat(alarm.at("/Properties").has("TreatMissingData")).as(id).isTrue();
        });
    }

    @Test
    void everyAlarmHasARunbookWithACommand() throws IOException {
        Map<String, String> sections = SECTION.matcher(Files.readString(RUNBOOKS))
                .results()
                .collect(Collectors.toMap(section -> section.group(1), section -> section.group(2)));
        assertThat(sections.keySet()).isEqualTo(alarms.keySet());
        assertThat(sections).allSatisfy((id, text) -> {
            assertThat(text.strip()).as(id).startsWith("**Symptom.**");
            assertThat(text).as(id).contains("```sh\n");
        });
    }

    /** CodeDeploy does not begin a gradual deployment while one of its alarms is on, which is when one rolls back. */
    @Test
    void runbooksRollBackAtOnce() throws IOException {
        assertThat((Files.readString(RUNBOOKS)
                                + Files.readString(DOCS.resolve("operations.md"))
                                + Files.readString(DOCS.resolve("deploy.md")))
                        .lines()
                        .filter(line -> line.contains("checkout PREVIOUS")))
                .hasSizeGreaterThan(2)
                .allMatch(line -> line.contains("DeploymentPace=AllAtOnce"));
    }

    @Test
    void dashboardShowsEveryAlarmAndMetricAndNothingElse() throws IOException {
        JsonNode widgets = dashboard().path("widgets");
        assertThat(widgets.path(0).at("/properties/alarms").valueStream().map(JsonNode::asText))
                .containsExactlyInAnyOrderElementsOf(
                        alarms.keySet().stream().map(id -> "${" + id + ".Arn}").toList());
        Set<String> shown = shown(widgets)
                .filter(metric -> metric.path(0).asText().equals(OWN))
                .map(metric -> metric.path(1).asText())
                .collect(Collectors.toSet());
        assertThat(shown).isEqualTo(counted());
        assertThat(shown(widgets).map(metric -> metric.path(0).asText()))
                .allSatisfy(namespace -> assertThat(namespace.equals(OWN) || AWS.contains(namespace))
                        .as(namespace)
                        .isTrue());
    }

    @Test
    void alarmsUseExistingMetricsOnly() {
        assertThat(watched()).allSatisfy(metric -> {
            if (metric.namespace().equals(OWN)) {
                assertThat(counted()).contains(metric.name());
            } else {
                assertThat(AWS).contains(metric.namespace());
            }
        });
    }

    /** The properties of the alarms that calculate, and do not just add up. */
    private Stream<JsonNode> stopAlarms() {
        return alarms.values().stream()
                .map(alarm -> alarm.path("Properties"))
                .filter(alarm -> alarm.has("Metrics"))
                .filter(alarm -> !SUMS.contains(alarm.at("/Metrics/0/Label").asText()));
    }

    private Set<String> readersOfStreams() {
        return template.functions().values().stream()
                .filter(function -> function.sources().stream().anyMatch(SourceSpec.Stream.class::isInstance))
                .map(function -> function.id())
                .collect(Collectors.toSet());
    }

    private <S extends SourceSpec> Stream<S> sources(Class<S> kind) {
        return template.functions().values().stream()
                .flatMap(function -> function.sources().stream())
                .filter(kind::isInstance)
                .map(kind::cast);
    }

    /** The metrics that functions write, and the one that is counted in the log. */
    private Set<String> counted() {
        return Stream.concat(Arrays.stream(Metric.values()).map(Metric::wireName), Stream.of(failedInvocations()))
                .collect(Collectors.toSet());
    }

    private String failedInvocations() {
        return declared.at("/Resources/FailedInvocations/Properties/MetricTransformations/0/MetricName")
                .asText();
    }

    private JsonNode dashboard() throws IOException {
        return new ObjectMapper()
                .readTree(declared.at("/Resources/Dashboard/Properties/DashboardBody/Fn::Sub")
                        .asText());
    }

    /** The metrics of a dashboard: namespace, name, then dimensions. */
    private static Stream<JsonNode> shown(JsonNode widgets) {
        return widgets.valueStream()
                .flatMap(widget -> widget.at("/properties/metrics").valueStream())
                .filter(metric -> metric.path(0).isTextual());
    }

    private static List<Watched> each(Set<String> ids, String namespace, String name) {
        return ids.stream().map(id -> new Watched(namespace, name, id)).toList();
    }

    private List<Watched> watched() {
        return alarms.values().stream()
                .map(alarm -> alarm.path("Properties"))
                .flatMap(alarm -> Stream.concat(
                        alarm.has("MetricName") ? Stream.of(alarm) : Stream.empty(),
                        alarm.path("Metrics").valueStream().map(metric -> metric.at("/MetricStat/Metric"))))
                .filter(metric -> metric.has("MetricName"))
                .map(AlarmsTest::watched)
                .toList();
    }

    private static Watched watched(JsonNode metric) {
        JsonNode namespace = metric.path("Namespace");
        JsonNode of = metric.at("/Dimensions/0/Value");
        return new Watched(
                namespace.isTextual()
                        ? namespace.asText()
                        : namespace.path("Fn::Sub").asText(),
                metric.path("MetricName").asText(),
                of.has("Ref") ? of.path("Ref").asText() : of.at("/Fn::GetAtt/0").asText());
    }
}
