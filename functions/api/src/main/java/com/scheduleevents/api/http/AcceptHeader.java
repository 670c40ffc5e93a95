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

/** Whether a client takes JSON, by its header Accept (RFC 9110, section 12.5.1). */
final class AcceptHeader {

    /** The ranges that JSON is in; of those that a client names, the most specific one counts. */
    private static final List<String> RANGES = List.of("application/json", "application/*", "*/*");

    private static final Predicate<String> ZERO =
            Pattern.compile("q=0(\\.0{0,3})?").asMatchPredicate();

    private AcceptHeader() {}

    /**
     * Refuses a client that takes no JSON, which is all that there is.
     *
     * @throws ApiException 406
     */
    static void require(Optional<String> accept) {
        accept.filter(header -> !header.isBlank())
                .filter(header -> !takesJson(header))
                .ifPresent(header -> {
                    throw new ApiException(
                            ErrorCode.NOT_ACCEPTABLE,
                            "Accept",
                            "Every answer is application/json, which the header Accept rules out; got "
                                    + Sanitized.of(header) + ". Leave Accept out, or add application/json.");
                });
    }

    private static boolean takesJson(String header) {
        return Stream.of(header.split(","))
                .map(MediaRange::of)
                .filter(range -> RANGES.contains(range.type()))
                .min(Comparator.comparing(range -> RANGES.indexOf(range.type())))
                .filter(MediaRange::wanted)
                .isPresent();
    }

    /** One range of the header; what else it says of JSON, such as a character set, changes nothing. */
    private record MediaRange(String type, boolean wanted) {

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
