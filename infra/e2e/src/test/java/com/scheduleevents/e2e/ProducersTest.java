package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;

/** Tests the changes queue, batches, and what a key of one clinic sees. */
@RequiresCapability(SharedClouds.STANDARD)
class ProducersTest {

    @Test
    void repeatedMessageOnTheChangesQueueIsRecordedOnce(StackAccess stack, Target target) {
        String message = """
                {"account_id":"acc_demo","idempotency_key":"first-party-1","event":%s}""".formatted(ChangeSamples.cancelled("cln_harbour", "prv_first_party"));
        for (int copy = 0; copy < 2; copy++) {
            stack.sqs().sendMessage(send -> send.queueUrl(stack.queue("ChangesQueue"))
                    .messageBody(message));
        }

        Await.await("the event")
                .until(() -> recorded(target.account(), "prv_first_party").size() == 1);
    }

    /** Several of one account in a batch are recorded together. */
    @Test
    void messagesOfOneAccountAreRecordedTogetherAndOnce(StackAccess stack, Target target) {
        List<SendMessageBatchRequestEntry> messages = IntStream.range(0, 10)
                .mapToObj(i -> SendMessageBatchRequestEntry.builder()
                        .id("m" + i)
                        .messageBody("""
                                {"account_id":"acc_demo","idempotency_key":"together-%d","event":%s}""".formatted(i, ChangeSamples.cancelled("cln_harbour", "prv_together")))
                        .build())
                .toList();
        for (int copy = 0; copy < 2; copy++) {
            stack.sqs().sendMessageBatch(send -> send.queueUrl(stack.queue("ChangesQueue"))
                    .entries(messages));
            Await.await("the events")
                    .until(() -> recorded(target.account(), "prv_together").size() == 10);
        }

        Await.await("an empty queue").until(() -> new StackState(stack).isEmpty("ChangesQueue"));
        assertThat(recorded(target.account(), "prv_together")).hasSize(10);
    }

    @Test
    void repeatedBatchReturnsTheSameEvents(Target target) {
        String batch = """
                {"data":[{"idempotency_key":"again-1","event":%s},{"idempotency_key":"again-2","event":%s}]}""".formatted(
                        ChangeSamples.cancelled("cln_harbour", "prv_again"),
                        ChangeSamples.cancelled("cln_station", "prv_again"));

        List<String> first =
                ids(target.account().post("/v1/events/batch", batch).json());

        assertThat(first).hasSize(2).doesNotContain("");
        assertThat(ids(target.account().post("/v1/events/batch", batch).json())).isEqualTo(first);
    }

    @Test
    void keyOfOneClinicSeesThatClinicOnly(StackAccess stack, Target target) {
        String seen = target.account().record(ChangeSamples.cancelled("cln_harbour", "prv_seen"));
        String unseen = target.account().record(ChangeSamples.cancelled("cln_station", "prv_seen"));
        ReceiverInbox inbox = ReceiverInbox.open(target, "unseen", List.of("*"), "cln_station");

        ApiClientAccount limited = new TenantOperations(stack, target)
                .withKey(
                        new AccountId("acc_demo"),
                        new ApiKeyId("key_harbour"),
                        new Clinics.Listed(Set.of(new ClinicId("cln_harbour"))));

        assertThat(limited.get("/v1/events/" + seen).status()).isEqualTo(200);
        assertThat(limited.get("/v1/events/" + unseen).status()).isEqualTo(404);
        assertThat(limited.walk("/v1/events?limit=100"))
                .allMatch(event -> event.path("clinic_id").asText().equals("cln_harbour"));
        assertThat(limited.walk("/v1/webhooks?limit=100"))
                .noneMatch(row -> row.path("id").asText().equals(inbox.webhook()));
        inbox.delete(target.account());
    }

    private static List<JsonNode> recorded(ApiClientAccount account, String provider) {
        return account.walk("/v1/events?limit=100&clinic_id=cln_harbour").stream()
                .filter(event -> event.path("provider_id").asText().equals(provider))
                .toList();
    }

    private static List<String> ids(JsonNode response) {
        return response.path("data")
                .valueStream()
                .map(result -> result.at("/event/id").asText())
                .toList();
    }
}
