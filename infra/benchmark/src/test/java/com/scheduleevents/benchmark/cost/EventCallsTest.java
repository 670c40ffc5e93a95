package com.scheduleevents.benchmark.cost;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.cloud.faults.FaultCounts.SiteCounts;
import com.scheduleevents.simulation.receivers.ReceiverCharacter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Every call that an event for one webhook takes, from the request to the delivery log: of the functions, and of Lambda's pollers, which
 * are the {@code world}. Environments have started, keys are decrypted and the gateway knows the API key, as after the first events.
 */
final class EventCallsTest {

    private static final Path TEMPLATE = Path.of("..", "..", "template.yaml");
    private static final Duration SECOND = Duration.ofSeconds(1);

    /** Less than the minute for which the gateway knows an API key. */
    private static final Duration QUIET = Duration.ofSeconds(30);

    @Test
    void singleEvent() {
        assertThat(lines(callsOfTheSecond(RecordingWay.API, 1, ReceiverCharacter.HEALTHY)))
                .containsExactly(
                        "1 EventsFunction dynamodb.getItem AccountsTable",
                        "1 EventsFunction dynamodb.putItem EventsTable",
                        "1 EventsFunction dynamodb.putItem IdempotencyTable",
                        "1 FanOutFunction dynamodb.query WebhooksTable",
                        "1 FanOutFunction sqs.sendMessageBatch DeliveriesQueue",
                        "1 SenderFunction dynamodb.getItem WebhooksTable",
                        "1 SenderFunction dynamodb.updateItem DeliveriesTable",
                        "1 SenderFunction receiver.attempt",
                        "1 world lambda.EventsFunction",
                        "1 world lambda.FanOutFunction",
                        "1 world lambda.SenderFunction",
                        "1 world sqs.deleteMessageBatch DeliveriesQueue",
                        "1 world sqs.receiveMessage DeliveriesQueue");
    }

    @Test
    void messageOfTheChangesQueue() {
        assertThat(lines(callsOfTheSecond(RecordingWay.QUEUE, 1, ReceiverCharacter.HEALTHY)))
                .containsExactly(
                        "1 FanOutFunction dynamodb.query WebhooksTable",
                        "1 FanOutFunction sqs.sendMessageBatch DeliveriesQueue",
                        "1 RecorderFunction dynamodb.getItem AccountsTable",
                        "1 RecorderFunction dynamodb.putItem EventsTable",
                        "1 RecorderFunction dynamodb.putItem IdempotencyTable",
                        "1 SenderFunction dynamodb.getItem WebhooksTable",
                        "1 SenderFunction dynamodb.updateItem DeliveriesTable",
                        "1 SenderFunction receiver.attempt",
                        "1 world lambda.FanOutFunction",
                        "1 world lambda.RecorderFunction",
                        "1 world lambda.SenderFunction",
                        "1 world sqs.deleteMessageBatch ChangesQueue",
                        "1 world sqs.deleteMessageBatch DeliveriesQueue",
                        "1 world sqs.receiveMessage ChangesQueue",
                        "1 world sqs.receiveMessage DeliveriesQueue",
                        "1 world sqs.sendMessageBatch ChangesQueue");
    }

    /** In how many invocations the pollers hand on the stream and the queue depends on times; each reads the webhook once. */
    @Test
    void batchOfAHundred() {
        Map<String, Long> calls = callsOfTheSecond(RecordingWay.BATCH, 100, ReceiverCharacter.HEALTHY);
        long fanOuts = taken(calls, "world lambda.FanOutFunction");
        long senders = taken(calls, "world lambda.SenderFunction");

        assertThat(taken(calls, "FanOutFunction dynamodb.query WebhooksTable")).isEqualTo(fanOuts);
        assertThat(taken(calls, "SenderFunction dynamodb.getItem WebhooksTable"))
                .isEqualTo(senders);
        assertThat(taken(calls, "world sqs.receiveMessage DeliveriesQueue")).isEqualTo(senders);
        assertThat(taken(calls, "world sqs.deleteMessageBatch DeliveriesQueue")).isEqualTo(senders);
        // Calls of ten, and for each invocation at most one with the rest.
        assertThat(taken(calls, "FanOutFunction sqs.sendMessageBatch DeliveriesQueue"))
                .isBetween(10L, 9 + fanOuts);
        assertThat(lines(calls))
                .containsExactly(
                        "8 EventsFunction dynamodb.batchExecuteStatement",
                        "1 EventsFunction dynamodb.batchGetItem AccountsTable",
                        "1 EventsFunction dynamodb.updateItem RequestRatesTable",
                        "100 SenderFunction dynamodb.updateItem DeliveriesTable",
                        "100 SenderFunction receiver.attempt",
                        "1 world lambda.EventsFunction");
    }

