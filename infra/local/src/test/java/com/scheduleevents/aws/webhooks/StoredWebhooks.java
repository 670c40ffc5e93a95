package com.scheduleevents.aws.webhooks;

import com.scheduleevents.aws.Tables;
import com.scheduleevents.domain.webhook.Webhook;

/** Webhooks that are there, whoever registered them. */
public final class StoredWebhooks {

    private StoredWebhooks() {}

    /** Puts a webhook's row. */
    public static void put(Tables tables, Webhook webhook) {
        tables.dynamoDb()
                .putItem(put -> put.tableName(tables.named("WebhooksTable")).item(WebhookRow.item(webhook)));
    }
}
