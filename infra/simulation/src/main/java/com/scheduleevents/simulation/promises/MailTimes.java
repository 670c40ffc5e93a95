package com.scheduleevents.simulation.promises;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Times as e-mails to people say them. */
public final class MailTimes {

    /** A regular expression for one of them. */
    public static final String TIME = "\\d+ \\w+ \\d+, [\\d:]+ UTC";

    private static final DateTimeFormatter FORMAT =
            DateTimeFormatter.ofPattern("d MMMM uuuu, HH:mm:ss 'UTC'", Locale.ENGLISH);

    private MailTimes() {}

    /** Reads one. */
    public static Instant read(String text) {
        return LocalDateTime.parse(text, FORMAT).toInstant(ZoneOffset.UTC);
    }
}
