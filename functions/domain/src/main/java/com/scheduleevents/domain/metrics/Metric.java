package com.scheduleevents.domain.metrics;

import com.scheduleevents.domain.receiver.OutcomeClass;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * What is counted. There are as many numbers as there are constants here, whatever the service is used for: an id never
 * becomes part of one, and each outcome class has one of its own.
 */
public enum Metric {
    /** Events that were recorded, repeats left out. */
    EVENTS_RECORDED(Kind.COUNT),
    /** Deliveries that fan-out put on their way: pairs of an event and a webhook that matches it. */
    FAN_OUT_MATCHES(Kind.COUNT),
    /** Deliveries whose receiver answered 2xx, pings left out. */
    DELIVERIES_SUCCEEDED(Kind.COUNT),
    /** Attempts by what came of them, pings included. */
    ATTEMPTS_SUCCEEDED(Kind.COUNT),
    /** {@link OutcomeClass#DNS}. */
    ATTEMPTS_DNS(Kind.COUNT),
    /** {@link OutcomeClass#CONNECT}. */
    ATTEMPTS_CONNECT(Kind.COUNT),
    /** {@link OutcomeClass#TLS}. */
    ATTEMPTS_TLS(Kind.COUNT),
    /** {@link OutcomeClass#TIMEOUT}. */
    ATTEMPTS_TIMEOUT(Kind.COUNT),
    /** {@link OutcomeClass#STATUS}. */
    ATTEMPTS_STATUS(Kind.COUNT),
    /** {@link OutcomeClass#REDIRECT}. */
    ATTEMPTS_REDIRECT(Kind.COUNT),
    /** {@link OutcomeClass#REFUSED_ADDRESS}. */
    ATTEMPTS_REFUSED_ADDRESS(Kind.COUNT),
    /** {@link OutcomeClass#PROTOCOL}. */
    ATTEMPTS_PROTOCOL(Kind.COUNT),
    /** How long a first attempt waited since it was put on its way; that of a backlogged delivery is not looked at. */
    FIRST_ATTEMPT_WAIT(Kind.SECONDS),
    /**
     * How long a delivery whose attempt failed has been under way, from its retry cycle's first attempt. After the retry window
     * no delivery is undelivered: it was made, or its webhook is disabled.
     */
    OLDEST_UNDELIVERED(Kind.SECONDS),
    /** Deliveries kept aside because their webhook has an open circuit. */
    BACKLOG_ADDED(Kind.COUNT),
    /** Backlogged deliveries that a probe took up. */
    BACKLOG_ATTEMPTED(Kind.COUNT),
    /** Webhooks that became held. */
    CIRCUITS_OPENED(Kind.COUNT),
    /** Webhooks that were disabled because a last attempt failed. */
    WEBHOOKS_DISABLED(Kind.COUNT),
    /** E-mails that SES took. */
    MAILS_SENT(Kind.COUNT),
    /** E-mails that SES did not take; they come again. */
    MAILS_REFUSED(Kind.COUNT),
    /** What functions put aside by their own hand, because it can never be handled. */
    DEAD_LETTER_MESSAGES(Kind.COUNT);

    private static final String ATTEMPTS = "ATTEMPTS_";

    private final Kind kind;

    Metric(Kind kind) {
        this.kind = kind;
    }

    /** The number that counts attempts of that outcome. */
    public static Metric attempts(OutcomeClass outcome) {
        return valueOf(ATTEMPTS + outcome.name());
    }

    /** The name in CloudWatch, such as {@code EventsRecorded}. */
    public String wireName() {
        return Arrays.stream(name().split("_", -1))
                .map(word -> word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT))
                .collect(Collectors.joining());
    }

    /** What CloudWatch calls its unit. */
    public String unit() {
        return kind.unit;
    }

    /** Two values of one invocation as one. */
    long together(long one, long other) {
        return kind == Kind.COUNT ? one + other : Math.max(one, other);
    }

    /** How values are put together. */
    private enum Kind {
        /** Counts add up. */
        COUNT("Count"),
        /** Of ages the greatest says it all. */
        SECONDS("Seconds");

        private final String unit;

        Kind(String unit) {
            this.unit = unit;
        }
    }
}