    /** The receiver refuses each event three times. Its webhook is failing, so deliveries begin on the retry queue. */
    @Test
    void threeRetries() {
        Map<String, Long> calls = callsOfTheSecond(RecordingWay.API, 1, ReceiverCharacter.TAKES_THE_FOURTH_ATTEMPT);

        // The retries take longer than the gateway knows the API key, and an environment of the sender may be new.
        // They take longer than a minute, too, after which recording asks again whether the order of the account's
        // events matters.
        calls.keySet().removeIf(call -> call.contains("Authorizer"));
        calls.remove("SenderFunction dynamodb.getItem DataKeysTable");
        calls.remove("SenderFunction kms.decrypt");
        assertThat(lines(calls))
                .containsExactly(
                        "2 EventsFunction dynamodb.getItem AccountsTable",
                        "1 EventsFunction dynamodb.putItem EventsTable",
                        "1 EventsFunction dynamodb.putItem IdempotencyTable",
                        "1 FanOutFunction dynamodb.query WebhooksTable",
                        "1 FanOutFunction sqs.sendMessageBatch RetryQueue",
                        "3 SenderFunction dynamodb.getItem DeliveriesTable",
                        "4 SenderFunction dynamodb.getItem WebhooksTable",
                        "4 SenderFunction dynamodb.updateItem DeliveriesTable",
                        "4 SenderFunction dynamodb.updateItem WebhooksTable",
                        "4 SenderFunction receiver.attempt",
                        "3 SenderFunction sqs.sendMessage RetryQueue",
                        "1 world lambda.EventsFunction",
                        "1 world lambda.FanOutFunction",
                        "4 world lambda.NotifierFunction",
                        "4 world lambda.SenderFunction",
                        "4 world sqs.deleteMessageBatch RetryQueue",
                        "4 world sqs.receiveMessage RetryQueue");
    }

    /** Records once, and then counts what a second time takes. */
    private static Map<String, Long> callsOfTheSecond(RecordingWay way, int events, ReceiverCharacter receiver) {
        LogBytes.install();
        MeteredWorld metered = new MeteredWorld(TEMPLATE, Map.of());
        MeteredTenant tenant = metered.open("one");
        metered.register(tenant, "one.receivers.net", List.of(receiver));
        EventLoad load = new EventLoad(metered);
        CostScenario once = new CostScenario("once", way, 1, events, SECOND, events);
        deliver(metered, load, once, tenant);
        Map<String, Long> before = calls(metered);
        deliver(metered, load, once, tenant);
        Map<String, Long> taken = calls(metered);
        before.forEach((call, count) -> taken.merge(call, -count, Long::sum));
        taken.values().removeIf(count -> count == 0);
        return taken;
    }

    private static void deliver(MeteredWorld metered, EventLoad load, CostScenario once, MeteredTenant tenant) {
        long until = metered.accepted() + once.events();
        load.start(once, List.of(tenant));
        while (metered.accepted() < until) {
            metered.world().scheduler().runFor(SECOND);
        }
        metered.world().scheduler().runFor(QUIET);
    }

    private static Map<String, Long> calls(MeteredWorld metered) {
        Map<String, Long> calls = new TreeMap<>();
        for (SiteCounts row : metered.world().faults().counts().rows()) {
            calls.merge(row.site().toString(), row.calls(), Long::sum);
        }
        return calls;
    }

    /** Takes a count out. */
    private static long taken(Map<String, Long> calls, String call) {
        return Objects.requireNonNull(calls.remove(call), call);
    }

    private static List<String> lines(Map<String, Long> calls) {
        return calls.entrySet().stream()
                .map(call -> call.getValue() + " " + call.getKey())
                .toList();
    }
}
