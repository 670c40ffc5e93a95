package com.scheduleevents.aws.queues;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.aws.messages.MessageCodec;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.Payload;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.testkit.aws.LocalTables;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.sqs.model.Message;

class SqsDeliveryQueueTest {

    @RegisterExtension
    static final LocalTables TABLES = new LocalTables();

    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
    private static final WebhookId WEBHOOK = new WebhookId("whk_1");

    private final DeliveryMessage message = new DeliveryMessage(
            new AccountId("acc_1"),
            WEBHOOK,
            1,
            Payload.ping(WEBHOOK, EventId.mint(NOW, new Random(1))),
            1,
            1,
            Optional.empty(),
            Optional.empty(),
            NOW,
            Optional.empty(),
            Optional.empty());

    @Test
    void copyOfAMessageThatWasReceivedBeforeSaysSo() {
        String url = TABLES.newQueue("copies");
        new SqsDeliveryQueue(TABLES.sqs(), url).sendAgain(message, Duration.ZERO);

        Message copy = received(url);
        assertThat(MessageCodec.DELIVERY.read(copy.body())).isEqualTo(message);
        assertThat(copy.messageAttributes()).containsOnlyKeys(SqsDeliveryQueue.RECEIVED_BEFORE);
    }

    @Test
    void otherMessagesSayNothing() {
        String url = TABLES.newQueue("others");
        new SqsDeliveryQueue(TABLES.sqs(), url).send(message, Duration.ZERO);

        assertThat(received(url).messageAttributes()).isEmpty();
    }

    private static Message received(String url) {
        return TABLES.sqs()
                .receiveMessage(receive -> receive.queueUrl(url).messageAttributeNames("All"))
                .messages()
                .getFirst();
    }
}
