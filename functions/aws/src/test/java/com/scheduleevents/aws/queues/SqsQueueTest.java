package com.scheduleevents.aws.queues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.scheduleevents.aws.messages.MessageCodec;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.circuit.Probe;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.Payload;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.queue.MessageQueue;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.testkit.aws.LocalTables;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequest;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchResponse;

class SqsQueueTest {

    @RegisterExtension
    static final LocalTables TABLES = new LocalTables();

    private static final Instant LEASE = Instant.parse("2026-11-21T12:02:00.123Z");
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
        SqsQueue.ofDeliveries(TABLES.sqs(), url).sendAgain(message, Duration.ZERO);

        Message copy = received(url).getFirst();
        assertThat(MessageCodec.DELIVERY.read(copy.body())).isEqualTo(message);
        assertThat(copy.messageAttributes()).containsOnlyKeys(SqsQueue.RECEIVED_BEFORE);
    }

    @Test
    void copiesOfManyMessagesSaySoToo() {
        String url = TABLES.newQueue("many-copies");
        SqsQueue.ofProbes(TABLES.sqs(), url).send(probes(12), Duration.ZERO, true);

        assertThat(received(url)).hasSize(12).allSatisfy(copy -> assertThat(copy.messageAttributes())
                .containsOnlyKeys(SqsQueue.RECEIVED_BEFORE));
    }

    @Test
    void otherMessagesSayNothing() {
        String url = TABLES.newQueue("others");
        SqsQueue.ofDeliveries(TABLES.sqs(), url).send(message, Duration.ZERO);

        assertThat(received(url).getFirst().messageAttributes()).isEmpty();
    }

    @Test
    void everyProbeHasAMessageGroupApartFromTheDeliveriesOfItsWebhook() {
        String url = TABLES.newQueue("probes");
        List<Probe> probes = probes(23);

        SqsQueue.ofProbes(TABLES.sqs(), url).send(probes);

        Map<Probe, String> groups = new HashMap<>();
        for (Message message : received(url)) {
            groups.put(
                    MessageCodec.PROBE.read(message.body()),
                    message.attributes().get(MessageSystemAttributeName.MESSAGE_GROUP_ID));
        }
        assertThat(groups.keySet()).containsExactlyInAnyOrderElementsOf(probes);
        groups.forEach((probe, group) ->
                assertThat(group).isEqualTo("probe-" + probe.webhook().value()));
    }

    @Test
    void sendFailsWhenTheQueueRejectsAProbe() {
        MessageQueue<Probe> refusing = SqsQueue.ofProbes(new RefusingThird(), "http://127.0.0.1/queue");
        assertThatThrownBy(() -> refusing.send(probes(5))).hasMessageContaining("1 of 5 messages were rejected");
    }

    private static List<Probe> probes(int count) {
        return IntStream.range(0, count)
                .mapToObj(n -> new Probe(new AccountId("acc_1"), new WebhookId("whk_" + n), LEASE.plusMillis(n)))
                .toList();
    }

    private static List<Message> received(String url) {
        List<Message> all = new ArrayList<>();
        List<Message> some;
        do {
            some = TABLES.sqs()
                    .receiveMessage(receive -> receive.queueUrl(url)
                            .maxNumberOfMessages(10)
                            .messageAttributeNames("All")
                            .messageSystemAttributeNames(MessageSystemAttributeName.ALL))
                    .messages();
            all.addAll(some);
        } while (!some.isEmpty());
        return all;
    }

    /** A queue that accepts all but the third message of each call. */
    private static final class RefusingThird implements SqsClient {

        @Override
        public SendMessageBatchResponse sendMessageBatch(SendMessageBatchRequest request) {
            return SendMessageBatchResponse.builder()
                    .failed(BatchResultErrorEntry.builder()
                            .id(request.entries().get(2).id())
                            .code("InternalError")
                            .senderFault(false)
                            .build())
                    .build();
        }

        @Override
        public String serviceName() {
            return "sqs";
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    }
}
