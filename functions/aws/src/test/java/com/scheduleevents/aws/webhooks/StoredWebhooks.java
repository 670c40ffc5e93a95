package com.scheduleevents.aws.webhooks;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.webhook.Health;
import com.scheduleevents.domain.webhook.SealedSecret;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookSettings;
import com.scheduleevents.testkit.aws.LocalTables;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Stores webhooks without a registration. */
public final class StoredWebhooks {

    private StoredWebhooks() {}

    /** Stores a webhook of an account with the given health. */
    static Webhook put(LocalTables tables, AccountId account, Instant registered, Health health) {
        Webhook webhook = Webhook.registered(
                        account,
                        WebhookId.mint(registered, new SecureRandom()),
                        new ApiKeyId("key_1"),
                        new WebhookSettings("https://example.com/", List.of("*"), Optional.empty(), Optional.empty()),
                        new Clinics.All(),
                        new SealedSecret(1, "k", "aaa"),
                        registered)
                .with(health);
        put(tables, webhook);
        return webhook;
    }

    /** Stores the row of a webhook. */
    public static void put(LocalTables tables, Webhook webhook) {
        tables.dynamoDb()
                .putItem(put -> put.tableName(tables.named("WebhooksTable")).item(WebhookRow.item(webhook)));
    }

    /** Stores the rows of many webhooks. */
    public static void put(LocalTables tables, List<Webhook> webhooks) {
        tables.putAll("WebhooksTable", webhooks.stream().map(WebhookRow::item).toList());
    }
}
