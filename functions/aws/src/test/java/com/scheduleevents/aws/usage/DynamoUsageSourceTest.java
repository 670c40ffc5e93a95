package com.scheduleevents.aws.usage;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.aws.deliveries.DynamoDeliveryLog;
import com.scheduleevents.aws.events.DynamoEvents;
import com.scheduleevents.aws.events.StoredEvents;
import com.scheduleevents.aws.webhooks.StoredWebhooks;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.delivery.LoggedAttempt;
import com.scheduleevents.domain.delivery.LoggedDelivery;
import com.scheduleevents.domain.delivery.LoggedDelivery.Dropped;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventRange;
import com.scheduleevents.domain.event.EventStore.Feed;
import com.scheduleevents.domain.usage.CountedDelivery;
import com.scheduleevents.domain.usage.CountedWebhook;
import com.scheduleevents.domain.usage.UsageSource;
import com.scheduleevents.domain.webhook.Disabling;
import com.scheduleevents.domain.webhook.SealedSecret;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookSettings;
import com.scheduleevents.testkit.aws.LocalTables;
import com.scheduleevents.testkit.contract.UsageSourceContract;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class DynamoUsageSourceTest extends UsageSourceContract {

    @RegisterExtension
    static final LocalTables TABLES = new LocalTables();

    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
    /** Far in the future, because DynamoDB Local deletes expired rows. */
    private static final Instant EXPIRY = Instant.parse("2126-11-20T00:00:00Z");

    private final SecureRandom random = new SecureRandom();
    private final AccountId account = new AccountId("acc_" + Long.toHexString(random.nextLong()));
    private final DynamoUsageSource recorded = new DynamoUsageSource(
            TABLES.dynamoDb(),
            TABLES.named("EventsTable"),
            TABLES.named("DeliveriesTable"),
            TABLES.named("WebhooksTable"));

    @Override
    protected UsageSource source() {
        return recorded;
    }

    @Override
    protected void record(AccountId of, EventId event, ClinicId clinic) {
        new DynamoEvents(TABLES.dynamoDb(), TABLES.named("EventsTable"))
                .putIfAbsent(of, new Event(event, "offer.created", clinic, "{}"), EXPIRY);
    }

    @Override
    protected void log(WebhookId webhook, CountedDelivery delivery) {
        EventId event = delivery.event();
        List<LoggedAttempt> attempts = delivery.attempts().stream()
                .map(attempt -> new LoggedAttempt(
                        1,
                        1,
                        NOW,
                        attempt.took(),
                        attempt.outcome(),
                        Optional.empty(),
                        OptionalInt.empty(),
                        event.value()))
                .toList();
        LoggedDelivery logged = new LoggedDelivery(
                event,
                "offer.created",
                delivery.clinic(),
                delivery.generation(),
                1,
                attempts.size(),
                delivery.status(),
                Optional.of(NOW),
                Optional.empty(),
                attempts,
                Dropped.NONE);
        assertThat(new DynamoDeliveryLog(TABLES.dynamoDb(), TABLES.named("DeliveriesTable"))
                        .begin(webhook, logged, EXPIRY))
                .isTrue();
    }

    @Override
    protected void register(AccountId of, CountedWebhook webhook) {
        put(Webhook.registered(
                of,
                webhook.id(),
                new ApiKeyId("key_1"),
                settings(webhook.clinic()),
                new Clinics.All(),
                new SealedSecret(1, "k", "aaa"),
                NOW));
    }

    @Test
    void voidRowIsNoEvent() {
        EventId event = EventId.mint(NOW, random);
        EventId empty = EventId.mint(NOW.plusMillis(1), random);
        record(account, event, new ClinicId("cln_1"));
        StoredEvents.putVoid(TABLES, account, List.of(empty), EXPIRY);

        assertThat(recorded.events(new Feed.OfAccount(account), new EventRange(event, empty))
                        .found())
                .containsExactly(new ClinicId("cln_1"));
    }

    /** Deliveries from before the move belong to the first clinic, and are counted for keys that see only that clinic. */
    @Test
    void webhookThatMovedMayHaveDeliveriesOfAnyClinic() {
        Webhook stays = put(webhook());
        Webhook moved = put(webhook().with(settings(Optional.of(new ClinicId("cln_new"))), NOW));

        assertThat(recorded.webhooks(account))
                .containsExactlyInAnyOrder(
                        new CountedWebhook(stays.id(), Optional.of(new ClinicId("cln_old")), OptionalLong.of(1)),
                        new CountedWebhook(moved.id(), Optional.empty(), OptionalLong.of(1)));
    }

    @Test
    void webhookThatIsDisabledSendsNothing() {
        Webhook disabled = put(webhook().disabled(new Disabling.Requested(NOW)));

        assertThat(recorded.webhooks(account))
                .containsExactly(new CountedWebhook(disabled.id(), Optional.empty(), OptionalLong.empty()));
    }

    private Webhook webhook() {
        return Webhook.registered(
                account,
                WebhookId.mint(NOW, random),
                new ApiKeyId("key_1"),
                settings(Optional.of(new ClinicId("cln_old"))),
                new Clinics.All(),
                new SealedSecret(1, "k", "aaa"),
                NOW);
    }

    private static WebhookSettings settings(Optional<ClinicId> clinic) {
        return new WebhookSettings("https://example.com/", List.of("*"), clinic, Optional.empty());
    }

    private static Webhook put(Webhook webhook) {
        StoredWebhooks.put(TABLES, webhook);
        return webhook;
    }
}
