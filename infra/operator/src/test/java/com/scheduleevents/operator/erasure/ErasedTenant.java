package com.scheduleevents.operator.erasure;

import com.scheduleevents.aws.Environment;
import com.scheduleevents.aws.events.DynamoIdempotency;
import com.scheduleevents.aws.usage.DynamoUsage;
import com.scheduleevents.aws.wiring.Wiring;
import com.scheduleevents.cloud.storage.SimulatedStorage;
import com.scheduleevents.cloud.template.Template;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ApiKeySecret;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.Origin;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.domain.audit.AuditAction;
import com.scheduleevents.domain.audit.AuditEntry;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.LoggedDelivery;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.IdempotencyKey;
import com.scheduleevents.domain.event.IdempotencyStore.Claim;
import com.scheduleevents.domain.metrics.MetricRecorder;
import com.scheduleevents.domain.receiver.AttemptOutcome;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.replay.Replay;
import com.scheduleevents.domain.replay.ReplayId;
import com.scheduleevents.domain.replay.ReplayProgress;
import com.scheduleevents.domain.replay.ReplaySelection;
import com.scheduleevents.domain.usage.UsageDay;
import com.scheduleevents.domain.webhook.AttemptId;
import com.scheduleevents.domain.webhook.SealedResponse;
import com.scheduleevents.domain.webhook.SealedSecret;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookSettings;
import com.scheduleevents.operator.tenants.AccountAdmin;
import com.scheduleevents.operator.tenants.TenantChanges;
import com.scheduleevents.testkit.memory.InMemoryMetrics;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.kms.KmsClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * An account of two clinics in storage of its own, with a webhook, and a deleted one. Each event that is recorded has a row in every table that
 * may have one.
 */
final class ErasedTenant {

    static final AccountId ACCOUNT = new AccountId("acc_1");
    static final ClinicId GONE = new ClinicId("cln_gone");
    static final ClinicId STAYS = new ClinicId("cln_stays");

    /** Where schedule data is. */
    static final List<String> TABLES = List.of(
            "EventsTable", "DeliveriesTable", "BacklogTable", "ResponsesTable", "IdempotencyTable", "ReplaysTable");

    private static final Template TEMPLATE = SimulatedStorage.template(Path.of("../../template.yaml"), Map.of());
    private static final Instant LATE = Instant.parse("2027-11-21T10:00:00Z");
    private static final SecureRandom RANDOM = new SecureRandom();

    private final SimulatedStorage storage = new SimulatedStorage(TEMPLATE);
    private final Webhook webhook;
    private final Webhook deleted;

    ErasedTenant(Instant opened) {
        Stores stores = stores(opened);
        AccountAdmin admin = new AccountAdmin(stores.dynamoDb(), table("AccountsTable"));
        for (AccountId account : List.of(ACCOUNT, new AccountId("acc_10"))) {
            admin.openAccount(account, "owner@example.com", "One");
            admin.addClinic(account, GONE);
            admin.addClinic(account, STAYS);
        }
        admin.issueKey(
                ACCOUNT,
                new ApiKeyId("key_1"),
                EnumSet.allOf(Scope.class),
                new Clinics.All(),
                ApiKeySecret.mint(ApiKeySecret.Mode.TEST, RANDOM));
        this.webhook = register(stores, ACCOUNT, opened);
        this.deleted = register(stores, ACCOUNT, opened);
    }

    private Webhook register(Stores stores, AccountId account, Instant opened) {
        Webhook registered = Webhook.registered(
                account,
                WebhookId.mint(opened, RANDOM),
                new ApiKeyId("key_1"),
                new WebhookSettings("https://example.com/", List.of("*"), Optional.empty(), Optional.empty()),
                new Clinics.All(),
                new SealedSecret(1, "k", "aaa"),
                opened);
        if (!stores.registrations()
                .register(
                        registered,
                        stores.accounts()
                                .registrant(account, new ApiKeyId("key_1"))
                                .orElseThrow())) {
            throw new IllegalStateException("the account changed meanwhile");
        }
        return registered;
    }

    /** Deletes one of the two webhooks, with a delivery still in its backlog. */
    void deleteOne() {
        stores(LATE).webhooks().delete(deleted.by(Origin.operator(LATE)), LATE);
    }

    /** Records an event, of which each kind of row has one. */
    EventId record(ClinicId clinic, String appointment, Instant at) {
        return record(ACCOUNT, clinic, appointment, at, List.of(webhook, deleted));
    }

    /** Records an event of another account with the same clinics, and ids that begin in the same way. */
    EventId recordForOther(ClinicId clinic, Instant at) {
        return record(new AccountId("acc_10"), clinic, "apt_other", at, List.of());
    }

