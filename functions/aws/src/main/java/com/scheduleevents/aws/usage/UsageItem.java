package com.scheduleevents.aws.usage;

import com.scheduleevents.aws.tables.Attribute;
import com.scheduleevents.aws.tables.Item;
import com.scheduleevents.aws.tables.Row;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.usage.DayFigures;
import com.scheduleevents.domain.usage.Usage;
import com.scheduleevents.domain.usage.UsageDay;
import com.scheduleevents.domain.usage.UsageKey;
import com.scheduleevents.domain.usage.UsageRows;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The rows of the Usage table: one per account and day, per clinic and day, and per webhook and day, each kind in the order of time. */
final class UsageItem {

    static final Attribute<AccountId> ACCOUNT = Attribute.text("account_id").as(AccountId::new, AccountId::value);
    static final Attribute<String> SORT = Attribute.text("day_clinic");

    /** In a clinic's and a webhook's row: when the count began that wrote it. */
    static final Attribute<Instant> BEGAN = Attribute.millis("began");

    /** In a day's row: when the latest count began that has announced itself. */
    static final Attribute<Instant> CLAIMED = Attribute.millis("claimed");

    /** In a day's row: when the latest count began that was completely written. */
    static final Attribute<Instant> FINISHED = Attribute.millis("finished");

    private static final Attribute<Long> EVENTS = Attribute.number("events");
    private static final Attribute<Long> SUCCEEDED = Attribute.number("succeeded");
    private static final Attribute<Long> FAILED = Attribute.number("failed");
    private static final Attribute<Long> ATTEMPTS = Attribute.number("attempts");

    /** In a webhook's row: its figures by hour. */
    private static final Attribute<DayFigures> HOURS = Attribute.text("hours").as(DayFigures::parse, DayFigures::text);

    private static final String DAY = "day#";
    private static final String CLINIC = "usage#";
    private static final String WEBHOOK = "figures#";
    private static final char SEPARATOR = '#';

    /** Sorts after every character of an id. */
    private static final char LAST = '~';

    private UsageItem() {}

    /** A day whose count was completely written, and when that count began. */
    record CountedDay(UsageDay day, Instant began) {}

    static String day(UsageDay day) {
        return DAY + day.text();
    }

    static String key(UsageKey key) {
        return firstOf(key.day()) + key.clinic().value();
    }

    static String firstOf(UsageDay day) {
        return CLINIC + day.text() + SEPARATOR;
    }

    static String lastOf(UsageDay day) {
        return firstOf(day) + LAST;
    }

    static Map<String, AttributeValue> key(AccountId account, String sort) {
        return new Item().with(ACCOUNT, account).with(SORT, sort).toMap();
    }

    static Map<String, AttributeValue> item(AccountId account, UsageKey key, Usage usage, Instant began) {
        return new Item()
                .with(ACCOUNT, account)
                .with(SORT, key(key))
                .with(EVENTS, usage.events())
                .with(SUCCEEDED, usage.succeeded())
                .with(FAILED, usage.failed())
                .with(ATTEMPTS, usage.attempts())
                .with(BEGAN, began)
                .toMap();
    }

    static UsageRows.ClinicUsage row(Map<String, AttributeValue> item) {
        return Row.read("Usage", item, UsageItem::row);
    }

    private static UsageRows.ClinicUsage row(Row row) {
        String key = row.get(SORT);
        int separator = key.lastIndexOf(SEPARATOR);
        return new UsageRows.ClinicUsage(
                new UsageKey(
                        dayOf(key.substring(CLINIC.length(), separator)), new ClinicId(key.substring(separator + 1))),
                new Usage(row.get(EVENTS), row.get(SUCCEEDED), row.get(FAILED), row.get(ATTEMPTS)));
    }

    /** A webhook's figures of a day. */
    record WebhookDay(UsageDay day, DayFigures figures) {}

    static String key(UsageDay day, WebhookId webhook) {
        return firstWebhookOf(day) + webhook.value();
    }

    static String firstWebhookOf(UsageDay day) {
        return WEBHOOK + day.text() + SEPARATOR;
    }

    static String lastWebhookOf(UsageDay day) {
        return firstWebhookOf(day) + LAST;
    }

    static Map<String, AttributeValue> item(
            AccountId account, UsageDay day, WebhookId webhook, DayFigures figures, Instant began) {
        return new Item()
                .with(ACCOUNT, account)
                .with(SORT, key(day, webhook))
                .with(HOURS, figures)
                .with(BEGAN, began)
                .toMap();
    }

    static WebhookDay figures(Map<String, AttributeValue> item) {
        return Row.read("Usage", item, row -> {
            String key = row.get(SORT);
            return new WebhookDay(dayOf(key.substring(WEBHOOK.length(), key.lastIndexOf(SEPARATOR))), row.get(HOURS));
        });
    }

    /** Empty when no count of the day was completely written. */
    static Optional<CountedDay> counted(Map<String, AttributeValue> item) {
        return Row.read("Usage", item, row -> row.find(FINISHED)
                .map(began -> new CountedDay(dayOf(row.get(SORT).substring(DAY.length())), began)));
    }

    /** Whether no earlier count can still be writing; a day without counts has no row. */
    static boolean isFinished(Map<String, AttributeValue> day) {
        return Objects.equals(day.get(CLAIMED.name()), day.get(FINISHED.name()));
    }

    private static UsageDay dayOf(String text) {
        return UsageDay.parse(text).orElseThrow();
    }
}
