package com.scheduleevents.template;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.scheduleevents.aws.records.GrowingDelays;
import com.scheduleevents.cloud.sources.SourceSpec;
import com.scheduleevents.cloud.template.FunctionSpec;
import com.scheduleevents.cloud.template.PseudoParameters;
import com.scheduleevents.cloud.template.QueueSpec;
import com.scheduleevents.cloud.template.Template;
import com.scheduleevents.domain.delivery.RetrySchedule;
import com.scheduleevents.domain.queue.MessageQueue;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Tests that the durations and counts of template.yaml are consistent with each other. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class DeliveryFiguresTest {

    /** The time that a sender needs beside its attempts: reads and writes of tables and queues, a KMS call, a cold start. */
    private static final Duration BOOKKEEPING = Duration.ofSeconds(10);

    /** The visibility timeout that Lambda recommends, in function timeouts, so that a throttled batch is not received twice. */
    private static final int VISIBILITY_IN_TIME_OUTS = 6;

    /** The maximum of SQS. */
    private static final Duration LONGEST_RETENTION = Duration.ofDays(14);

    private static final Path TEMPLATE = Path.of("../../template.yaml");
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Template template;
    private final FunctionSpec sender;

    DeliveryFiguresTest() throws IOException {
        template = Template.read(TEMPLATE, Map.of(), PseudoParameters.local(URI.create("http://127.0.0.1:9324")));
        sender = template.function("SenderFunction");
    }

    @Test
    void batchForOneHangingHostFitsIntoOneInvocation() {
        Duration attempt = Duration.parse(variable("RECEIVER_TIMEOUT"));
        int perHost = Integer.parseInt(variable("ATTEMPTS_PER_HOST"));
        assertThat(queues(sender)).isNotEmpty().allSatisfy(source -> assertThat(sender.timeout())
                .as("time for a batch of %s", source.id())
                .isGreaterThanOrEqualTo(attempt.multipliedBy(Math.ceilDiv(source.batchSize(), perHost))
                        .plus(BOOKKEEPING)));
    }

    @Test
    void attemptsOfOneAccountToOneHostAreAsManyAsTheTemplateSays() throws IOException {
        int perHost = Integer.parseInt(variable("ATTEMPTS_PER_HOST"));
        int invocations = queues(sender).stream()
                .mapToInt(source -> source.maximumConcurrency().orElseThrow())
                .sum();
        int batch = queues(sender).stream()
                .mapToInt(SourceSpec.Queue::batchSize)
                .max()
                .orElseThrow();
        assertThat(Files.readString(TEMPLATE).replaceAll("\\s*\n\\s*#\\s*", " "))
                .contains("x %d messages = %d attempts, at most %d of them of one account to one host"
                        .formatted(batch, invocations * batch, invocations * perHost))
                .contains("make 4 x AttemptsPerHost = %d attempts of an invocation".formatted(4 * perHost));
    }

    @Test
    void visibilityTimeoutCoversSixFunctionTimeouts() {
        assertThat(handledQueues()).isNotEmpty().allSatisfy(handled -> assertThat(visibility(handled.queue()))
                .as(handled.queue().id())
                .isGreaterThanOrEqualTo(handled.by().timeout().multipliedBy(VISIBILITY_IN_TIME_OUTS)));
    }

    @Test
    void messageThatFailsIsRepeatedForDaysAndLeavesAnOperatorDays() {
        assertThat(handledQueues()).allSatisfy(handled -> {
            int receives = redrive(handled.queue()).path("maxReceiveCount").asInt();
            Duration repeated = IntStream.rangeClosed(1, receives)
                    .mapToObj(GrowingDelays::afterReceive)
                    .reduce(Duration.ZERO, Duration::plus);
            Duration died = visibility(handled.queue()).multipliedBy(receives);
            boolean counts = handled.queue().id().equals("UsageQueue");
            assertThat(repeated).as(handled.queue().id()).isGreaterThan(Duration.ofDays(counts ? 3 : 7));
            // SQS counts the age of a dead-letter message from when it was first sent.
            Duration left =
                    retention(deadLettersOf(handled.queue())).minus(repeated.compareTo(died) < 0 ? died : repeated);
            assertThat(left).as(handled.queue().id()).isGreaterThan(Duration.ofDays(6));
        });
    }

    @Test
    void retryScheduleFitsIntoTheRetentionOfQueuesAndLog() {
        Duration window = Duration.parse(variable("RETRY_WINDOW"));
        assertThat(RetrySchedule.parse(variable("RETRY_WAITS"), variable("RETRY_WINDOW"))
                        .attempts())
                .isEqualTo(11);
        assertThat(Stream.of(variable("RETRY_WAITS").split(",", -1))
                        .map(Duration::parse)
                        .reduce(Duration.ZERO, Duration::plus)
                        .multipliedBy(11)
                        .dividedBy(10))
                .as("all waits with their jitter")
                .isLessThan(window);
        assertThat(retention(template.queue("RetryQueue")))
                .isGreaterThan(window)
                .isGreaterThan(MessageQueue.MAX_DELAY.plus(visibility(template.queue("RetryQueue"))));
        assertThat(Duration.parse(variable("RETENTION"))).isGreaterThan(window.multipliedBy(2));
    }

    @Test
    void everyQueueHasTheMaximumRetention() {
        assertThat(template.queues().values())
                .allSatisfy(queue -> assertThat(retention(queue)).as(queue.id()).isEqualTo(LONGEST_RETENTION));
    }

    @Test
    void concurrencyIsLimitedPerSourceAndNotPerFunction() {
        assertThat(template.functions().values())
                .allSatisfy(function -> assertThat(queues(function)).allSatisfy(source -> {
                    assertThat(function.reservedConcurrency()).as(function.id()).isEmpty();
                    assertThat(source.maximumConcurrency()).as(source.id()).isPresent();
                    assertThat(source.reportsFailures()).as(source.id()).isTrue();
                }));
    }

    @Test
    void everyQueueAndStreamHasItsOwnDeadLetterQueue() {
        List<String> ofQueues = handledQueues().stream()
                .map(handled ->
                        redrive(handled.queue()).path("deadLetterTargetArn").asText())
                .toList();
        // Streams of one function share its queue: their records have different keys, which the redrive tells apart.
        List<String> ofStreams = template.functions().values().stream()
                .flatMap(function -> function.sources().stream()
                        .filter(SourceSpec.Stream.class::isInstance)
                        .map(SourceSpec.Stream.class::cast)
                        .map(SourceSpec.Stream::onFailure)
                        .map(Optional::orElseThrow)
                        .distinct())
                .toList();
        assertThat(ofQueues).hasSize((int) sources(SourceSpec.Queue.class).count());
        assertThat(Stream.concat(ofQueues.stream(), ofStreams.stream()))
                .isNotEmpty()
                .doesNotHaveDuplicates()
                .allSatisfy(arn -> assertThat(redrive(queue(arn)).isMissingNode())
                        .as("nothing takes from %s", arn)
                        .isTrue());
    }

    private record HandledQueue(QueueSpec queue, FunctionSpec by) {}

    private List<HandledQueue> handledQueues() {
        return template.functions().values().stream()
                .flatMap(function ->
                        queues(function).stream().map(source -> new HandledQueue(queue(source.queueArn()), function)))
                .toList();
    }

    private <S extends SourceSpec> Stream<S> sources(Class<S> kind) {
        return template.functions().values().stream()
                .flatMap(function -> function.sources().stream())
                .filter(kind::isInstance)
                .map(kind::cast);
    }

    private static List<SourceSpec.Queue> queues(FunctionSpec function) {
        return function.sources().stream()
                .filter(SourceSpec.Queue.class::isInstance)
                .map(SourceSpec.Queue.class::cast)
                .toList();
    }

    private QueueSpec queue(String arn) {
        return template.queues().values().stream()
                .filter(queue -> queue.arn().equals(arn))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no queue of this template: " + arn));
    }

    private QueueSpec deadLettersOf(QueueSpec queue) {
        return queue(redrive(queue).path("deadLetterTargetArn").asText());
    }

    private static JsonNode redrive(QueueSpec queue) {
        try {
            return JSON.readTree(queue.attributes().getOrDefault("RedrivePolicy", ""));
        } catch (IOException unreadable) {
            throw new AssertionError(queue.id(), unreadable);
        }
    }

    private static Duration visibility(QueueSpec queue) {
        return seconds(queue, "VisibilityTimeout");
    }

    private static Duration retention(QueueSpec queue) {
        return seconds(queue, "MessageRetentionPeriod");
    }

    private static Duration seconds(QueueSpec queue, String attribute) {
        return Duration.ofSeconds(Long.parseLong(
                Optional.ofNullable(queue.attributes().get(attribute)).orElse("0")));
    }

    private String variable(String name) {
        return Optional.ofNullable(sender.environment().get(name)).orElseThrow();
    }
}
