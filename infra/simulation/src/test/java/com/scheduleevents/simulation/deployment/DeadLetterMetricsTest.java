package com.scheduleevents.simulation.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.cloud.sources.SourceSpec;
import com.scheduleevents.cloud.template.FunctionSpec;
import com.scheduleevents.cloud.template.QueueSpec;
import com.scheduleevents.cloud.template.Template;
import com.scheduleevents.domain.metrics.Metric;
import com.scheduleevents.domain.metrics.MetricRecorder;
import com.scheduleevents.domain.metrics.MetricTotals;
import com.scheduleevents.simulation.SimulatedWorld;
import com.scheduleevents.simulation.receivers.SimulatedInternet;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Tests that the functions of a simulated world count the dead letters that they put on a queue, as those on AWS do. */
@Tag("world")
class DeadLetterMetricsTest {

    private static final Template TEMPLATE = SimulatedDeployment.template(Path.of("../../template.yaml"), Map.of());

    private final Map<String, Long> counted = new HashMap<>();
    private final SimulatedWorld world = SimulatedWorld.of(1).build();

    @Test
    void everyFunctionCountsItsDeadLetters() {
        SimulatedDeployment.deploy(
                world, TEMPLATE, new SimulatedInternet(world), function -> new CountedHere(function.id()));
        TEMPLATE.functions().values().stream()
                .flatMap(function -> function.sources().stream())
                .filter(SourceSpec.Queue.class::isInstance)
                .forEach(source -> world.sqs().put(name(((SourceSpec.Queue) source).queueArn()), "unreadable"));
        world.scheduler().spawn("an unreadable event", () -> world.dynamoDb().putItem(put -> put.tableName(
                        TEMPLATE.table("EventsTable").name())
                .item(Map.of("account_id", AttributeValue.fromS("acc_1"), "id", AttributeValue.fromS("unreadable")))));
        world.scheduler().runFor(Duration.ofMinutes(10));

        Map<String, Long> expected = TEMPLATE.functions().values().stream()
                .filter(DeadLetterMetricsTest::takesMessages)
                .collect(Collectors.toMap(FunctionSpec::id, DeadLetterMetricsTest::queues));
        expected.put("FanOutFunction", 1L);
        assertThat(expected).containsKeys("RecorderFunction", "SenderFunction", "MailerFunction");
        assertThat(counted).isEqualTo(expected);
        assertThat(stored())
                .isEqualTo(expected.values().stream().mapToLong(Long::longValue).sum());
    }

    private static boolean takesMessages(FunctionSpec function) {
        return queues(function) > 0;
    }

    private static long queues(FunctionSpec function) {
        return function.sources().stream()
                .filter(SourceSpec.Queue.class::isInstance)
                .count();
    }

    /** How many dead letters there are. */
    private long stored() {
        Set<String> read = TEMPLATE.functions().values().stream()
                .flatMap(function -> function.sources().stream())
                .filter(SourceSpec.Queue.class::isInstance)
                .map(source -> name(((SourceSpec.Queue) source).queueArn()))
                .collect(Collectors.toSet());
        return TEMPLATE.queues().values().stream()
                .map(QueueSpec::name)
                .filter(queue -> !read.contains(queue))
                .mapToLong(queue -> world.sqs().bodies(queue).count())
                .sum();
    }

    private static String name(String arn) {
        return arn.substring(arn.lastIndexOf(':') + 1);
    }

    /** Counts the dead letters of one function. */
    private final class CountedHere implements MetricRecorder {

        private final String function;
        private final MetricTotals totals = new MetricTotals();

        CountedHere(String function) {
            this.function = function;
        }

        @Override
        public void add(Metric metric, long value) {
            totals.add(metric, value);
        }

        @Override
        public void flush() {
            Long letters = totals.take().get(Metric.DEAD_LETTER_MESSAGES);
            if (letters != null) {
                counted.merge(function, letters, Long::sum);
            }
        }
    }
}
