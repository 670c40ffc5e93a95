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
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Stores webhooks without a registration. */
public final class StoredWebhooks {

    /** DynamoDB's limit for a batch of writes. */
    private static final int BATCH = 25;

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
        String table = tables.named("WebhooksTable");
        for (int from = 0; from < webhooks.size(); from += BATCH) {
            List<WriteRequest> rows = webhooks.subList(from, Math.min(webhooks.size(), from + BATCH)).stream()
                    .map(webhook -> WriteRequest.builder()
                            .putRequest(put -> put.item(WebhookRow.item(webhook)))
                            .build())
                    .toList();
            if (!tables.dynamoDb()
                    .batchWriteItem(write -> write.requestItems(Map.of(table, rows)))
                    .unprocessedItems()
                    .isEmpty()) {
                throw new IllegalStateException("not every webhook was put");
            }
        }
    }
}