    private EventId record(AccountId account, ClinicId clinic, String appointment, Instant at, List<Webhook> webhooks) {
        Stores stores = stores(at);
        EventId id = EventId.mint(at, RANDOM);
        Event event = new Event(
                id,
                "appointment.booked",
                clinic,
                "{\"id\":\"" + id.value() + "\",\"type\":\"appointment.booked\",\"clinic_id\":\"" + clinic.value()
                        + "\",\"appointment_id\":\"" + appointment + "\"}");
        new DynamoIdempotency(stores.dynamoDb(), table("IdempotencyTable"))
                .claim(account, new IdempotencyKey("key of " + id.value()), new Claim("f", id, LATE), at);
        stores.appointmentOrder().add(account, Map.of(appointment, Set.of(id)), LATE);
        stores.events().putIfAbsent(account, event, LATE);
        for (Webhook of : webhooks) {
            DeliveryMessage message = DeliveryMessage.first(of, event, at);
            stores.backlog().add(message, LATE);
            stores.deliveryLog()
                    .append(
                            of.id(),
                            LoggedDelivery.attempted(
                                    message,
                                    new AttemptOutcome(OutcomeClass.STATUS, 500, Duration.ofMillis(5), null),
                                    at,
                                    Optional.of(at.plusSeconds(9)),
                                    "t"),
                            LATE);
            stores.capturedResponses().add(of.id(), new SealedResponse(new AttemptId(id, 1, 1), "dk", "ct"), LATE);
            Replay replay = replay(of, at);
            stores.auditedReplays().start(replay, LATE, entry(at));
        }
        return id;
    }

    private static AuditEntry entry(Instant at) {
        return AuditEntry.of(
                ACCOUNT, AuditAction.REPLAY_STARTED, Origin.operator(at), "a replay", new Clinics.All(), Map.of());
    }

    private static Replay replay(Webhook webhook, Instant at) {
        return new Replay(
                webhook.account(),
                webhook.id(),
                webhook.generation(),
                ReplayId.mint(at, RANDOM),
                new ReplaySelection(at.minusSeconds(9), at, Optional.empty()),
                at,
                new ReplayProgress(0, Optional.empty(), 0, 0),
                Optional.empty());
    }

    /** Stores that the day was counted at that time. */
    void count(UsageDay day, Instant began) {
        DynamoUsage usage = stores(began).usage();
        usage.claim(ACCOUNT, day, began);
        usage.finish(ACCOUNT, day, began);
    }

    /** The operator's erasures at a time. */
    DataErasure erasures(DynamoDbClient dynamoDb, Instant now) {
        Stores stores = new Stores(storage, dynamoDb, Clock.fixed(now, ZoneOffset.UTC));
        return new DataErasure(stores, changes(now), (_, _) -> {});
    }

    DataErasure erasures(Instant now) {
        return erasures(storage.dynamoDb(), now);
    }

    TenantChanges changes(Instant now) {
        return new TenantChanges(
                storage.dynamoDb(),
                table("AccountsTable"),
                table("WebhooksTable"),
                Duration.ofDays(90),
                Clock.fixed(now, ZoneOffset.UTC));
    }

    Stores stores(Instant now) {
        return new Stores(storage, storage.dynamoDb(), Clock.fixed(now, ZoneOffset.UTC));
    }

    /** Every row of a table, without its order. */
    Set<Map<String, AttributeValue>> rows(String id) {
        return Set.copyOf(storage.rows(table(id)));
    }

    /** All rows of the tables with schedule data. */
    Map<String, Set<Map<String, AttributeValue>>> rows() {
        return TABLES.stream().collect(Collectors.toMap(table -> table, this::rows));
    }

    /** How many rows of these tables contain a text, by table; without those that have none. */
    Map<String, Long> containing(String text) {
        return TABLES.stream()
                .collect(Collectors.toMap(table -> table, table -> rows(table).stream()
                        .filter(row -> row.toString().contains(text))
                        .count()))
                .entrySet()
                .stream()
                .filter(count -> count.getValue() > 0)
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    private static String table(String id) {
        return TEMPLATE.table(id).name();
    }

    /** The stores of production on that storage. */
    record Stores(SimulatedStorage storage, DynamoDbClient dynamoDb, Clock clock) implements Wiring {

        private static final Environment ENVIRONMENT = new Environment(TEMPLATE.functions().values().stream()
                .flatMap(function -> function.environment().entrySet().stream())
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue, (one, _) -> one)));

        @Override
        public Environment environment() {
            return ENVIRONMENT;
        }

        @Override
        public SqsClient sqs() {
            return storage.sqs();
        }

        @Override
        public KmsClient kms() {
            return storage.kms();
        }

        @Override
        public RandomGenerator random() {
            return RANDOM;
        }

        @Override
        public MetricRecorder metrics() {
            return new InMemoryMetrics();
        }
    }
}
