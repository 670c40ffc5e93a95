package com.scheduleevents.aws.webhooks;

import com.scheduleevents.domain.webhook.Webhook;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The update that makes one version of a webhook of the one before. It sets what can change and leaves alone which e-mails are
 * due, since that is no part of what was read.
 */
final class WebhookUpdate {

    private static final List<String> FIXED =
            List.of(WebhookRow.ACCOUNT, WebhookRow.ID, WebhookRow.VISIBLE, WebhookRow.CREATED_AT);
    private static final List<String> OPTIONAL =
            List.of("clinic_id", "description", WebhookRow.URL_CHANGED_AT, WebhookRow.DISABLED);

    /** The row is there, as the version before. */
    static final String CONDITION = "attribute_exists(id) AND #version = :before";

    private final Map<String, String> names = new HashMap<>(Map.of("#version", WebhookRow.VERSION));
    private final Map<String, AttributeValue> values = new HashMap<>();
    private final String expression;

    WebhookUpdate(Webhook changed) {
        Map<String, AttributeValue> item = new TreeMap<>(WebhookRow.item(changed));
        FIXED.forEach(item::remove);
        values.put(":before", AttributeValue.fromN(Long.toString(changed.version() - 1)));
        List<String> sets = new ArrayList<>();
        item.forEach((name, value) -> {
            names.put("#" + name, name);
            values.put(":" + name, value);
            sets.add("#" + name + " = :" + name);
        });
        List<String> gone =
                OPTIONAL.stream().filter(name -> !item.containsKey(name)).toList();
        gone.forEach(name -> names.put("#" + name, name));
        String removes = gone.isEmpty()
                ? ""
                : " REMOVE "
                        + String.join(
                                ", ", gone.stream().map(name -> "#" + name).toList());
        this.expression = "SET " + String.join(", ", sets) + removes;
    }

    String expression() {
        return expression;
    }

    Map<String, String> names() {
        return names;
    }

    Map<String, AttributeValue> values() {
        return values;
    }
}
