package com.scheduleevents.aws.usage;

import static com.scheduleevents.aws.tables.Attributes.millis;
import static com.scheduleevents.aws.tables.Attributes.number;
import static com.scheduleevents.aws.tables.Attributes.text;

import com.scheduleevents.aws.tables.Row;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.usage.Usage;
import com.scheduleevents.domain.usage.UsageDay;
import com.scheduleevents.domain.usage.UsageKey;
import com.scheduleevents.domain.usage.UsageRows;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** How usage looks as rows: the days' own before all clinics', each in the order of time. */
final class UsageItem {

    static final String SORT = "day_clinic";

    /** When the count began that a clinic's row is from, in milliseconds. */
    static final String BEGAN = "began";

    /** When the latest count of a day began that was about to be written. */
    static final String CLAIMED = "claimed";

    /** When the latest count of a day began that was written to its end. */
    static final String FINISHED = "finished";

    private static final String DAY = "day#";
    private static final String CLINIC = "usage#";
    private static final char SEPARATOR = '#';

    /** After every character that an identifier can hold. */
    private static final char LAST = '~';

    private UsageItem() {}

    /**
     * That a day was counted.
     *
     * @param began when the count began
     */
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
        return Map.of("account_id", text(account.value()), SORT, text(sort));
    }

    static Map<String, AttributeValue> values(Usage usage, Instant began) {
        return Map.of(
                "events",
                number(usage.events()),
                "succeeded",
                number(usage.succeeded()),
                "failed",
                number(usage.failed()),
                "attempts",
                number(usage.attempts()),
                BEGAN,
                millis(began));
    }

    static UsageRows.Row row(Map<String, AttributeValue> item) {
        return Row.read("Usage", item, UsageItem::row);
    }

    private static UsageRows.Row row(Row row) {
        String key = row.text(SORT);
        int separator = key.lastIndexOf(SEPARATOR);
        return new UsageRows.Row(
                new UsageKey(
                        dayOf(key.substring(CLINIC.length(), separator)), new ClinicId(key.substring(separator + 1))),
                new Usage(row.number("events"), row.number("succeeded"), row.number("failed"), row.number("attempts")));
    }

    /** Empty when no count of the day was written to its end so far. */
    static Optional<CountedDay> counted(Map<String, AttributeValue> item) {
        return Row.read(
                "Usage",
                item,
                row -> row.has(FINISHED)
                        ? Optional.of(new CountedDay(
                                dayOf(row.text(SORT).substring(DAY.length())),
                                Instant.ofEpochMilli(row.number(FINISHED))))
                        : Optional.empty());
    }

    /** Whether nobody can still be writing; a day that nobody has written yet has no row. */
    static boolean isFinished(Map<String, AttributeValue> day) {
        return Objects.equals(day.get(CLAIMED), day.get(FINISHED));
    }

    private static UsageDay dayOf(String text) {
        return UsageDay.parse(text).orElseThrow();
    }
}
