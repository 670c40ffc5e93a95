package com.scheduleevents.operator.accounts;

import com.scheduleevents.domain.error.Sanitized;
import java.util.Optional;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A limit from the command line.
 *
 * @param own the account's own; empty: the service's
 */
record Limit(Optional<Integer> own) {

    boolean isWithin(int least, int most) {
        return own.filter(number -> number < least || number > most).isEmpty();
    }

    /** Reads a number, or the word {@code default}. */
    static final class Reader implements ITypeConverter<Limit> {

        private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");

        @Override
        public Limit convert(String text) {
            if (text.equals("default")) {
                return new Limit(Optional.empty());
            }
            if (!NUMBER.matcher(text).matches()) {
                throw new TypeConversionException(Sanitized.of(text) + " is not a whole number, nor the word default");
            }
            return new Limit(Optional.of(Integer.valueOf(text)));
        }
    }
}
