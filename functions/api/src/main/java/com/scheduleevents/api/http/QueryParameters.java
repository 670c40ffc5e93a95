package com.scheduleevents.api.http;

import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.domain.error.Sanitized;
import com.scheduleevents.domain.event.FeedQuery;
import com.scheduleevents.domain.id.Identifiers;
import com.scheduleevents.domain.time.Timestamps;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Query parameters, none of which is ever ignored: an unknown, empty or wrongly repeated one is an error. */
public final class QueryParameters {

    /** No larger number is a limit anyway. */
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");

    private final Map<String, List<String>> values;

    private QueryParameters(Map<String, List<String>> values) {
        this.values = values;
    }

    static QueryParameters of(Map<String, List<String>> sent, Set<String> known) {
        Map<String, List<String>> values = new TreeMap<>(sent);
        values.forEach((name, all) -> {
            if (!known.contains(name)) {
                throw new ApiException(ErrorCode.UNKNOWN_PARAMETER, name, unknown(name, known));
            }
            if (all.stream().anyMatch(String::isEmpty)) {
                throw invalid(name, name + " is empty. Give it a value or leave it out.");
            }
        });
        return new QueryParameters(values);
    }

    /**
     * A parameter that may be missing.
     *
     * @throws ApiException 400 when it is there more than once
     */
    public Optional<String> one(String name) {
        List<String> all = all(name);
        if (all.size() > 1) {
            throw invalid(name, name + " came more than once. Send it once.");
        }
        return all.stream().findFirst();
    }

    /** A parameter that may be repeated. */
    public List<String> all(String name) {
        return values.getOrDefault(name, List.of());
    }

    /**
     * How many a page holds at most, from the parameter {@code limit}; every list pages like the feed (specification,
     * section 4.2).
     */
    public int limit() {
        return one("limit").map(QueryParameters::limit).orElse(FeedQuery.DEFAULT_LIMIT);
    }

    /** The one clinic that the request is about, from the parameter {@code clinic_id}. */
    public Optional<ClinicId> clinic() {
        return one("clinic_id").map(QueryParameters::clinic);
    }

    /** From when on, from the parameter {@code since}. */
    public Optional<Instant> since() {
        return one("since").map(QueryParameters::since);
    }

    /**
     * After which entry the page begins, from the parameter {@code starting_after}.
     *
     * @param parse reads a cursor; empty when the text is none
     * @param first what the first page begins with, in words
     * @throws ApiException 400 when it is no cursor
     */
    public <T> Optional<T> startingAfter(Function<String, Optional<T>> parse, String first) {
        return one("starting_after").map(text -> parse.apply(text)
                .orElseThrow(() -> invalid(
                        "starting_after",
                        "starting_after must be the next_cursor of a page; got " + Sanitized.of(text)
                                + ". Leave it out to start with " + first + ".")));
    }

    private static ClinicId clinic(String text) {
        if (!Identifiers.isValid(ClinicId.PREFIX, text)) {
            throw invalid(
                    "clinic_id",
                    "clinic_id must be a clinic's id, which begins with cln_; got " + Sanitized.of(text) + ".");
        }
        return new ClinicId(text);
    }

    private static Instant since(String text) {
        return Timestamps.parse(text)
                .orElseThrow(() -> invalid(
                        "since",
                        "since must be " + Timestamps.EXPECTED + "; got " + Sanitized.of(text)
                                + ". In a url, write a + as %2B."));
    }

    private static int limit(String text) {
        int limit = NUMBER.matcher(text).matches() ? Integer.parseInt(text) : 0;
        if (limit < 1 || limit > FeedQuery.MAX_LIMIT) {
            throw invalid(
                    "limit",
                    "limit must be a whole number from 1 to " + FeedQuery.MAX_LIMIT + "; got " + Sanitized.of(text)
                            + ".");
        }
        return limit;
    }

    /** A parameter that does not hold what it should. */
    public static ApiException invalid(String name, String message) {
        return new ApiException(ErrorCode.INVALID_PARAMETER, name, message);
    }

    private static String unknown(String name, Set<String> known) {
        String choice = known.isEmpty()
                ? "This request takes none."
                : "This request takes " + String.join(", ", new TreeSet<>(known)) + ".";
        return "There is no parameter " + Sanitized.of(name) + ". " + choice;
    }
}
