package com.scheduleevents.aws.deliveries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.scheduleevents.aws.messages.MessageCodec;
import com.scheduleevents.aws.tables.Attribute;
import com.scheduleevents.aws.wiring.TestWiring;
import com.scheduleevents.domain.circuit.Backlog;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.event.EventRange;
import com.scheduleevents.testkit.aws.LocalTables;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Tests what the contract leaves open: the calls that reads take, unreadable rows, and the largest events. */
class DynamoBacklogTest extends BacklogContract {

    @RegisterExtension
    static final LocalTables TABLES = new LocalTables();

    private final List<String> calls = new ArrayList<>();
    private final List<String> buried = new ArrayList<>();
    private final DynamoBacklog backlog = new DynamoBacklog(
            TABLES.watched(calls::add),
            TABLES.named("BacklogTable"),
            (body, reason) -> buried.add(body + " " + reason));

    @Override
    protected Backlog backlog() {
        return backlog;
    }

    @Nested
    final class Simulated extends BacklogContract {

        private final Backlog simulated = TestWiring.create().backlog((_, _) -> {});

        @Override
        protected Backlog backlog() {
            return simulated;
        }
    }

    @Nested
    final class WhenResponsesAreLost extends BacklogContract {

        private final Backlog losing =
                new DynamoBacklog(TABLES.losingResponses(), TABLES.named("BacklogTable"), (_, _) -> {});

        @Override
        protected Backlog backlog() {
            return losing;
        }
    }

    @Test
    void oldestAndNewestTakeTurnsAndEachIsReturnedOnce() {
        List<DeliveryMessage> added = new ArrayList<>();
        for (int kept = 0; kept <= 6; kept++) {
            for (int max = 1; max <= 8; max++) {
                for (boolean newestFirst : new boolean[] {false, true}) {
                    assertThat(backlog.oldestAndNewest(webhook, 1, max, newestFirst))
                            .as("%s of %s, the newest first: %s", max, kept, newestFirst)
                            .isEqualTo(inTurns(added, max, newestFirst))
                            .hasSize(Math.min(max, kept));
                }
            }
            DeliveryMessage message = message(kept, 1);
            backlog.add(message, EXPIRY);
            added.add(message);
        }
        backlog.add(
                new DeliveryMessage(
                        message(9, 1).account(),
                        webhook,
                        2,
                        message(9, 1).payload(),
                        1,
                        1,
                        Optional.empty(),
                        Optional.empty(),
                        T,
                        Optional.empty(),
                        Optional.empty()),
                EXPIRY);
        assertThat(backlog.oldestAndNewest(webhook, 1, 50, false)).hasSize(7);
        assertThat(backlog.oldestAndNewest(webhook, 2, 50, false)).hasSize(1);
    }

    private static List<DeliveryMessage> inTurns(List<DeliveryMessage> oldestFirst, int max, boolean newestFirst) {
        Deque<DeliveryMessage> left = new ArrayDeque<>(oldestFirst);
        List<DeliveryMessage> taken = new ArrayList<>();
        boolean newest = newestFirst;
        while (taken.size() < max && !left.isEmpty()) {
            taken.add(newest ? left.removeLast() : left.removeFirst());
            newest = !newest;
        }
        return taken;
    }

    @Test
    void probeTakesTwoQueriesOrOneAtAPaceOfOne() {
        IntStream.range(0, 6).forEach(n -> backlog.add(message(n, 1), EXPIRY));
        calls.clear();
        backlog.oldestAndNewest(webhook, 1, 1, false);
        backlog.oldestAndNewest(webhook, 1, 1, true);
        assertThat(calls).containsExactly("Query", "Query");
        calls.clear();
        backlog.oldestAndNewest(webhook, 1, 4, false);
        assertThat(calls).containsExactly("Query", "Query");
        calls.clear();
        assertThat(backlog.anyOf(webhook, 1)).isTrue();
        assertThat(backlog.count(webhook, 1, 4)).isEqualTo(4);
        assertThat(calls).containsExactly("Query", "Query");
    }

