package com.scheduleevents.aws.webhooks;

import static com.scheduleevents.aws.tables.Attributes.number;

import com.scheduleevents.domain.webhook.DueMail;
import com.scheduleevents.domain.webhook.Webhook;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The update that makes one version of a webhook of the one before. It sets what can change and leaves alone what senders
 * and notifiers write beside it, which is no part of the version that was read: which e-mails are due, but for the one that
 * tells of another url, and what is known about the receiver, except where the change itself is news about that.
 */
final class WebhookUpdate {

    private static final List<String> FIXED =
            List.of(WebhookRow.ACCOUNT, WebhookRow.ID, WebhookRow.KEY, WebhookRow.CREATED_AT);
    private static final List<String> OPTIONAL = List.of(
            "clinic_id",
            "description",
            WebhookRow.VISIBLE,
            WebhookRow.EXCEPT,
            WebhookRow.URL_CHANGED_AT,
            WebhookRow.DISABLED,
            WebhookRow.SUSPENDED);

    /** Whether it has an open circuit may have changed since it was read, so that stays as it is; that it is due is right either way. */
    private static final List<String> BESIDE_A_HOLD =
            List.of(HealthRow.HEALTHY_SINCE, HealthRow.DUE_AT, HealthRow.DUE_SHARD, HealthRow.CALLED_BACK_AT);

    /** Nobody holds or looks at what is suspended, so what was read of that is so still. */
    private static final List<String> WITH_A_HOLD =
            Stream.concat(BESIDE_A_HOLD.stream(), Stream.of(HealthRow.CIRCUIT)).toList();

    /** The row is there, as the version before. */
    static final String CONDITION = "attribute_exists(id) AND #version = :before";

    private final Map<String, String> names = new HashMap<>(Map.of("#version", WebhookRow.VERSION));
    private final Map<String, AttributeValue> values = new HashMap<>();
    private final String expression;

    /** An update that is no news about the receiver. */
    static WebhookUpdate of(Webhook changed) {
        return new WebhookUpdate(changed, changed);
    }

    WebhookUpdate(Webhook read, Webhook changed) {
        Map<String, AttributeValue> item = new TreeMap<>(WebhookRow.item(changed));
        FIXED.forEach(item::remove);
        List<String> forgotten = forgotten(read, changed);
        HealthRow.ALL.forEach(item::remove);
        if (isMoved(read, changed)) {
            item.putAll(news(changed, BESIDE_A_HOLD));
        } else if (isResumed(read, changed)) {
            item.putAll(news(changed, WITH_A_HOLD));
        }
        values.put(":before", number(changed.version() - 1));
        List<String> sets = new ArrayList<>();
        item.forEach((name, value) -> {
            names.put("#" + name, name);
            values.put(":" + name, value);
            sets.add("#" + name + " = :" + name);
        });
        List<String> gone = Stream.concat(OPTIONAL.stream(), forgotten.stream())
                .filter(name -> !item.containsKey(name))
                .toList();
        gone.forEach(name -> names.put("#" + name, name));
        String removes = gone.isEmpty()
                ? ""
                : " REMOVE "
                        + String.join(
                                ", ", gone.stream().map(name -> "#" + name).toList());
        this.expression = "SET " + String.join(", ", sets) + removes + mail(read, changed);
    }

    /** Another url sends schedule data elsewhere: the account's owner is to know, in case it was not he. */
    private String mail(Webhook read, Webhook changed) {
        if (read.url().equals(changed.url())) {
            return "";
        }
        names.put("#mails", WebhookRow.MAILS_DUE);
        values.put(
                ":mail",
                AttributeValue.fromSs(
                        List.of(DueMail.urlChanged(changed.version()).name())));
        return " ADD #mails :mail";
    }

    private static List<String> forgotten(Webhook read, Webhook changed) {
        if (read.generation() != changed.generation()
                || (!changed.isActive() && !read.url().equals(changed.url()))) {
            return HealthRow.ALL;
        }
        if ((read.isActive() && !changed.isActive()) || (!read.suspended() && changed.suspended())) {
            return List.of(HealthRow.CIRCUIT, HealthRow.DUE_AT, HealthRow.DUE_SHARD);
        }
        return isMoved(read, changed) || isResumed(read, changed)
                ? List.of(
                        HealthRow.FAILURES,
                        HealthRow.FAILING_SINCE,
                        HealthRow.LAST_FAILURE,
                        HealthRow.WARNED_OF,
                        HealthRow.REFUSAL)
                : List.of();
    }

    private static boolean isMoved(Webhook read, Webhook changed) {
        return changed.isActive() && !read.url().equals(changed.url());
    }

    private static boolean isResumed(Webhook read, Webhook changed) {
        return changed.isActive() && read.suspended() && !changed.suspended();
    }

    private static Map<String, AttributeValue> news(Webhook changed, List<String> names) {
        Map<String, AttributeValue> news = new HashMap<>(HealthRow.item(changed.id(), changed.health()));
        news.keySet().retainAll(names);
        return news;
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
