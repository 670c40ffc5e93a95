package com.scheduleevents.golden;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.aws.audit.DynamoAuditLog;
import com.scheduleevents.aws.deliveries.DynamoBacklog;
import com.scheduleevents.aws.deliveries.DynamoCapturedResponses;
import com.scheduleevents.aws.deliveries.DynamoDeliveryLog;
import com.scheduleevents.aws.deliveries.DynamoPullQueue;
import com.scheduleevents.aws.events.DynamoAppointmentOrder;
import com.scheduleevents.aws.events.DynamoEvents;
import com.scheduleevents.aws.events.DynamoIdempotency;
import com.scheduleevents.aws.replays.DynamoReplays;
import com.scheduleevents.aws.requests.DynamoRequestKeys;
import com.scheduleevents.aws.tables.Attribute;
import com.scheduleevents.aws.tables.Row;
import com.scheduleevents.aws.webhooks.DynamoMailAddresses;
import com.scheduleevents.cloud.template.Template;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.audit.AuditAction;
import com.scheduleevents.domain.audit.AuditEntry;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.LoggedDelivery;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventRange;
import com.scheduleevents.domain.event.EventStore.Feed;
import com.scheduleevents.domain.event.EventStore.Slice;
import com.scheduleevents.domain.event.IdempotencyKey;
import com.scheduleevents.domain.event.IdempotencyStore.Claim;
import com.scheduleevents.domain.mail.AddressId;
import com.scheduleevents.domain.mail.AddressState;
import com.scheduleevents.domain.mail.AddressStatus;
import com.scheduleevents.domain.mail.AddressToken;
import com.scheduleevents.domain.pull.PullReceipt;
import com.scheduleevents.domain.pull.WaitingDelivery;
import com.scheduleevents.domain.replay.Replay;
import com.scheduleevents.domain.replay.ReplayEnd;
import com.scheduleevents.domain.replay.ReplayId;
import com.scheduleevents.domain.request.KeyedRequest;
import com.scheduleevents.domain.webhook.AttemptId;
import com.scheduleevents.domain.webhook.SealedResponse;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.testkit.aws.LocalTables;
import com.scheduleevents.testkit.samples.AuditSamples;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Tests that this version reads the rows of earlier versions, acts on them, and writes them again without losing anything,
 * because two versions run at the same time during a deployment, and a row may be years old. Each file is one row; files are
 * added, never changed.
 */
@Execution(ExecutionMode.SAME_THREAD) // they share rows
class GoldenRowsTest {

    @RegisterExtension
    static final LocalTables TABLES = new LocalTables();

    private static final AccountId ACCOUNT = new AccountId("acc_demo");
    private static final ClinicId CLINIC = new ClinicId("cln_harbour");
    private static final WebhookId WEBHOOK = new WebhookId("whk_01KAJ9Z3M8V4W6X0Y2T5R7Q9AA");
    private static final EventId EVENT = new EventId("evt_01KAJ9Z3M8V4W6X0Y2T5R7Q901");
    private static final Instant EXPIRY = Instant.ofEpochSecond(1802959331);
    private static final Instant NOW = Instant.parse("2026-11-21T15:00:00Z");

    private final GoldenRows rows = new GoldenRows(TABLES);

    @Test
    void everyTableHasAGoldenRow() throws IOException {
        Set<String> tables = Template.declared(Path.of("..", "..", "template.yaml"))
                .path("Resources")
                .propertyStream()
                .filter(resource -> resource.getValue().path("Type").asText().equals("AWS::DynamoDB::Table"))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());

