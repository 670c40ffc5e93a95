package com.scheduleevents.cli.api;

import java.util.Optional;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A time of a request, sent as it was written: any offset and number of decimals. Whether it exists is for the API to say, which
 * compares events with all of it.
 *
 * @param text in the form of RFC 3339
 */
public record RequestTime(String text) {

    private static final Pattern FORM = Pattern.compile(
            "\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d++)?(Z|[+-]\\d{2}:\\d{2})", Pattern.CASE_INSENSITIVE);

    /** Empty when the text has another form. */
    public static Optional<RequestTime> parse(String text) {
        return FORM.matcher(text).matches() ? Optional.of(new RequestTime(text)) : Optional.empty();
    }

    @Override
    public String toString() {
        return text;
    }

    /** Reads a time that cannot be written as one ago. */
    public static final class Converter implements ITypeConverter<RequestTime> {

        @Override
        public RequestTime convert(String text) {
            return parse(text)
                    .orElseThrow(() ->
                            new TypeConversionException("'" + text + "' is not a time such as 2026-12-31T00:00:00Z"));
        }
    }
}
