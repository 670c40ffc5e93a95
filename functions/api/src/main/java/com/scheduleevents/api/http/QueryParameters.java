package com.scheduleevents.api.http;

import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.domain.error.Sanitized;
import com.scheduleevents.domain.event.FeedQuery;
import com.scheduleevents.domain.text.UnicodeText;
import com.scheduleevents.domain.time.Timestamps;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Query parameters. None is ignored: an unknown, empty or wrongly repeated one is an error. */
public final class QueryParameters {

    /** The parameters of a list without filters. */
    public static final Set<String> PAGING = Set.of("starting_after", "limit");

    /** At most nine digits, so that it fits an int. */
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");

    private final Map<String, List<String>> values;

    QueryParameters(Map<String, List<String>> values) {
        this.values = values;
    }

    /**
     * @param known the parameters that the route accepts
     * @throws ApiException 400 when there is another one, or one that is empty or was not UTF-8
     */
    void requireOnly(Set<String> known) {
        values.forEach((name, all) -> {
            if (!known.contains(name)) {
                throw new ApiException(ErrorCode.UNKNOWN_PARAMETER, name, unknown(name, known));
            }
            if (all.contains("")) {
                throw invalid(name, name + " is empty. Give it a value or leave it out.");
            }
            all.stream().filter(text -> !UnicodeText.isIntact(text)).findFirst().ifPresent(text -> {
                throw invalid(name, UnicodeText.EXPECTED, text);
            });
        });
    }

    /** A parameter that may be repeated. */
    public List<String> all(String name) {
        return values.getOrDefault(name, List.of());
    }

    /**
     * An optional parameter.
     *
     * @param expected describes the valid values, as in "must be …"
     * @param parser returns empty when the text is not valid
     * @throws ApiException 400 when it is not valid, or repeated
     */
    public <T> Optional<T> one(String name, String expected, Function<String, Optional<T>> parser) {
        List<String> all = all(name);
        if (all.size() > 1) {
            throw invalid(name, name + " is repeated. Send it once.");
        }
        return all.stream().findFirst().map(text -> parser.apply(text)
                .orElseThrow(() -> invalid(name, expected, text)));
    }

    /**
     * The parameter {@code type}, which may be repeated.
     *
     * @param expected describes the valid types
     * @throws ApiException 400 when a type is not valid
     */
    public Set<String> types(String expected, Predicate<String> isValid) {
        Set<String> types = Set.copyOf(all("type"));
        types.stream().filter(isValid.negate()).findFirst().ifPresent(unknown -> {
            throw invalid("type", expected, unknown);
        });
        return types;
    }

    /** The maximum number of elements of a page, from the parameter {@code limit} (requirement R13). */
    public int limit() {
        return number("limit", 1, FeedQuery.MAX_LIMIT, FeedQuery.DEFAULT_LIMIT);
    }

    /**
     * A whole number.
     *
     * @param min the smallest valid number
     * @param max the largest valid number
     * @param missing the number that a missing parameter means
     */
    public int number(String name, int min, int max, int missing) {
        return one(name, "a whole number from " + min + " to " + max, text -> number(text, min, max))
                .orElse(missing);
    }

    /** The parameter {@code clinic_id}. */
    public Optional<ClinicId> clinic() {
        return one("clinic_id", JsonFields.CLINIC, JsonFields::parseClinic);
    }

    /** The parameter {@code since}, with all its decimals. */
    public Optional<Instant> since() {
        return time("since");
    }

    /**
     * The parameter {@code until}, with all its decimals.
     *
     * @throws ApiException 400 when it is no time, or not later than {@code since}
     */
    public Optional<Instant> until() {
        Optional<Instant> until = time("until");
        if (until.isPresent()
                && since().filter(since -> !since.isBefore(until.get())).isPresent()) {
            throw invalid("until", "until must be later than since.");
        }
        return until;
    }

    /** A time, with all its decimals. */
    public Optional<Instant> time(String name) {
        return one(name, Timestamps.EXPECTED + " (in a URL, write a + as %2B)", Timestamps::parseBound);
    }

    /**
     * The cursor after which the page begins, from the parameter {@code starting_after}.
     *
     * @param parse returns empty when the text is not a cursor
     * @param first the first element of the first page, for the error message
     */
    public <T> Optional<T> startingAfter(Function<String, Optional<T>> parse, String first) {
        return one("starting_after", "the next_cursor of a page, or be left out to start with " + first, parse);
    }

    private static Optional<Integer> number(String text, int min, int max) {
        return Optional.of(text)
                .filter(NUMBER.asMatchPredicate())
                .map(Integer::valueOf)
                .filter(number -> number >= min && number <= max);
    }

    /** The error of a parameter. */
    public static ApiException invalid(String name, String message) {
        return new ApiException(ErrorCode.INVALID_PARAMETER, name, message);
    }

    private static ApiException invalid(String name, String expected, String text) {
        return invalid(name, name + " must be " + expected + "; got " + Sanitized.of(text) + ".");
    }

    private static String unknown(String name, Set<String> known) {
        String choice = known.isEmpty()
                ? "This request accepts none."
                : "This request accepts " + String.join(", ", new TreeSet<>(known)) + ".";
        return "Unknown parameter " + Sanitized.of(name) + ". " + choice;
    }
}
