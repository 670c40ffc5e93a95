package com.scheduleevents.domain.metrics;

import com.scheduleevents.domain.receiver.OutcomeClass;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The metrics of the service. Their number is fixed: ids never become part of a metric, and each outcome class has a metric of its
 * own.
 */
public enum Metric {
    /** Requests to the API that an unexpected exception ended, with the response 500. */
    REQUESTS_FAILED(Kind.COUNT),
    /** Reads that showed a clock or an index to be further off than the feed allows; what it could have made incomplete was held back. */
    FEED_AT_RISK(Kind.COUNT),
    /** Recorded events, without repeated requests. */
    EVENTS_RECORDED(Kind.COUNT),
    /** Deliveries that the fan-out queued: pairs of an event and a matching webhook. */
    FAN_OUT_MATCHES(Kind.COUNT),
    /** Deliveries with a 2xx response, without pings. */
    DELIVERIES_SUCCEEDED(Kind.COUNT),
    /** Attempts by outcome, including pings. */
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
    /** {@link OutcomeClass#UNVERIFIED}. */
    ATTEMPTS_UNVERIFIED(Kind.COUNT),
    /** {@link OutcomeClass#NO_TOKEN}. */
    ATTEMPTS_NO_TOKEN(Kind.COUNT),
    /** {@link OutcomeClass#NO_ROLE}. */
    ATTEMPTS_NO_ROLE(Kind.COUNT),
    /** {@link OutcomeClass#PROTOCOL}. */
    ATTEMPTS_PROTOCOL(Kind.COUNT),
    /** How long a first attempt waited since it was queued, without deliveries from the backlog. */
    FIRST_ATTEMPT_WAIT(Kind.SECONDS),
    /**
     * The age of a delivery whose attempt failed, counted from the first attempt of its retry cycle. It cannot exceed the retry
     * window, because the webhook is disabled then.
     */
    OLDEST_UNDELIVERED(Kind.SECONDS),
    /** Failed attempts that should never have been made, because the retry schedule of their delivery was over. */
    DELIVERIES_OVERDUE(Kind.COUNT),
    /** Messages that failed because of a service or the function itself, and come again. */
    MESSAGES_REPEATED(Kind.COUNT),
    /** Deliveries that were added to the backlog. */
    BACKLOG_ADDED(Kind.COUNT),
    /** Deliveries of the backlog that a probe attempted. */
    BACKLOG_ATTEMPTED(Kind.COUNT),
    /** Deliveries of the backlog that a drain put on the retry queue. */
    BACKLOG_DRAINED(Kind.COUNT),
    /** Looks at deliveries that had to wait for an earlier event of their appointment. */
    TURNS_AWAITED(Kind.COUNT),
    /** Circuits that were opened. */
    CIRCUITS_OPENED(Kind.COUNT),
    /** Webhooks that were disabled because a last attempt failed. */
    WEBHOOKS_DISABLED(Kind.COUNT),
    /** E-mails that SES accepted. */
    MAILS_SENT(Kind.COUNT),
    /** E-mails that SES rejected; they are sent again. */
    MAILS_REFUSED(Kind.COUNT),
    /** E-mails that were left out because their account had had as many as it gets in a day. */
    MAILS_OVER_LIMIT(Kind.COUNT),
    /** E-mails that nobody can compose any more, and that are not due any more for that reason. */
    MAILS_LAPSED(Kind.COUNT),
    /** Messages and records that functions moved to a dead-letter queue because they can never be handled. */
    DEAD_LETTER_MESSAGES(Kind.COUNT);

    private static final String ATTEMPTS = "ATTEMPTS_";

    private final Kind kind;

    Metric(Kind kind) {
        this.kind = kind;
    }

    /** The metric that counts attempts with this outcome. */
    public static Metric attempts(OutcomeClass outcome) {
        return valueOf(ATTEMPTS + outcome.name());
    }

    /** The name in CloudWatch, such as {@code EventsRecorded}. */
    public String wireName() {
        return Arrays.stream(name().split("_", -1))
                .map(word -> word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT))
                .collect(Collectors.joining());
    }

    /** The unit in CloudWatch. */
    public String unit() {
        return kind.unit;
    }

    /** Combines two values of one invocation. */
    long together(long one, long other) {
        return kind == Kind.COUNT ? one + other : Math.max(one, other);
    }

    /** How values are combined. */
    private enum Kind {
        /** Counts add up. */
        COUNT("Count"),
        /** Of several ages, the greatest is kept. */
        SECONDS("Seconds");

        private final String unit;

        Kind(String unit) {
            this.unit = unit;
        }
    }
}
