package com.scheduleevents.operator.accounts;

import com.scheduleevents.domain.account.MailRecipient;
import com.scheduleevents.domain.account.OptionalMail;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.domain.error.Sanitized;
import com.scheduleevents.domain.text.DisplayText;
import com.scheduleevents.domain.time.Timestamps;
import com.scheduleevents.terminal.InvalidArguments;
import java.time.Instant;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Optional;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Descriptions and converters of arguments that several commands on accounts share. */
final class AccountArguments {

    static final String ACCOUNT = "The account, acc_….";
    static final String CLINIC = "The clinic, cln_….";
    static final String KEY = "The id of the key, key_…; never its secret.";

    private AccountArguments() {}

    static void requireRange(String option, Limit limit, int least, int most) {
        if (!limit.isWithin(least, most)) {
            throw new InvalidArguments(option + " is " + least + " to " + most + ", or default.");
        }
    }

    /** Checks the form of an e-mail address, to find typing errors. */
    static final class EmailAddress implements ITypeConverter<String> {

        @Override
        public String convert(String text) {
            if (!MailRecipient.isAddress(text)) {
                throw new TypeConversionException(
                        Sanitized.of(text) + " is not an e-mail address, such as owner@clinic.example");
            }
            return text;
        }
    }

    /** Reads the name of an account or the label of a key, without characters that nobody sees. */
    static final class DisplayName implements ITypeConverter<String> {

        private static final int MAX_LENGTH = 100;

        @Override
        public String convert(String text) {
            return Optional.of(text.strip())
                    .filter(name -> name.codePointCount(0, name.length()) <= MAX_LENGTH)
                    .filter(DisplayText::isOneLine)
                    .flatMap(DisplayText::of)
                    .orElseThrow(() -> new TypeConversionException(
                            "a name has 1 to " + MAX_LENGTH + " characters on one line, and some of them can be seen"));
        }
    }

    /** Reads a time that is stored, cut to the millisecond as the API does. */
    static final class StoredTime implements ITypeConverter<Instant> {

        @Override
        public Instant convert(String text) {
            return Timestamps.parse(text)
                    .orElseThrow(
                            () -> new TypeConversionException(Sanitized.of(text) + " is not " + Timestamps.EXPECTED));
        }
    }

    /**
     * A limit of an account or a key.
     *
     * @param own empty: the service's default
     */
    record Limit(Optional<Integer> own) {

        boolean isWithin(int least, int most) {
            return own.filter(number -> number < least || number > most).isEmpty();
        }
    }

    /** Reads a number, or the word {@code default}. */
    static final class LimitReader implements ITypeConverter<Limit> {

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

    /** The e-mails that an owner can do without, for the help. */
    static final class MailNames implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(OptionalMail.values())
                    .map(OptionalMail::wireName)
                    .iterator();
        }
    }

    /** The scopes, for the help. */
    static final class ScopeNames implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(Scope.values()).map(Scope::wireName).iterator();
        }
    }
}
