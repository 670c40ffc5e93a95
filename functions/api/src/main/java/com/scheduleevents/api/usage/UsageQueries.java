package com.scheduleevents.api.usage;

import com.scheduleevents.api.http.Query;
import com.scheduleevents.domain.error.Quoted;
import com.scheduleevents.domain.usage.Day;
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

    static UsageQuery read(Query query, Instant now) {
        Optional<Day> first = query.one("from").map(text -> day("from", text));
        Optional<Day> last = query.one("to").map(text -> day("to", text));
        Day to = last.orElseGet(() -> first.map(day -> upTo(Day.of(now), day)).orElseGet(() -> Day.of(now)));
        Day from = first.orElseGet(() -> to.plus(1 - UsageQuery.DEFAULT_DAYS));
        long days = ChronoUnit.DAYS.between(from.date(), to.date()) + 1;
        if (days < 1) {
            throw Query.invalid(
                    "from", "from must not be later than to; got " + from.text() + " and " + to.text() + ".");
        }
        if (days > UsageQuery.MAX_DAYS) {
            throw Query.invalid(
                    "from",
                    "from and to may be " + UsageQuery.MAX_DAYS + " days, both included; got " + days
                            + ". Ask for a part at a time.");
        }
        return new UsageQuery(from, to, query.startingAfter(UsageKey::parse, "the latest day"), query.limit());
    }

    /** As far as one request reaches, but not into the future. */
    private static Day upTo(Day today, Day from) {
        Day end = from.plus(UsageQuery.MAX_DAYS - 1);
        Day last = end.compareTo(today) < 0 ? end : today;
        return last.compareTo(from) < 0 ? from : last;
    }

    private static Day day(String name, String text) {
        return Day.parse(text)
                .orElseThrow(() ->
                        Query.invalid(name, name + " must be " + Day.EXPECTED + "; got " + Quoted.of(text) + "."));
    }
}
