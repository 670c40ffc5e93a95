package com.scheduleevents.domain.usage;

import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.id.Identifiers;
import java.util.Comparator;
import java.util.Optional;

/**
 * A clinic's day: what usage is counted for, its place in lists, and the cursor there.
 *
 * @param day the day
 * @param clinic the clinic
 */
public record UsageKey(UsageDay day, ClinicId clinic) implements Comparable<UsageKey> {

    private static final Comparator<UsageKey> ORDER = Comparator.comparing(UsageKey::day)
            .thenComparing(key -> key.clinic().value());
    private static final char SEPARATOR = '_';
    private static final int DAY_CHARS = 10;

    /** Reads a cursor; empty when the text is none. */
    public static Optional<UsageKey> parse(String text) {
        if (text.length() <= DAY_CHARS || text.charAt(DAY_CHARS) != SEPARATOR) {
            return Optional.empty();
        }
        String clinic = text.substring(DAY_CHARS + 1);
        return UsageDay.parse(text.substring(0, DAY_CHARS))
                .filter(_ -> Identifiers.isValid(ClinicId.PREFIX, clinic))
                .map(day -> new UsageKey(day, new ClinicId(clinic)));
    }

    /** As it stands in a cursor: {@code 2026-11-21_cln_…}. */
    public String text() {
        return day.text() + SEPARATOR + clinic.value();
    }

    @Override
    public int compareTo(UsageKey other) {
        return ORDER.compare(this, other);
    }
}
