package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.domain.event.EventId;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Tests that a change whose first request died before its event was written gets an id of the time of the repeat. */
@RequiresCapability(SharedClouds.STANDARD)
class LateRepeatTest {

    private static final String EVENT = ChangeSamples.of("appointment.no_show", "cln_harbour", "prv_late_repeat");

    @Test
    void repeatedRequestIsRecordedNow(Target target, StackAccess stack) {
        EventId first = claim(target, stack, "late-request");

        HttpsResponse repeat = target.account().post(EVENT, new ApiClientAccount.RequestKey("late-request"));

        assertThat(repeat.status()).as(repeat.text()).isEqualTo(200);
        assertRecordedOnceAndLater(target, repeat.json(), first);
        assertThat(target.account()
                        .post(EVENT, new ApiClientAccount.RequestKey("late-request"))
                        .json())
                .isEqualTo(repeat.json());
    }

    @Test
    void repeatedMessageIsRecordedNow(Target target, StackAccess stack) {
        EventId first = claim(target, stack, "late-message");

        new StackState(stack)
                .send(
                        "ChangesQueue",
                        "{\"account_id\":\"acc_demo\",\"idempotency_key\":\"late-message\",\"event\":" + EVENT + "}");

        Await.await("the event").until(() -> !claimed(stack, "late-message").equals(first));
        EventId second = claimed(stack, "late-message");
        Await.await("its row")
                .until(() ->
                        target.account().get("/v1/events/" + second.value()).status() == 200);
        assertRecordedOnceAndLater(
                target, target.account().get("/v1/events/" + second.value()).json(), first);
    }

    private static void assertRecordedOnceAndLater(Target target, JsonNode event, EventId first) {
        assertThat(new EventId(event.path("id").asText()).mintedAt())
                .isAfter(first.mintedAt().plusSeconds(60));
        assertThat(target.account().get("/v1/events/" + first.value()).status()).isEqualTo(404);
        List<JsonNode> listed = target.account().walk("/v1/events?limit=100&since=" + first.mintedAt());
        assertThat(listed).contains(event);
        assertThat(listed.stream().map(one -> one.path("id").asText())).doesNotContain(first.value());
    }

    /** Leaves what a request leaves that died after it had claimed its key, two minutes ago. */
    private static EventId claim(Target target, StackAccess stack, String key) {
        HttpsResponse other = target.account().post(EVENT, new ApiClientAccount.RequestKey("before-" + key));
        assertThat(other.status()).as(other.text()).isEqualTo(201);
        EventId first = EventId.mint(Instant.now().minus(Duration.ofMinutes(2)), new SecureRandom());
        Map<String, AttributeValue> row = new HashMap<>(row(stack, "before-" + key));
        row.put("account_key", AttributeValue.fromS("acc_demo#" + key));
        row.put("event_id", AttributeValue.fromS(first.value()));
        stack.dynamoDb()
                .putItem(put -> put.tableName(stack.table("IdempotencyTable")).item(row));
        return first;
    }

    private static EventId claimed(StackAccess stack, String key) {
        return new EventId(
                Objects.requireNonNull(row(stack, key).get("event_id")).s());
    }

    private static Map<String, AttributeValue> row(StackAccess stack, String key) {
        return stack.dynamoDb()
                .getItem(get -> get.tableName(stack.table("IdempotencyTable"))
                        .key(Map.of("account_key", AttributeValue.fromS("acc_demo#" + key)))
                        .consistentRead(true))
                .item();
    }
}
