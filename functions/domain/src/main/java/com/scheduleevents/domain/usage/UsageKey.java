package com.scheduleevents.domain.usage;

import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.id.Identifiers;
import java.util.Comparator;
import java.util.Optional;

/** A clinic and a day, which identify a row of usage; also the cursor of lists of usage. */
public record UsageKey(UsageDay day, ClinicId clinic) implements Comparable<UsageKey> {

    private static final Comparator<UsageKey> ORDER = Comparator.comparing(UsageKey::day)
            .thenComparing(key -> key.clinic().value());
    private static final char SEPARATOR = '_';
    private static final int DAY_CHARS = 10;

    /** Parses a cursor; empty when the text has another form. */
    public static Optional<UsageKey> parse(String text) {
        if (text.length() <= DAY_CHARS || text.charAt(DAY_CHARS) != SEPARATOR) {
            return Optional.empty();
        }
        String clinic = text.substring(DAY_CHARS + 1);
        return UsageDay.parse(text.substring(0, DAY_CHARS))
                .filter(_ -> Identifiers.isValid(ClinicId.PREFIX, clinic))
                .map(day -> new UsageKey(day, new ClinicId(clinic)));
    }

    /** The cursor, such as {@code 2026-11-21_cln_…}. */
    public String text() {
        return day.text() + SEPARATOR + clinic.value();
    }

    @Override
    public int compareTo(UsageKey other) {
        return ORDER.compare(this, other);
    }
}
