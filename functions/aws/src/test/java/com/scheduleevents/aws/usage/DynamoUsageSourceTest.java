package com.scheduleevents.aws.usage;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.aws.webhooks.StoredWebhooks;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.usage.CountedWebhook;
import com.scheduleevents.domain.webhook.SealedSecret;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookSettings;
import com.scheduleevents.testkit.aws.LocalTables;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class DynamoUsageSourceTest {

    @RegisterExtension
    static final LocalTables TABLES = new LocalTables();

    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

    private final SecureRandom random = new SecureRandom();
    private final AccountId account = new AccountId("acc_" + Long.toHexString(random.nextLong()));
    private final DynamoUsageSource recorded = new DynamoUsageSource(
            TABLES.dynamoDb(),
            TABLES.named("EventsTable"),
            TABLES.named("DeliveriesTable"),
            TABLES.named("WebhooksTable"));

    /** What it was sent before it moved is the first clinic's, and has to be counted for who sees that one alone. */
    @Test
    void aWebhookThatMovedToAnotherClinicMayHaveDeliveriesOfAny() {
        Webhook stays = put(webhook());
        Webhook moved = put(webhook().with(settings("cln_new"), NOW));

        assertThat(recorded.webhooks(account))
                .containsExactlyInAnyOrder(
                        new CountedWebhook(stays.id(), Optional.of(new ClinicId("cln_old"))),
                        new CountedWebhook(moved.id(), Optional.empty()));
    }

    private Webhook webhook() {
        return Webhook.registered(
                account,
                WebhookId.mint(NOW, random),
                new ApiKeyId("key_1"),
                settings("cln_old"),
                new Clinics.All(),
                new SealedSecret(1, "k", "aaa"),
                NOW);
    }

    private static WebhookSettings settings(String clinic) {
        return new WebhookSettings(
                "https://example.com/", List.of("*"), Optional.of(new ClinicId(clinic)), Optional.empty());
    }

    private static Webhook put(Webhook webhook) {
        StoredWebhooks.put(TABLES, webhook);
        return webhook;
    }
}
