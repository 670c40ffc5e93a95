package com.scheduleevents.aws.deliveries;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.aws.wiring.TestWiring;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.Payload;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.pull.PullQueue;
import com.scheduleevents.domain.pull.PullQueue.Look;
import com.scheduleevents.domain.pull.WaitingDelivery;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.testkit.aws.LocalTables;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class DynamoPullQueueTest extends PullQueueContract {

    @RegisterExtension
    static final LocalTables TABLES = new LocalTables();

    private static final Instant T = Instant.parse("2026-11-21T10:00:00.123Z");

    private final WebhookId webhook = WebhookId.mint(T, new Random());
    private final List<String> calls = new ArrayList<>();
    private final DynamoPullQueue queue =
            new DynamoPullQueue(TABLES.watched(calls::add), TABLES.named("BacklogTable"), new Random(), 1_000);

    @Override
    protected PullQueue queue() {
        return queue;
    }

    @Nested
    final class Simulated extends PullQueueContract {

        private final PullQueue simulated = TestWiring.create().pullQueue();

        @Override
        protected PullQueue queue() {
            return simulated;
        }
    }

    @Nested
    final class WhenResponsesAreLost extends PullQueueContract {

        private final PullQueue losing =
                new DynamoPullQueue(TABLES.losingResponses(), TABLES.named("BacklogTable"), new Random(), 1_000);

        @Override
        protected PullQueue queue() {
            return losing;
        }
    }

    @Test
    void lookTakesOneQueryAndMoreOnlyWhereDeliveriesAreInFlight() {
        IntStream.range(0, 12).forEach(n -> queue.add(message(n), T));
        calls.clear();
        assertThat(queue.look(webhook, 1, 10, T).visible()).hasSize(10);
        assertThat(calls).containsExactly("Query");
        queue.look(webhook, 1, 10, T).visible().forEach(found -> queue.take(found, found.pulled(T, T.plusSeconds(9))));
        calls.clear();
        Look look = queue.look(webhook, 1, 10, T);
        assertThat(look.visible()).extracting(WaitingDelivery::message).containsExactly(message(10), message(11));
        assertThat(look.read()).isEqualTo(12);
        assertThat(calls).containsExactly("Query", "Query");
    }

    @Test
    void unreadableRowIsLeftOutAndStays() {
        queue.add(message(0), T);
        queue.add(message(1), T);
        Map<String, AttributeValue> row = new HashMap<>(BacklogRow.item(message(0), T));
        row.put("message", AttributeValue.fromS("nonsense"));
        TABLES.dynamoDb()
                .putItem(put -> put.tableName(TABLES.named("BacklogTable")).item(row));

        assertThat(queue.look(webhook, 1, 10, T).visible())
                .extracting(WaitingDelivery::message)
                .containsExactly(message(1));
        assertThat(queue.look(webhook, 1, 10, T).read()).isEqualTo(2);
    }

    private DeliveryMessage message(int number) {
        Payload payload = new Payload(
                EventId.mint(T.plusSeconds(number), new Random(number)),
                "offer.created",
                Optional.of(new ClinicId("cln_1")),
                "{}");
        return new DeliveryMessage(
                new AccountId("acc_1"),
                webhook,
                1,
                payload,
                1,
                1,
                Optional.empty(),
                Optional.empty(),
                T,
                Optional.empty(),
                Optional.empty());
    }
}
