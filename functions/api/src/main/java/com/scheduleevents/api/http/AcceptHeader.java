package com.scheduleevents.api.http;

import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.domain.error.Sanitized;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Checks the header Accept: every response is JSON (RFC 9110, section 12.5.1). */
final class AcceptHeader {

    /** The media ranges that include JSON, most specific first; the most specific one in the header decides. */
    private static final List<String> RANGES = List.of("application/json", "application/*", "*/*");

    private static final Predicate<String> ZERO =
            Pattern.compile("q=0(\\.0{0,3})?").asMatchPredicate();

    private AcceptHeader() {}

    /**
     * Rejects a request whose client does not accept JSON.
     *
     * @throws ApiException 406
     */
    static void require(Optional<String> accept) {
        accept.filter(header -> !header.isBlank())
                .filter(header -> !acceptsJson(header))
                .ifPresent(header -> {
                    throw new ApiException(
                            ErrorCode.NOT_ACCEPTABLE,
                            "Accept",
                            "Accept must allow application/json, the type of every response; got "
                                    + Sanitized.of(header) + ". Leave Accept out, or add application/json.");
                });
    }

    private static boolean acceptsJson(String header) {
        return Stream.of(header.split(","))
                .map(MediaRange::of)
                .filter(range -> RANGES.contains(range.type()))
                .min(Comparator.comparing(range -> RANGES.indexOf(range.type())))
                .filter(MediaRange::accepted)
                .isPresent();
    }

    /** A media range of the header; parameters other than the weight q are ignored. */
    private record MediaRange(String type, boolean accepted) {

        static MediaRange of(String text) {
            List<String> parts = Stream.of(text.split(";"))
                    .map(part -> part.strip().toLowerCase(java.util.Locale.ROOT))
                    .toList();
            String type = parts.isEmpty() ? "" : parts.getFirst();
            return new MediaRange(
                    type, parts.stream().map(part -> part.replaceAll("\\s", "")).noneMatch(ZERO));
        }
    }
}