        assertThat(GoldenRows.tablesWithRows()).containsExactlyInAnyOrderElementsOf(tables);
    }

    @Test
    void readsAnEvent() {
        Map<String, AttributeValue> golden = rows.put("events-v1");
        DynamoEvents events = new DynamoEvents(TABLES.dynamoDb(), TABLES.named("EventsTable"));

        Event read = events.find(ACCOUNT, EVENT).orElseThrow();
        assertThat(events.putIfAbsent(ACCOUNT, new Event(EVENT, "other", CLINIC, "{}"), EXPIRY))
                .as("a repeat gets the recorded response")
                .contains(read);
        rows.remove("events-v1");
        events.putIfAbsent(ACCOUNT, read, EXPIRY);

        assertThat(rows.now("events-v1")).isEqualTo(golden);
    }

    @Test
    void readsNoEventFromAVoidRow() {
        Map<String, AttributeValue> golden = rows.put("events-v1-void");
        DynamoEvents events = new DynamoEvents(TABLES.dynamoDb(), TABLES.named("EventsTable"));
        EventId id = new EventId(GoldenRows.text(golden, "id"));

        assertThat(events.find(ACCOUNT, id)).isEmpty();
        assertThat(events.oldestFirst(new Feed.OfAccount(ACCOUNT), new EventRange(id, id), 2))
                .isEqualTo(new Slice(List.of(), List.of(), Optional.of(id), true));
        assertThat(events.putIfAbsent(ACCOUNT, new Event(id, "other", CLINIC, "{}"), EXPIRY))
                .isEmpty();
        rows.remove("events-v1-void");
        assertThat(events.putVoid(ACCOUNT, id, EXPIRY)).isEmpty();

        assertThat(rows.now("events-v1-void")).isEqualTo(golden);
    }

    @Test
    void readsAnIdempotencyKeyOfAnEvent() {
        Map<String, AttributeValue> golden = rows.put("idempotency-v1-event");
        DynamoIdempotency keys = new DynamoIdempotency(TABLES.dynamoDb(), TABLES.named("IdempotencyTable"));
        IdempotencyKey key = new IdempotencyKey("3f1c");

        Claim read = keys.claim(
                        ACCOUNT, key, new Claim("another", EventId.firstAtOrAfter(NOW), NOW.plusSeconds(1)), NOW)
                .orElseThrow();
        assertThat(read.event()).isEqualTo(EVENT);
        rows.remove("idempotency-v1-event");
        assertThat(keys.claim(ACCOUNT, key, read, NOW)).isEmpty();

        assertThat(rows.now("idempotency-v1-event")).isEqualTo(golden);
    }

    @Test
    void readsTheOrderOfAnAppointment() {
        Map<String, AttributeValue> golden = rows.put("idempotency-v3-order");
        DynamoAppointmentOrder order = new DynamoAppointmentOrder(TABLES.dynamoDb(), TABLES.named("IdempotencyTable"));

        SortedSet<EventId> read = order.ids(ACCOUNT, Set.of("apt_8f1c"));
        assertThat(read).hasSize(2).startsWith(EVENT);
        rows.remove("idempotency-v3-order");
        order.add(ACCOUNT, Map.of("apt_8f1c", read), EXPIRY);

        assertThat(order.ids(ACCOUNT, Set.of("apt_8f1c"))).isEqualTo(read);
        assertThat(rows.now("idempotency-v3-order")).containsOnlyKeys(golden.keySet());
    }

    @Test
    void readsAnIdempotencyKeyOfARequest() {
        Map<String, AttributeValue> golden = rows.put("idempotency-v2-request");
        DynamoRequestKeys keys = new DynamoRequestKeys(TABLES.dynamoDb(), TABLES.named("IdempotencyTable"));
        IdempotencyKey key = new IdempotencyKey("3f1e");

        KeyedRequest read = keys.take(ACCOUNT, key, KeyedRequest.begun("another", "ulid", NOW), NOW)
                .orElseThrow();
        assertThat(read.ulid()).isEqualTo("01KAJ9Z3M8V4W6X0Y2T5R7Q901");
        assertThat(keys.replace(ACCOUNT, key, read, read)).isTrue();
        assertThat(rows.now("idempotency-v2-request")).isEqualTo(golden);
        assertThat(keys.replace(ACCOUNT, key, read, read.succeeded())).isTrue();
        assertThat(keys.take(ACCOUNT, key, KeyedRequest.begun("another", "ulid", NOW), NOW))
                .contains(read.succeeded());
    }

    @Test
    void readsAnEntryOfTheAuditLog() {
        Map<String, AttributeValue> golden = rows.put("auditlog-v1");
        DynamoAuditLog log = new DynamoAuditLog(TABLES.dynamoDb(), TABLES.named("AuditLogTable"));

        AuditEntry read = log.newestFirst(ACCOUNT, Optional.empty(), 1).getFirst();
        assertThat(read.action()).isEqualTo(AuditAction.WEBHOOK_DISABLED);
        rows.remove("auditlog-v1");
        log.put(read);

        assertThat(rows.now("auditlog-v1")).isEqualTo(golden);
    }

    @ParameterizedTest
    @CsvSource({"deliveries-v1-pending", "deliveries-v1-succeeded"})
    void readsADelivery(String name) {
        Map<String, AttributeValue> golden = rows.put(name);
        DynamoDeliveryLog log = new DynamoDeliveryLog(TABLES.dynamoDb(), TABLES.named("DeliveriesTable"));
        EventId event = new EventId(GoldenRows.text(golden, "event_id"));

        LoggedDelivery read = log.find(WEBHOOK, event).orElseThrow();
        assertThat(log.replace(WEBHOOK, read, read))
                .as("it is at the attempt that was read")
                .isTrue();
        rows.remove(name);
        assertThat(log.append(WEBHOOK, read, EXPIRY)).isTrue();

        assertThat(rows.now(name)).isEqualTo(golden);
    }

    @Test
    void readsADeliveryOfAGenerationWithAttemptsThatWereDropped() {
        Map<String, AttributeValue> golden = rows.put("deliveries-v1-trimmed");
        DynamoDeliveryLog log = new DynamoDeliveryLog(TABLES.dynamoDb(), TABLES.named("DeliveriesTable"));

        LoggedDelivery read = log.find(WEBHOOK, new EventId(GoldenRows.text(golden, "event_id")))
                .orElseThrow();
        assertThat(read.attemptsMade()).isEqualTo(62);
        assertThat(read.attemptsFailed()).isEqualTo(61);
        assertThat(read.isEarlierThan(3)).isTrue();
        assertThat(read.isEarlierThan(2)).isFalse();
        assertThat(log.replace(WEBHOOK, read, read)).isTrue();

        assertThat(rows.now("deliveries-v1-trimmed")).isEqualTo(golden);
    }

    @Test
    void readsACapturedResponse() {
        Map<String, AttributeValue> golden = rows.put("responses-v1");
        DynamoCapturedResponses responses =
                new DynamoCapturedResponses(TABLES.dynamoDb(), TABLES.named("ResponsesTable"));

        List<SealedResponse> read = responses.of(WEBHOOK, EVENT, NOW);
        assertThat(read).extracting(SealedResponse::attempt).containsExactly(new AttemptId(EVENT, 1, 2));
        rows.remove("responses-v1");
        responses.add(WEBHOOK, read.getFirst(), EXPIRY);

        assertThat(rows.now("responses-v1")).isEqualTo(golden);
    }

    @Test
    void readsADeliveryInTheBacklog() {
        Map<String, AttributeValue> golden = rows.put("backlog-v1");
        DynamoBacklog backlog = new DynamoBacklog(TABLES.dynamoDb(), TABLES.named("BacklogTable"));

        List<DeliveryMessage> read = backlog.oldestAndNewest(WEBHOOK, 1, 10, false);
        assertThat(read).hasSize(1);
        backlog.remove(read.getFirst());
        assertThat(backlog.anyOf(WEBHOOK, 1)).isFalse();
        backlog.add(read.getFirst(), EXPIRY);

        assertThat(rows.now("backlog-v1")).isEqualTo(golden);
    }

    @Test
    void readsADeliveryThatCameBackToTheBacklog() {
        Map<String, AttributeValue> golden = rows.put("backlog-v3-drained");
        DynamoBacklog backlog = new DynamoBacklog(TABLES.dynamoDb(), TABLES.named("BacklogTable"));
        EventId event = new EventId(GoldenRows.text(golden, "event_id"));

        DeliveryMessage read = backlog.find(WEBHOOK, 1, event).orElseThrow();
        assertThat(read.drainedAt()).contains(Instant.ofEpochMilli(1795186991951L));
        backlog.remove(read);
        assertThat(backlog.find(WEBHOOK, 1, event)).isEmpty();
        backlog.add(read, EXPIRY);

        assertThat(rows.now("backlog-v3-drained")).isEqualTo(golden);
        rows.remove("backlog-v3-drained");
    }

    @ParameterizedTest
    @ValueSource(strings = {"backlog-v2-pulled", "backlog-v4-pulled"})
    void readsAPulledDeliveryInTheBacklog(String name) {
        Map<String, AttributeValue> golden = rows.put(name);
        DynamoPullQueue queue =
                new DynamoPullQueue(TABLES.dynamoDb(), TABLES.named("BacklogTable"), () -> 0x0123456789abcdefL, 1_000);
        EventId event = new EventId(GoldenRows.text(golden, "event_id"));

        WaitingDelivery read =
                queue.find(WEBHOOK, Set.of(new PullReceipt(1, 1, event))).getFirst();
        assertThat(read.pulls()).isEqualTo(2);
        Instant until = new Row("golden", golden).get(Attribute.millis("visible_at"));
        assertThat(read.isVisible(until.minusMillis(1))).isFalse();
        assertThat(read.isVisible(until)).isTrue();
        assertThat(new DynamoBacklog(TABLES.dynamoDb(), TABLES.named("BacklogTable")).find(WEBHOOK, 1, event))
                .contains(read.message());
        assertThat(queue.take(read, read)).isTrue();

        Map<String, AttributeValue> taken = new HashMap<>(golden);
        taken.put("pull_token", AttributeValue.fromS("0123456789abcdef"));
        assertThat(rows.now(name)).isEqualTo(taken);
        rows.remove(name);
    }

    @Test
    void readsAnAddressThatIsToBeConfirmed() {
        AccountId account = new AccountId("acc_addresses");
        Map<String, AttributeValue> pending = rows.put("mailaddresses-v1-pending");
        DynamoMailAddresses addresses = new DynamoMailAddresses(
                TABLES.dynamoDb(), TABLES.named("MailAddressesTable"), TABLES.named("AuditLogTable"));
        AddressId address = AddressId.of(account, "Desk@clinic.example");
        AddressToken token = AddressToken.parse(account.value() + "." + address.value() + "." + "A".repeat(43))
                .orElseThrow();
        Instant asked = Instant.parse("2026-11-20T14:02:11.337Z");

        assertThat(addresses.find(account, address))
                .contains(new AddressState(AddressStatus.PENDING, asked, Optional.of(asked.plusSeconds(30))));
        rows.remove("mailaddresses-v1-pending");
        addresses.claim(
                token, WEBHOOK, asked, asked.plusSeconds(30), asked.plus(Duration.ofDays(7)), Duration.ofDays(1));
        assertThat(rows.now("mailaddresses-v1-pending")).isEqualTo(pending);

        assertThat(addresses.confirm(token, asked.plusSeconds(60))).isTrue();
        assertThat(rows.now("mailaddresses-v1-pending")).isEqualTo(rows.row("mailaddresses-v1-confirmed"));

        assertThat(addresses.unsubscribing(token)).map(AddressToken::reveal).contains(token.reveal());
        assertThat(rows.now("mailaddresses-v1-pending")).isEqualTo(rows.row("mailaddresses-v2-unsubscribing"));
        rows.remove("mailaddresses-v1-pending");
    }

    @Test
    void readsARunningAndAnEndedReplay() {
        Map<String, AttributeValue> running = rows.put("replays-v1-running");
        Map<String, AttributeValue> mark = rows.put("replays-v1-running_mark");
        rows.put("replays-v1-ended");
        DynamoReplays replays =
                new DynamoReplays(TABLES.dynamoDb(), TABLES.named("ReplaysTable"), TABLES.named("AuditLogTable"));

        List<Replay> read = replays.newestFirst(WEBHOOK, Optional.empty(), 10);
        assertThat(read).extracting(Replay::isRunning).containsExactly(true, false);
        Replay other = new Replay(
                ACCOUNT,
                WEBHOOK,
                1,
                new ReplayId("rpl_01KAJ9Z3M8V4W6X0Y2T5R7Q9ZZ"),
                read.getFirst().selection(),
                NOW,
                read.getFirst().progress(),
                Optional.empty());
        assertThat(replays.start(other, EXPIRY, AuditSamples.entry(new AccountId("acc_1"))))
                .as("one at a time")
                .contains(read.getFirst());

        assertThat(replays.replace(read.getFirst(), read.getFirst().ended(ReplayEnd.Why.CANCELLED, NOW)))
                .isTrue();
        assertThat(rows.now("replays-v1-running")).containsAllEntriesOf(running).containsKey("ended_why");
        assertThat(rows.now("replays-v1-running_mark")).isEmpty();
        rows.remove("replays-v1-running");
        assertThat(replays.start(read.getFirst(), EXPIRY, AuditSamples.entry(new AccountId("acc_1"))))
                .isEmpty();
        assertThat(rows.now("replays-v1-running"))
                .as("its position is written by its steps")
                .isEqualTo(without(running, "last_event"));
        assertThat(rows.now("replays-v1-running_mark")).isEqualTo(mark);
    }

    private static Map<String, AttributeValue> without(Map<String, AttributeValue> row, String attribute) {
        Map<String, AttributeValue> rest = new HashMap<>(row);
        rest.remove(attribute);
        return rest;
    }
}
