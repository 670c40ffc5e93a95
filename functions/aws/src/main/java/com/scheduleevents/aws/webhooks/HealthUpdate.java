package com.scheduleevents.aws.webhooks;

import static com.scheduleevents.aws.tables.DynamoValues.number;

import com.scheduleevents.domain.webhook.DueMail;
import com.scheduleevents.domain.webhook.Health;
import com.scheduleevents.domain.webhook.HealthChange;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookStatus;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * The conditional update of a webhook's row that carries out a {@link HealthChange}. It is derived from the two healths: it writes the
 * attributes that differ, on condition that the health is the one that was read.
 */
final class HealthUpdate {

    private final Map<String, String> names = new HashMap<>();
    private final Map<String, AttributeValue> values = new HashMap<>();
    private final String condition;
    private final String expression;

    HealthUpdate(Webhook read, HealthChange change) {
        this.condition = condition(read);
        this.expression = expression(item(read, read.health()), item(read, change.health()), change);
    }

    UpdateItemRequest.Builder of(UpdateItemRequest.Builder update) {
        return update.conditionExpression(condition)
                .updateExpression(expression)
                .expressionAttributeNames(names)
                .expressionAttributeValues(values);
    }

    private String condition(Webhook read) {
        names.put("#status", WebhookRow.STATUS.name());
        names.put("#generation", WebhookRow.GENERATION.name());
        names.put("#suspended", WebhookRow.SUSPENDED.name());
        names.put("#revision", HealthRow.REVISION.name());
        values.put(":active", WebhookRow.STATUS.write(WebhookStatus.ACTIVE));
        values.put(":generation", WebhookRow.GENERATION.write(read.generation()));
        String unchanged = "attribute_not_exists(#revision)";
        if (read.health().revision() > 0) {
            values.put(":read", HealthRow.REVISION.write(read.health().revision()));
            unchanged = "#revision = :read";
        }
        String suspended = read.suspended() ? "attribute_exists(#suspended)" : "attribute_not_exists(#suspended)";
        return "#status = :active AND #generation = :generation AND " + suspended + " AND " + unchanged;
    }

    private String expression(
            Map<String, AttributeValue> before, Map<String, AttributeValue> after, HealthChange change) {
        Set<String> sets = new TreeSet<>();
        Set<String> removes = new TreeSet<>();
        after.forEach((name, value) -> {
            if (!value.equals(before.get(name))) {
                names.put("#" + name, name);
                values.put(":" + name, value);
                sets.add("#" + name + " = :" + name);
            }
        });
        before.keySet().stream().filter(name -> !after.containsKey(name)).forEach(name -> {
            names.put("#" + name, name);
            removes.add("#" + name);
        });
        values.put(":one", number(1));
        return clause("SET", sets) + clause("REMOVE", removes) + "ADD #revision :one" + mail(change);
    }

    private String mail(HealthChange change) {
        if (change.mails().isEmpty()) {
            return "";
        }
        names.put("#mails", WebhookRow.MAILS_DUE.name());
        values.put(
                ":mails",
                WebhookRow.MAILS_DUE.write(
                        change.mails().stream().map(DueMail::name).collect(Collectors.toSet())));
        return ", #mails :mails";
    }

    private static Map<String, AttributeValue> item(Webhook webhook, Health health) {
        return new TreeMap<>(
                HealthRow.item(webhook.id(), health.withRevision(0)).toMap());
    }

    private static String clause(String verb, Set<String> parts) {
        return parts.isEmpty() ? "" : verb + " " + String.join(", ", parts) + " ";
    }
}
