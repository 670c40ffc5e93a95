package com.scheduleevents.operator;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.OptionalMail;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.domain.audit.AuditId;
import com.scheduleevents.domain.delivery.ShownStatus;
import com.scheduleevents.domain.error.Sanitized;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.time.Timestamps;
import com.scheduleevents.domain.usage.UsageDay;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.terminal.LengthOfTime;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.TypeConversionException;

/** Converts arguments to the types of the domain. */
final class ArgumentReaders {

    private static final String REST = " and 1 to 64 letters, digits, _ or -";

    private ArgumentReaders() {}

    static void register(CommandLine commandLine) {
        commandLine.registerConverter(
                AccountId.class, text -> id(text, AccountId::new, "an account: " + AccountId.PREFIX));
        commandLine.registerConverter(ClinicId.class, text -> id(text, ClinicId::new, "a clinic: " + ClinicId.PREFIX));
        commandLine.registerConverter(
                ApiKeyId.class, text -> id(text, ApiKeyId::new, "an API key: " + ApiKeyId.PREFIX));
        commandLine.registerConverter(
                WebhookId.class, text -> id(text, WebhookId::new, "a webhook: " + WebhookId.PREFIX));
        commandLine.registerConverter(
                EventId.class, text -> read(text, EventId.parse(text), "the id of an event, as in the feed"));
        commandLine.registerConverter(
                AuditId.class, text -> read(text, AuditId.parse(text), "the id of an entry, as a list has printed it"));
        commandLine.registerConverter(
                Duration.class,
                text -> read(text, LengthOfTime.parseOrZero(text), "a time such as 30m, 24h or 7d, or 0"));
        commandLine.registerConverter(
                Instant.class, text -> read(text, Timestamps.parseBound(text), Timestamps.EXPECTED));
        commandLine.registerConverter(UsageDay.class, text -> read(text, UsageDay.parse(text), UsageDay.EXPECTED));
        commandLine.registerConverter(YearMonth.class, text -> read(text, month(text), "a month, such as 2026-11"));
        registerWords(
                commandLine,
                ShownStatus.class,
                ShownStatus.values(),
                ShownStatus::parse,
                ShownStatus::wireName,
                "a status");
        registerWords(commandLine, Scope.class, Scope.values(), Scope::named, Scope::wireName, "a scope");
        registerWords(
                commandLine,
                OptionalMail.class,
                OptionalMail.values(),
                OptionalMail::named,
                OptionalMail::wireName,
                "an e-mail");
    }

    private static <T> void registerWords(
            CommandLine commandLine,
            Class<T> type,
            T[] values,
            Function<String, Optional<T>> reader,
            Function<T, String> word,
            String expected) {
        String all = Arrays.stream(values).map(word).collect(Collectors.joining(", "));
        commandLine.registerConverter(type, text -> read(text, reader.apply(text), expected + "; there are " + all));
    }

    private static Optional<YearMonth> month(String text) {
        return UsageDay.parse(text + "-01").map(day -> YearMonth.from(day.date()));
    }

    private static <T> T id(String text, Function<String, T> reader, String expected) {
        try {
            return reader.apply(text);
        } catch (IllegalArgumentException e) {
            throw wrong(text, expected + REST);
        }
    }

    private static <T> T read(String text, Optional<T> value, String expected) {
        return value.orElseThrow(() -> wrong(text, expected));
    }

    private static TypeConversionException wrong(String text, String expected) {
        return new TypeConversionException(Sanitized.of(text) + " is not " + expected);
    }
}
