package com.scheduleevents.aws.usage;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.aws.deliveries.DynamoDeliveryLog;
import com.scheduleevents.aws.events.StoredEvents;
import com.scheduleevents.aws.webhooks.StoredWebhooks;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.delivery.DeliveryStatus;
import com.scheduleevents.domain.delivery.LoggedAttempt;
import com.scheduleevents.domain.delivery.LoggedDelivery;
import com.scheduleevents.domain.delivery.LoggedDelivery.Dropped;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventTypeRegistry;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.usage.DayCounter;
import com.scheduleevents.domain.usage.DayCounter.Counted;
import com.scheduleevents.domain.usage.Usage;
import com.scheduleevents.domain.usage.UsageCount;
import com.scheduleevents.domain.usage.UsageDay;
import com.scheduleevents.domain.usage.UsageWriter;
import com.scheduleevents.domain.webhook.SealedSecret;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookSettings;
import com.scheduleevents.testkit.aws.LocalTables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Calculates what counting usage costs at the prices of DynamoDB on demand in us-east-1: a million read units 0.125 dollars, a
 * million write units 0.625. An eventually consistent query takes half a unit for each 4 KB of the rows it reads. An event's row
 * has some 600 bytes, that of a delivery which succeeded at once some 450; a clinic has 77 events a day in the sample file. So a
 * million events, each delivered once, are a gigabyte: 130,000 read units a count, and 13,000 rows to write: 0.016 and 0.008
 * dollars. Each day is counted twice, and the second time only the rows that changed are written: four cents in all. The figures of a webhook are
 * written both times, a unit for its hours.
 */
class CountingCostTest {

    @RegisterExtension
    static final LocalTables TABLES = new LocalTables();

    private static final double READ_UNIT = 0.125e-6;
    private static final double WRITE_UNIT = 0.625e-6;
    private static final double MOST_FOR_A_MILLION_EVENTS = 0.05;

    private static final Path SAMPLE =
            Path.of("..", "..", "infra", "testkit", "src", "main", "resources", "samples", "schedule-changes.jsonl");
    private static final int CLINICS = 5;
    private static final int EVENTS = 77 * CLINICS;
    private static final UsageDay DAY = UsageDay.parse("2026-11-18").orElseThrow();
    /** Far in the future, because DynamoDB Local deletes expired rows. */
    private static final Instant EXPIRY = Instant.parse("2126-11-20T00:00:00Z");

    private final Random random = new Random(1);
    private final AccountId account = new AccountId(
            "acc_" + EventId.mint(DAY.start(), new Random()).value().substring(4));
    private final WebhookId webhook = WebhookId.mint(DAY.start(), new Random());

    @Test
    void countingAMillionEventsCostsLessThanFiveCents() throws IOException {
        record();
        ConsumedUnits capacity = new ConsumedUnits();
        try (DynamoDbClient dynamoDb = TABLES.metered(capacity::add)) {
            DayCounter counter = new DayCounter(new DynamoUsageSource(
                    dynamoDb,
                    TABLES.named("EventsTable"),
                    TABLES.named("DeliveriesTable"),
                    TABLES.named("WebhooksTable")));
            UsageWriter writer = new UsageWriter(new DynamoUsage(dynamoDb, TABLES.named("UsageTable")));
            for (UsageDay night : List.of(DAY.plus(1), DAY.plus(3))) {
                UsageCount begun = UsageCount.of(account, DAY, night.start());
                Counted counted =
                        counter.countOn(begun, () -> false, (of, figures) -> writer.write(begun, of, figures));
                UsageCount whole = counted instanceof Counted.Whole(UsageCount count) ? count : begun;
                assertThat(whole.found().values().stream().reduce(Usage.NOTHING, Usage::plus))
                        .isEqualTo(new Usage(EVENTS, EVENTS, 0, EVENTS));
                assertThat(writer.write(whole)).isTrue();
            }
        }
        double dollars = capacity.read * READ_UNIT + capacity.written * WRITE_UNIT;
        assertThat(dollars * 1_000_000 / EVENTS)
                .as(capacity.toString())
                .isPositive()
                .isLessThan(MOST_FOR_A_MILLION_EVENTS);
        assertThat(capacity.written)
                .as("rows once, and each count's own two writes and one of the webhook's hours")
                .isEqualTo(CLINICS + 4 + 2);
    }

    /** Every event delivered at the first attempt. */
    private void record() throws IOException {
        DynamoDeliveryLog log = new DynamoDeliveryLog(TABLES.dynamoDb(), TABLES.named("DeliveriesTable"));
        StoredWebhooks.put(
                TABLES,
                Webhook.registered(
                        account,
                        webhook,
                        new ApiKeyId("key_1"),
                        new WebhookSettings(
                                "https://example.com/", List.of(Webhook.ALL_TYPES), Optional.empty(), Optional.empty()),
                        new Clinics.All(),
                        new SealedSecret(1, "k", "aaa"),
                        DAY.start()));
        List<Event> events = events();
        StoredEvents.put(TABLES, account, events, EXPIRY);
        events.forEach(event -> log.append(webhook, delivered(event), EXPIRY));
    }

    private List<Event> events() throws IOException {
        EventTypeRegistry types = EventTypeRegistry.fromClassPath();
        ObjectMapper json = new ObjectMapper();
        List<Event> events = new ArrayList<>();
        for (String line : Files.readAllLines(SAMPLE).subList(0, EVENTS)) {
            ObjectNode change = (ObjectNode) json.readTree(line).path("event");
            change.put("clinic_id", "cln_01KAJ4M3T0V5Q0X8Y6W2ZC9D1" + events.size() % CLINICS);
            EventId id = EventId.mint(DAY.start().plusSeconds(200L * events.size()), random);
            events.add(types.read(change).as(id));
        }
        return events;
    }

    private static LoggedDelivery delivered(Event event) {
        LoggedAttempt attempt = new LoggedAttempt(
                1,
                1,
                event.id().mintedAt(),
                Duration.ofMillis(120),
                OutcomeClass.SUCCEEDED,
                Optional.empty(),
                OptionalInt.of(200),
                UUID.randomUUID().toString());
        return new LoggedDelivery(
                event.id(),
                event.type(),
                Optional.of(event.clinic()),
                OptionalLong.of(1),
                1,
                1,
                DeliveryStatus.SUCCEEDED,
                Optional.of(attempt.at()),
                Optional.empty(),
                List.of(attempt),
                Dropped.NONE);
    }

    private static final class ConsumedUnits {
        private double read;
        private double written;

        void add(String operation, double units) {
            if (operation.equals("Query")) {
                read += units;
            } else {
                written += units;
            }
        }

        @Override
        public String toString() {
            return EVENTS + " events: " + read + " read units, " + written + " write units";
        }
    }
}
