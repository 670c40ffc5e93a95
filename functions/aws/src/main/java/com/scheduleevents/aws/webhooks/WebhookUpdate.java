package com.scheduleevents.aws.webhooks;

import static com.scheduleevents.aws.tables.DynamoValues.number;

import com.scheduleevents.aws.tables.Attribute;
import com.scheduleevents.domain.webhook.DueMail;
import com.scheduleevents.domain.webhook.Webhook;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * The update of a webhook's row to its next version. It leaves alone what senders and notifiers write concurrently, which is not part of the
 * version: the e-mails that are due, except those that the change itself makes due, and the health, except where the change affects it.
 */
final class WebhookUpdate {

    private static final List<Attribute<?>> FIXED =
            List.of(WebhookRow.ACCOUNT, WebhookRow.ID, WebhookRow.KEY, WebhookRow.CREATED_AT);
    private static final List<Attribute<?>> OPTIONAL = List.of(
            WebhookRow.CLINIC,
            WebhookRow.CLINICS,
            WebhookRow.FILTER,
            SealedAttributes.HEADERS,
            SealedAttributes.AUTH,
            SealedAttributes.CERTIFICATE,
            WebhookRow.ROLE,
            WebhookRow.CAPTURES_RESPONSES,
            WebhookRow.PAYLOAD,
            WebhookRow.NOTIFY,
            WebhookRow.DESCRIPTION,
            WebhookRow.MAX_PER_SECOND,
            WebhookRow.EXTERNAL_ID,
            WebhookRow.METADATA,
            WebhookRow.VISIBLE,
            WebhookRow.EXCEPT,
            WebhookRow.URL_CHANGED_AT,
            WebhookRow.ORIGIN,
            WebhookRow.DISABLED,
            WebhookRow.SUSPENDED);

    /** Set by a change of URL. The circuit may have opened or closed since the row was read, so it is left alone; a due probe is right in both cases. */
    private static final List<Attribute<?>> AFTER_URL_CHANGE =
            List.of(HealthRow.HEALTHY_SINCE, HealthRow.PROBE_AT, HealthRow.PROBE_SHARD, HealthRow.RETRIES_EXPEDITED_AT);

    /** Set when the account is suspended, unless the webhook is disabled: nothing is probed, but its backlog is looked at. */
    private static final List<Attribute<?>> LOOK = List.of(HealthRow.PROBE_AT, HealthRow.PROBE_SHARD);

    /** Set when the account is resumed. No sender writes the health of a suspended webhook, so the circuit is as it was read. */
    private static final List<Attribute<?>> AFTER_RESUMPTION = Stream.concat(
                    AFTER_URL_CHANGE.stream(), Stream.of(HealthRow.CIRCUIT))
            .toList();

    /** The row exists and has the version before. */
    static final String CONDITION = WebhookRow.EXISTS + " AND #version = :before";

    private final Map<String, String> names = new HashMap<>();
    private final Map<String, AttributeValue> values = new HashMap<>();
    private final String expression;

    /**
     * @param due reads the e-mails that are due. It is asked after the webhook was read, so a change that makes another one due fails this one.
     */
    WebhookUpdate(Webhook read, Webhook changed, Supplier<Set<DueMail>> due) {
        Map<String, AttributeValue> item = new TreeMap<>(WebhookRow.item(changed));
        FIXED.forEach(attribute -> item.remove(attribute.name()));
        HealthRow.ALL.forEach(attribute -> item.remove(attribute.name()));
        item.remove(HealthRow.REVISION.name());
        // Only the sender writes it, and it may have since the row was read.
        item.remove(WebhookRow.VERIFIED_URL.name());
        if (read.generation() != changed.generation()) {
            item.putAll(health(changed, HealthRow.ALL));
        } else if (hasNewUrl(read, changed)) {
            item.putAll(health(changed, AFTER_URL_CHANGE));
        } else if (isResumed(read, changed)) {
            item.putAll(health(changed, AFTER_RESUMPTION));
        } else if (isSuspended(read, changed)) {
            item.putAll(health(changed, LOOK));
        }
        names.put("#version", WebhookRow.VERSION.name());
        values.put(":before", WebhookRow.VERSION.write(changed.version() - 1));
        List<String> sets = new ArrayList<>();
        item.forEach((name, value) -> {
            names.put("#" + name, name);
            values.put(":" + name, value);
            sets.add("#" + name + " = :" + name);
        });
        List<String> removed = Stream.concat(OPTIONAL.stream(), removedHealth(read, changed).stream())
                .map(Attribute::name)
                .filter(name -> !item.containsKey(name))
                .toList();
        removed.forEach(name -> names.put("#" + name, name));
        String removes = removed.isEmpty() ? "" : " REMOVE #" + String.join(", #", removed);
        List<String> adds = new ArrayList<>();
        if (!read.health().equals(changed.health())) {
            names.put("#revision", HealthRow.REVISION.name());
            values.put(":one", number(1));
            adds.add("#revision :one");
        }
        DueMail.of(read, changed).filter(mail -> !mail.isOneTooMany(due)).ifPresent(mail -> adds.add(added(mail)));
        this.expression =
                "SET " + String.join(", ", sets) + removes + (adds.isEmpty() ? "" : " ADD " + String.join(", ", adds));
    }

    private String added(DueMail mail) {
        names.put("#mails", WebhookRow.MAILS_DUE.name());
        values.put(":mail", WebhookRow.MAILS_DUE.write(Set.of(mail.name())));
        return "#mails :mail";
    }

    private static List<Attribute<?>> removedHealth(Webhook read, Webhook changed) {
        if (read.generation() != changed.generation()
                || (!changed.isActive() && !read.settings().leadAs(changed.settings()))) {
            return HealthRow.ALL;
        }
        if ((read.isActive() && !changed.isActive()) || isSuspended(read, changed)) {
            return List.of(HealthRow.CIRCUIT, HealthRow.PROBE_AT, HealthRow.PROBE_SHARD);
        }
        return hasNewUrl(read, changed) || isResumed(read, changed)
                ? List.of(
                        HealthRow.SCORE,
                        HealthRow.FAILURES,
                        HealthRow.FAILING_SINCE,
                        HealthRow.COVERED_UNTIL,
                        HealthRow.LAST_FAILURE,
                        HealthRow.WARNED_OF,
                        HealthRow.WARNED_AT,
                        HealthRow.REFUSAL)
                : List.of();
    }

    private static boolean hasNewUrl(Webhook read, Webhook changed) {
        return changed.isActive() && !read.settings().leadAs(changed.settings());
    }

    private static boolean isSuspended(Webhook read, Webhook changed) {
        return !read.suspended() && changed.suspended();
    }

    private static boolean isResumed(Webhook read, Webhook changed) {
        return changed.isActive() && read.suspended() && !changed.suspended();
    }

    private static Map<String, AttributeValue> health(Webhook changed, List<Attribute<?>> some) {
        Map<String, AttributeValue> health =
                new HashMap<>(HealthRow.item(changed.id(), changed.health()).toMap());
        health.keySet().retainAll(some.stream().map(Attribute::name).toList());
        return health;
    }

    /** The update as a part of a transaction. */
    TransactWriteItem transacted(String table, Webhook webhook) {
        return TransactWriteItem.builder()
                .update(update -> update.tableName(table)
                        .key(WebhookRow.key(webhook.account(), webhook.id()))
                        .conditionExpression(CONDITION)
                        .updateExpression(expression)
                        .expressionAttributeNames(names)
                        .expressionAttributeValues(values))
                .build();
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
