package com.scheduleevents.operator.usage;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.usage.Usage;
import com.scheduleevents.domain.usage.UsageDay;
import java.time.YearMonth;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Formats usage as CSV (RFC 4180): a heading, then a line for each clinic and day, or for each clinic. No value needs quoting:
 * they are identifiers, dates, numbers and booleans.
 */
enum UsageSheet {
    /** A line for each clinic and day, ordered by day. */
    BY_DAY("date") {
        @Override
        Stream<String> lines(AccountId account, YearMonth month, SortedMap<UsageDay, DayUsage> days) {
            return days.entrySet().stream().flatMap(day -> used(day.getValue().usage())
                    .map(row -> line(
                            account,
                            row.getKey(),
                            day.getKey().text(),
                            row.getValue(),
                            day.getValue().settled())));
        }
    },

    /** A line for each clinic. */
    BY_CLINIC("month") {
        @Override
        Stream<String> lines(AccountId account, YearMonth month, SortedMap<UsageDay, DayUsage> days) {
            boolean settled = days.values().stream().allMatch(DayUsage::settled);
            Map<ClinicId, Usage> sums = days.values().stream()
                    .flatMap(day -> day.usage().entrySet().stream())
                    .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, Usage::plus));
            return used(sums).map(row -> line(account, row.getKey(), month.toString(), row.getValue(), settled));
        }
    };

    /** The line end of RFC 4180. */
    static final String END = "\r\n";

    private final String time;

    UsageSheet(String time) {
        this.time = time;
    }

    /**
     * The usage of one day.
     *
     * @param settled whether the count is final
     */
    record DayUsage(Map<ClinicId, Usage> usage, boolean settled) {}

    /** The names of the columns. */
    String heading() {
        return "account_id,clinic_id," + time + ",events_recorded,deliveries_succeeded,deliveries_failed,attempts,final"
                + END;
    }

    /** The lines of one account. */
    abstract Stream<String> lines(AccountId account, YearMonth month, SortedMap<UsageDay, DayUsage> days);

    private static Stream<Map.Entry<ClinicId, Usage>> used(Map<ClinicId, Usage> usage) {
        SortedMap<String, Map.Entry<ClinicId, Usage>> sorted = new TreeMap<>();
        usage.entrySet().stream()
                .filter(row -> !row.getValue().equals(Usage.NOTHING))
                .forEach(row -> sorted.put(row.getKey().value(), row));
        return sorted.values().stream();
    }

    private static String line(AccountId account, ClinicId clinic, String time, Usage usage, boolean settled) {
        return Stream.of(
                                account.value(),
                                clinic.value(),
                                time,
                                usage.events(),
                                usage.succeeded(),
                                usage.failed(),
                                usage.attempts(),
                                settled)
                        .map(String::valueOf)
                        .collect(Collectors.joining(","))
                + END;
    }
}
