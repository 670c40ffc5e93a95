package com.scheduleevents.aws.queues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.scheduleevents.aws.messages.MessageCodec;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.circuit.Probe;
import com.scheduleevents.domain.circuit.ProbeQueue;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.testkit.aws.LocalTables;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequest;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchResponse;

class SqsProbeQueueTest {

    @RegisterExtension
    static final LocalTables TABLES = new LocalTables();

    private static final Instant LEASE = Instant.parse("2026-11-21T12:02:00.123Z");

    @Test
    void everyProbeHasAMessageGroupApartFromTheDeliveriesOfItsWebhook() {
        String url = TABLES.newQueue("probes");
        List<Probe> probes = probes(23);

        new SqsProbeQueue(TABLES.sqs(), url).send(probes);

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
        ProbeQueue refusing = new SqsProbeQueue(new RefusingThird(), "http://127.0.0.1/queue");
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
