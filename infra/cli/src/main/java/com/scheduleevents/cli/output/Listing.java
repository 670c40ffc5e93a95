package com.scheduleevents.cli.output;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A part of a list of the API.
 *
 * @param elements in the order of the list
 * @param next the cursor with which the list goes on; empty at its end
 */
public record Listing(List<JsonNode> elements, Optional<String> next) {

    /** The time with which the id of an event begins, which is the cursor of a list that is read back in time. */
    private static final Pattern TIME = Pattern.compile("evt_([0-9A-HJKMNP-TV-Z]{10}).*");

    private static final String DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

    public Listing {
        elements = List.copyOf(elements);
    }

    /** Whether the list ends with these elements. */
    public boolean isComplete() {
        return next.isEmpty();
    }

    /**
     * When the events were recorded up to which the list was looked through; empty when its cursor tells nothing of that, as that of a list
     * that goes webhook by webhook.
     */
    public Optional<Instant> lookedBackTo() {
        return next.map(TIME::matcher).filter(Matcher::matches).map(Listing::time);
    }

    private static Instant time(MatchResult found) {
        return Instant.ofEpochMilli(found.group(1)
                .chars()
                .mapToLong(DIGITS::indexOf)
                .reduce(0, (sum, digit) -> sum * DIGITS.length() + digit));
    }
}
