package com.scheduleevents.aws.deliveries;

import com.scheduleevents.aws.tables.Attribute;
import com.scheduleevents.aws.tables.DynamoValues;
import com.scheduleevents.aws.tables.Item;
import com.scheduleevents.aws.tables.Row;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.webhook.AttemptId;
import com.scheduleevents.domain.webhook.SealedResponse;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The rows of the Responses table: each is what a receiver responded to one attempt. */
public final class ResponseRow {

    public static final Attribute<WebhookId> WEBHOOK =
            Attribute.text("webhook_id").as(WebhookId::new, WebhookId::value);

    /** The sort key: event, retry cycle and number, in the order of the attempts. */
    public static final Attribute<AttemptId> ATTEMPT =
            Attribute.text("attempt").as(ResponseRow::attempt, ResponseRow::sortKey);

    private static final Attribute<String> DATA_KEY = Attribute.text("data_key");
    private static final Attribute<String> CIPHERTEXT = Attribute.text("ciphertext");

    /** No id contains it. */
    private static final String SEPARATOR = "#";

    private ResponseRow() {}

    static Map<String, AttributeValue> item(WebhookId webhook, SealedResponse response, Instant expiresAt) {
        return new Item()
                .with(WEBHOOK, webhook)
                .with(ATTEMPT, response.attempt())
                .with(DATA_KEY, response.dataKey())
                .with(CIPHERTEXT, response.ciphertext())
                .with(Attribute.EXPIRES_AT, expiresAt)
                .toMap();
    }

    static SealedResponse read(Map<String, AttributeValue> item) {
        return Row.read(
                "Responses", item, row -> new SealedResponse(row.get(ATTEMPT), row.get(DATA_KEY), row.get(CIPHERTEXT)));
    }

    static Instant expiresAt(Map<String, AttributeValue> item) {
        return new Row("Responses", item).get(Attribute.EXPIRES_AT);
    }

    /** Not greater than the sort key of any attempt of a delivery. */
    static AttributeValue start(EventId event) {
        return DynamoValues.text(event.value() + SEPARATOR);
    }

    /** Greater than the sort key of any attempt of a delivery. */
    static AttributeValue end(EventId event) {
        return DynamoValues.text(event.value() + SEPARATOR + "~");
    }

    private static String sortKey(AttemptId attempt) {
        return String.format(
                Locale.ROOT,
                "%s%s%010d%s%010d",
                attempt.event().value(),
                SEPARATOR,
                attempt.cycle(),
                SEPARATOR,
                attempt.number());
    }

    private static AttemptId attempt(String sortKey) {
        String[] parts = sortKey.split(SEPARATOR, 3);
        return new AttemptId(new EventId(parts[0]), Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
    }
}
