package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.aws.events.DynamoEvents;
import com.scheduleevents.aws.events.DynamoIdempotency;
import com.scheduleevents.aws.usage.DynamoUsage;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.IdempotencyKey;
import com.scheduleevents.domain.event.IdempotencyStore.Claim;
import com.scheduleevents.domain.usage.Usage;
import com.scheduleevents.domain.usage.UsageDay;
import com.scheduleevents.domain.usage.UsageKey;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Tests the operator's erasures on a running cloud. Events of today cannot be deleted before the third night, so some are stored as if they had been
 * recorded ten days ago.
 */
@RequiresCapability(SharedClouds.STANDARD)
class ErasureCommandsTest {

    private static final List<String> TYPES = List.of("appointment.completed");
    private static final List<String> TABLES =
            List.of("EventsTable", "DeliveriesTable", "BacklogTable", "ResponsesTable", "IdempotencyTable");
    private final Instant longAgo = Instant.now().minus(Duration.ofDays(10));

    @Test
    void erasedClinicIsHiddenAtOnceAndDeletedWhenItsDaysAreCounted(Target target, StackAccess stack) {
        AccountId account = new AccountId("acc_erased");
        ClinicId gone = new ClinicId("cln_erased_gone");
        ApiClientAccount owner = new TenantOperations(stack, target).open(account, gone);
        OperatorCalls operator = stack.operator();
        operator.run("clinic", "add", account.value(), "cln_erased_stays");
        ReceiverInbox inbox = ReceiverInbox.open(target, owner, "erased-clinic", TYPES);
        String stays = owner.record(ChangeSamples.of("appointment.completed", "cln_erased_stays", "prv_1"));
        String today = owner.record(ChangeSamples.of("appointment.completed", gone.value(), "prv_1"));
        String old = storeOld(stack, account, gone);
        Await.await("the deliveries")
                .until(() -> List.of(stays, today, old).stream().allMatch(inbox::accepted));
        Await.await("the log").until(() -> owner.attempts(inbox.webhook(), old).size() == 1);
        countOld(stack, account, gone);

        JsonNode begun = erase(operator, "clinic", account.value(), gone.value(), "--reason", "Ticket 7");

        assertThat(begun.path("ended").asText()).isEmpty();
        assertThat(begun.path("events").asLong()).isEqualTo(1);
        assertThat(begun.path("go_on_after_count_of").asText())
                .isEqualTo(UsageDay.of(new EventId(today).mintedAt()).text());
        assertThat(rowsWith(stack, old)).isEmpty();
        assertThat(rowsWith(stack, today)).isNotEmpty();
        assertThat(ids(owner.walk("/v1/events?limit=100"))).containsExactly(stays);
        assertThat(owner.get("/v1/events/" + today).status()).isEqualTo(404);
        String deliveries = "/v1/webhooks/" + inbox.webhook() + "/deliveries";
        assertThat(owner.walk(deliveries + "?limit=100"))
                .extracting(delivery -> delivery.path("event_id").asText())
                .containsExactly(stays);
        assertThat(owner.get(deliveries + "/" + today).status()).isEqualTo(404);
        assertThat(owner.get("/v1/events/" + today + "/deliveries").status()).isEqualTo(404);
        assertThat(owner.post("/v1/events", ChangeSamples.of("appointment.completed", gone.value(), "prv_1"))
                        .status())
                .isEqualTo(403);
        assertThat(refusal(operator, "clinic", "add", account.value(), gone.value()))
                .contains("is being erased");
        assertThat(refusal(
                        operator,
                        "usage",
                        "recount",
                        account.value(),
                        "--from",
                        UsageDay.of(longAgo).text(),
                        "--to",
                        UsageDay.of(longAgo).text()))
                .contains("cannot be counted again");

        deleteRow(stack, "EventsTable", Map.of("account_id", account.value(), "id", today));
        closeLongAgo(stack, account, gone);
        JsonNode ended = erase(operator, "clinic", account.value(), gone.value());

        assertThat(ended.path("ended").asText()).isNotEmpty();
        assertThat(rowsWith(stack, today)).isEmpty();
        assertThat(ids(owner.walk("/v1/events?limit=100"))).containsExactly(stays);
        assertThat(refusal(operator, "clinic", "add", account.value(), gone.value()))
                .contains("add it from");
        assertThat(operator.run("erase", "list")).contains(gone.value());
        assertThat(owner.walk("/v1/audit_log?limit=100"))
                .filteredOn(entry -> entry.path("action").asText().equals("clinic.erased"))
                .singleElement()
                .satisfies(entry -> {
                    assertThat(entry.path("clinic_id").asText()).isEqualTo(gone.value());
                    assertThat(entry.path("reason").asText()).isEqualTo("Ticket 7");
                    assertThat(entry.at("/actor/type").asText()).isEqualTo("operator");
                });
        assertThat(new DynamoUsage(stack.dynamoDb(), stack.table("UsageTable")).written(account, UsageDay.of(longAgo)))
                .isEqualTo(Map.of(gone, new Usage(1, 1, 0, 1)));

        String restored = storeOld(stack, account, gone);
        operator.run("erase", "again");
        assertThat(rowsWith(stack, restored)).isEmpty();
    }