    @Test
    void returnsFiftyOfTheLargestEventsWhole() {
        String large = "{\"é\":\"" + "\\\"".repeat(8_000) + "\"}";
        IntStream.range(0, 60).forEach(n -> backlog.add(message(n, 1, large), EXPIRY));
        List<DeliveryMessage> some = backlog.oldestAndNewest(webhook, 1, 50, false);
        assertThat(some).hasSize(50).doesNotHaveDuplicates();
        assertThat(some).extracting(message -> message.payload().json()).containsOnly(large);
    }

    @Test
    void rangeIsListedNewestFirstWithoutUnreadableRows() {
        IntStream.range(0, 8).forEach(n -> backlog.add(message(n, 1), EXPIRY));
        overwrite(message(5, 1), "nonsense");
        EventRange range = new EventRange(
                message(1, 1).payload().id(), message(6, 1).payload().id());

        assertThat(backlog.newestFirst(webhook, 1, range, 3))
                .containsExactly(message(6, 1), message(4, 1), message(3, 1));
        assertThat(backlog.newestFirst(webhook, 1, range, 10)).hasSize(5);
        assertThat(backlog.newestFirst(webhook, 2, range, 10)).isEmpty();
        assertThat(backlog.find(webhook, 1, message(5, 1).payload().id())).isEmpty();
        assertThat(buried).isEmpty();
    }

    @Test
    void rowExpiresWithItsEvent() {
        backlog.add(message(1, 1), EXPIRY);
        assertThat(row(message(1, 1))).containsEntry("expires_at", Attribute.EXPIRES_AT.write(EXPIRY));
    }

    @Test
    void unreadableRowBecomesADeadLetterAndDelaysNoOther() {
        for (int n : new int[] {0, 1, 8, 9}) {
            backlog.add(message(n, 1), EXPIRY);
        }
        overwrite(message(0, 1), "{\"v\":99}");
        overwrite(message(1, 1), MessageCodec.DELIVERY.write(message(8, 1)));
        addWithoutMessage(message(9, 1));

        assertThat(backlog.oldestAndNewest(webhook, 1, 1, false)).containsExactly(message(8, 1));
        assertThat(backlog.oldestAndNewest(webhook, 1, 2, true)).containsExactly(message(8, 1));
        assertThat(buried).hasSize(3);
        assertThat(buried.get(0)).contains("{\\\"v\\\":99}").endsWith("not a delivery message of version 1");
        assertThat(buried.get(1)).endsWith("the message belongs to another delivery than the row's key");
        assertThat(buried.get(2)).contains(message(9, 1).payload().id().value()).contains("lacks message");
        assertThat(backlog.count(webhook, 1, 10)).isEqualTo(1);
    }

    @Test
    void readingWithoutADeadLetterQueueIsRejected() {
        backlog.add(message(1, 1), EXPIRY);
        overwrite(message(1, 1), "nonsense");
        Backlog counting = new DynamoBacklog(TABLES.dynamoDb(), TABLES.named("BacklogTable"));
        assertThat(counting.count(webhook, 1, 10)).isEqualTo(1);
        assertThatThrownBy(() -> counting.oldestAndNewest(webhook, 1, 10, true))
                .hasMessageContaining("dead-letter queue");
        assertThat(counting.anyOf(webhook, 1)).isTrue();
    }

    private void overwrite(DeliveryMessage message, String text) {
        Map<String, AttributeValue> row = new HashMap<>(row(message));
        row.put("message", AttributeValue.fromS(text));
        put(row);
    }

    private void addWithoutMessage(DeliveryMessage message) {
        Map<String, AttributeValue> row = new HashMap<>(row(message));
        row.remove("message");
        put(row);
    }

    private void put(Map<String, AttributeValue> row) {
        TABLES.dynamoDb()
                .putItem(put -> put.tableName(TABLES.named("BacklogTable")).item(row));
    }

    private Map<String, AttributeValue> row(DeliveryMessage message) {
        return TABLES.dynamoDb()
                .getItem(get -> get.tableName(TABLES.named("BacklogTable"))
                        .key(BacklogRow.key(message))
                        .consistentRead(true))
                .item();
    }
}
