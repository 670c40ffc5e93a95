package com.scheduleevents.delivery.sender;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.amazonaws.services.lambda.runtime.events.SQSEvent.SQSMessage;
import com.scheduleevents.aws.messages.MessageCodec;
import com.scheduleevents.domain.circuit.Probe;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.DeliveryStatus;
import com.scheduleevents.domain.webhook.Webhook;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the function makes of the messages of its queues. */
final class SenderTest {

    private static final DeliveryMessage FIRST = SenderFixture.first(7);

    private final SenderFixture world = new SenderFixture(_ -> false);
    private final Sender sender = new Sender(world.ports);

    @Test
    void deliveryIsAttempted() {
        handle("Deliveries", 1, MessageCodec.DELIVERY.write(FIRST));

        assertThat(world.logged(FIRST).status()).isEqualTo(DeliveryStatus.PENDING);
        assertThat(world.retries).extracting(DeliveryMessage::attempt).containsExactly(2);
    }

    /** Where it was not, nothing can be missing: it is a duplicate. */
    @Test
    void onlyAMessageThatWasReceivedBeforeQueuesTheRetryOfALoggedAttempt() {
        handle("Deliveries", 1, MessageCodec.DELIVERY.write(FIRST));
        DeliveryMessage retry = world.retries.removeFirst();
        world.now = retry.notBefore();
        handle("Retry", 1, MessageCodec.DELIVERY.write(retry));
        world.retries.clear();

        handle("Retry", 1, MessageCodec.DELIVERY.write(retry));
        assertThat(world.retries).isEmpty();

        handle("Retry", 2, MessageCodec.DELIVERY.write(retry));
        assertThat(world.retries).extracting(DeliveryMessage::attempt).containsExactly(3);
        assertThat(world.attempts).hasSize(2);
    }

    @Test
    void probeAttemptsADeliveryOfTheBacklog() {
        world.openCircuit();
        world.addToBacklog(FIRST);
        Webhook due = world.webhook();

        handle(
                "Retry",
                1,
                MessageCodec.PROBE.write(
                        new Probe(due.account(), due.id(), due.health().dueAt().orElseThrow())));

        assertThat(world.attempts).hasSize(1);
        assertThat(world.backlog()).isEmpty();
    }

    /** Neighbours wait behind it in the one, and nobody in the other. */
    @Test
    void deliveryIsHeldBackOnTheDeliveriesQueueAlone() {
        world.hangs = true;
        for (String id : List.of("whk_2", "whk_3")) {
            Webhook another = HeldBackTest.webhook(id);
            world.register(another);
            handle("Deliveries", 1, MessageCodec.DELIVERY.write(HeldBackTest.firstOf(another)));
        }
        world.retries.clear();

        handle("Deliveries", 1, MessageCodec.DELIVERY.write(FIRST));
        assertThat(world.attempts).hasSize(2);
        assertThat(world.retries).containsExactly(FIRST);

        handle("Retry", 1, MessageCodec.DELIVERY.write(FIRST));
        assertThat(world.attempts).hasSize(3);
    }

    private void handle(String queue, int receives, String body) {
        SQSMessage message = new SQSMessage();
        message.setMessageId("message");
        message.setEventSourceArn("arn:aws:sqs:eu-central-1:123456789012:" + queue);
        message.setAttributes(Map.of("ApproximateReceiveCount", Integer.toString(receives)));
        message.setBody(body);
        SQSEvent batch = new SQSEvent();
        batch.setRecords(List.of(message));
        assertThat(sender.handleRequest(batch, null).getBatchItemFailures()).isEmpty();
    }
}
