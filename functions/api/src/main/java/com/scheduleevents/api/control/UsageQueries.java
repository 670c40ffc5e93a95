package com.scheduleevents.api.control;

import com.scheduleevents.api.http.QueryParameters;
import com.scheduleevents.domain.usage.UsageDay;
import com.scheduleevents.domain.usage.UsageKey;
import com.scheduleevents.domain.usage.UsageQuery;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.Set;

/** Reads the query parameters of the list of usage. */
final class UsageQueries {

    static final Set<String> PARAMETERS = Set.of("from", "to", "clinic_id", "starting_after", "limit");

    private UsageQueries() {}

    static UsageQuery read(QueryParameters query, Instant now) {
        Optional<UsageDay> first = query.one("from", UsageDay.EXPECTED, UsageDay::parse);
        Optional<UsageDay> last = query.one("to", UsageDay.EXPECTED, UsageDay::parse);
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
                    "from and to may span " + UsageQuery.MAX_DAYS + " days, both included; got " + days
                            + ". Split the range.");
        }
        return new UsageQuery(from, to, query.startingAfter(UsageKey::parse, "the latest day"), query.limit());
    }

    /** The last day that one request can reach, but not in the future. */
    private static UsageDay upTo(UsageDay today, UsageDay from) {
        UsageDay end = from.plus(UsageQuery.MAX_DAYS - 1);
        UsageDay last = end.compareTo(today) < 0 ? end : today;
        return last.compareTo(from) < 0 ? from : last;
    }
}
