package com.scheduleevents.api.usage;

import com.scheduleevents.api.http.QueryParameters;
import com.scheduleevents.domain.error.Sanitized;
import com.scheduleevents.domain.usage.UsageDay;
import com.scheduleevents.domain.usage.UsageKey;
import com.scheduleevents.domain.usage.UsageQuery;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.Set;

/** Reads the parameters of the list of usage. */
final class UsageQueries {

    static final Set<String> KNOWN = Set.of("from", "to", "clinic_id", "starting_after", "limit");

    private UsageQueries() {}

    static UsageQuery read(QueryParameters query, Instant now) {
        Optional<UsageDay> first = query.one("from").map(text -> day("from", text));
        Optional<UsageDay> last = query.one("to").map(text -> day("to", text));
        UsageDay to = last.orElseGet(
                () -> first.map(day -> upTo(UsageDay.of(now), day)).orElseGet(() -> UsageDay.of(now)));
        UsageDay from = first.orElseGet(() -> to.plus(1 - UsageQuery.DEFAULT_DAYS));
        long days = ChronoUnit.DAYS.between(from.date(), to.date()) + 1;
        if (days < 1) {
            throw QueryParameters.invalid(
                    "from", "from must not be later than to; got " + from.text() + " and " + to.text() + ".");
        }
        if (days > UsageQuery.MAX_DAYS) {
            throw QueryParameters.invalid(
                    "from",
                    "from and to may be " + UsageQuery.MAX_DAYS + " days, both included; got " + days
                            + ". Ask for a part at a time.");
        }
        return new UsageQuery(from, to, query.startingAfter(UsageKey::parse, "the latest day"), query.limit());
    }

    /** As far as one request reaches, but not into the future. */
    private static UsageDay upTo(UsageDay today, UsageDay from) {
        UsageDay end = from.plus(UsageQuery.MAX_DAYS - 1);
        UsageDay last = end.compareTo(today) < 0 ? end : today;
        return last.compareTo(from) < 0 ? from : last;
    }

    private static UsageDay day(String name, String text) {
        return UsageDay.parse(text)
                .orElseThrow(() -> QueryParameters.invalid(
                        name, name + " must be " + UsageDay.EXPECTED + "; got " + Sanitized.of(text) + "."));
    }
}
