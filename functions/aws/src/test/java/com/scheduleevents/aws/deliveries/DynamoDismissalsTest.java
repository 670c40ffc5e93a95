package com.scheduleevents.aws.deliveries;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.aws.audit.DynamoAuditLog;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.audit.AuditEntry;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.DeliveryStatus;
import com.scheduleevents.domain.delivery.Dismissals;
import com.scheduleevents.domain.delivery.LoggedDelivery;
import com.scheduleevents.domain.delivery.Payload;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.testkit.aws.LocalTables;
import com.scheduleevents.testkit.samples.AuditSamples;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests that a dismissal and its audit entry are written together or not at all. */
class DynamoDismissalsTest {

    @RegisterExtension
    static final LocalTables TABLES = new LocalTables();

    /** Far in the future, because DynamoDB Local deletes expired rows. */
    private static final Instant NOW = Instant.parse("2126-11-20T14:02:11.337Z");

    private static final Random RANDOM = new Random();

    private final AccountId account = new AccountId("acc_" + Long.toHexString(RANDOM.nextLong()));
    private final WebhookId webhook = WebhookId.mint(NOW, RANDOM);
    private final LoggedDelivery waiting = LoggedDelivery.waiting(new DeliveryMessage(
            account,
            webhook,
            1,
            new Payload(EventId.firstAtOrAfter(NOW), "appointment.booked", Optional.empty(), "{}"),
            DeliveryMessage.FIRST_CYCLE,
            1,
            Optional.empty(),
            Optional.empty(),
            NOW,
            Optional.empty(),
            Optional.empty()));
    private final DynamoDeliveryLog log = new DynamoDeliveryLog(TABLES.dynamoDb(), TABLES.named("DeliveriesTable"));
    private final Dismissals dismissals = new DynamoDismissals(TABLES.dynamoDb(), log, TABLES.named("AuditLogTable"));
    private final AuditEntry entry = AuditSamples.entry(account);

    @Test
    void dismissesADeliveryOfTheBacklogAndRecordsIt() {
        assertThat(dismissals.dismiss(webhook, waiting, NOW.plusSeconds(9), entry))
                .isTrue();

        assertThat(log.find(webhook, waiting.event())).contains(waiting.dismissed());
        assertThat(entries()).containsExactly(entry);
    }

    @Test
    void dismissesALoggedDeliveryAndRecordsIt() {
        log.begin(webhook, waiting, NOW.plusSeconds(9));

        assertThat(dismissals.dismiss(webhook, waiting, NOW.plusSeconds(9), entry))
                .isTrue();

        assertThat(log.find(webhook, waiting.event()).orElseThrow().status()).isEqualTo(DeliveryStatus.DISMISSED);
        assertThat(entries()).containsExactly(entry);
    }

    @Test
    void recordsNothingWhenTheDeliveryHasChanged() {
        log.begin(webhook, waiting.nextCycle(1, NOW), NOW.plusSeconds(9));

        assertThat(dismissals.dismiss(webhook, waiting, NOW.plusSeconds(9), entry))
                .isFalse();

        assertThat(log.find(webhook, waiting.event())).contains(waiting.nextCycle(1, NOW));
        assertThat(entries()).isEmpty();
    }

    private List<AuditEntry> entries() {
        return new DynamoAuditLog(TABLES.dynamoDb(), TABLES.named("AuditLogTable"))
                .newestFirst(account, Optional.empty(), 9);
    }
}