    @Test
    void erasedAccountIsClosedAndDeleted(Target target, StackAccess stack) {
        AccountId account = new AccountId("acc_ended");
        ClinicId clinic = new ClinicId("cln_ended");
        ApiClientAccount owner = new TenantOperations(stack, target).open(account, clinic);
        OperatorCalls operator = stack.operator();
        ReceiverInbox inbox = ReceiverInbox.open(target, owner, "erased-account", TYPES);
        String old = storeOld(stack, account, clinic);
        Await.await("the delivery").until(() -> inbox.accepted(old));
        Await.await("the log").until(() -> owner.attempts(inbox.webhook(), old).size() == 1);
        countOld(stack, account, clinic);

        assertThat(operator.execute("erase", "account", account.value(), "--reason", "Ticket 8")
                        .err())
                .contains("--for-good");
        assertThat(operator.execute("erase", "account", account.value(), "--for-good")
                        .err())
                .contains("--reason");
        JsonNode begun = erase(operator, "account", account.value(), "--for-good", "--reason", "Ticket 8");

        assertThat(begun.path("events").asLong()).isEqualTo(1);
        assertThat(begun.path("deliveries").asLong()).isEqualTo(1);
        assertThat(rowsWith(stack, old)).isEmpty();
        assertThat(operator.run("account", "show", account.value())).contains("closed");
        Await.await("the rejection").until(() -> owner.get("/v1/events").status() == 401);
    }

    private static JsonNode erase(OperatorCalls operator, String... arguments) {
        return HttpsClient.parsed(
                operator.run(OperatorCalls.with(new String[] {"erase"}, OperatorCalls.with(arguments, "--json"))));
    }

    private static String refusal(OperatorCalls operator, String... arguments) {
        OperatorCalls.Ran ran = operator.execute(arguments);
        assertThat(ran.status()).isEqualTo(1);
        return ran.err();
    }

    private static List<String> ids(List<JsonNode> events) {
        return events.stream().map(event -> event.path("id").asText()).toList();
    }

    /** Stores an event, with its key, as if it had been recorded ten days ago. It is delivered as any other. */
    private String storeOld(StackAccess stack, AccountId account, ClinicId clinic) {
        EventId id = EventId.mint(longAgo, new SecureRandom());
        Instant expiry = longAgo.plus(Duration.ofDays(90));
        new DynamoIdempotency(stack.dynamoDb(), stack.table("IdempotencyTable"))
                .claim(account, new IdempotencyKey("key of " + id.value()), new Claim("f", id, expiry), longAgo);
        String draft = ChangeSamples.of("appointment.completed", clinic.value(), "prv_1");
        String json = "{\"id\":\"" + id.value() + "\"," + draft.substring(1, draft.lastIndexOf('}'))
                + ",\"created_at\":\"" + id.mintedAt() + "\"}";
        new DynamoEvents(stack.dynamoDb(), stack.table("EventsTable"))
                .putIfAbsent(account, new Event(id, "appointment.completed", clinic, json), expiry);
        return id.value();
    }

    /** Stores the last count of that day. */
    private void countOld(StackAccess stack, AccountId account, ClinicId clinic) {
        DynamoUsage usage = new DynamoUsage(stack.dynamoDb(), stack.table("UsageTable"));
        UsageDay day = UsageDay.of(longAgo);
        Instant night = day.plus(3).start();
        usage.claim(account, day, night);
        usage.put(account, new UsageKey(day, clinic), new Usage(1, 1, 0, 1), night);
        usage.finish(account, day, night);
    }

    /** Lets an erasure have begun ten days ago. */
    private void closeLongAgo(StackAccess stack, AccountId account, ClinicId clinic) {
        stack.dynamoDb().updateItem(update -> update.tableName(stack.table("AccountsTable"))
                .key(Map.of(
                        "pk", AttributeValue.fromS("erasures"),
                        "sk", AttributeValue.fromS(account.value() + "#" + clinic.value())))
                .conditionExpression("attribute_exists(pk)")
                .updateExpression("SET closed_at = :at")
                .expressionAttributeValues(Map.of(":at", AttributeValue.fromS(longAgo.toString()))));
    }

    private static void deleteRow(StackAccess stack, String table, Map<String, String> key) {
        stack.dynamoDb().deleteItem(delete -> delete.tableName(stack.table(table))
                .key(key.entrySet().stream()
                        .collect(Collectors.toMap(Map.Entry::getKey, part -> AttributeValue.fromS(part.getValue())))));
    }

    /** The tables in which rows contain a text. */
    private static List<String> rowsWith(StackAccess stack, String text) {
        return TABLES.stream()
                .filter(table ->
                        stack.dynamoDb().scanPaginator(scan -> scan.tableName(stack.table(table))).items().stream()
                                .anyMatch(row -> row.toString().contains(text)))
                .toList();
    }
}
