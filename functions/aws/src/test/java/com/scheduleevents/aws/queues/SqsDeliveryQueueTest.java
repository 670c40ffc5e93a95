package com.scheduleevents.aws.queues;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.aws.messages.MessageCodec;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.Payload;
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

    private final String url = TABLES.newQueue("retries");
    private final SqsDeliveryQueue queue = new SqsDeliveryQueue(TABLES.sqs(), url);
    private final DeliveryMessage message = new DeliveryMessage(
            new AccountId("acc_1"),
            WEBHOOK,
            1,
            Payload.ping(WEBHOOK, NOW, new Random(1)),
            1,
            1,
            Optional.empty(),
            Optional.empty(),
            NOW,
            Optional.empty());

    @Test
    void copyOfAMessageThatWasReceivedBeforeSaysSo() {
        queue.sendAgain(message, Duration.ZERO);

        Message copy = received();
        assertThat(MessageCodec.DELIVERY.read(copy.body())).isEqualTo(message);
        assertThat(copy.messageAttributes()).containsOnlyKeys(SqsDeliveryQueue.RECEIVED_BEFORE);
    }

    @Test
    void otherMessagesSayNothing() {
        queue.send(message, Duration.ZERO);

        assertThat(received().messageAttributes()).isEmpty();
    }

    private Message received() {
        return TABLES.sqs()
                .receiveMessage(receive -> receive.queueUrl(url).messageAttributeNames("All"))
                .messages()
                .getFirst();
    }
}
