package com.scheduleevents.domain.mail;

import java.time.Duration;
import java.time.Instant;

/**
 * The times of confirmations and of the limit of e-mails, all of them multiples of a day.
 *
 * @param day how long a day is: 24 hours, or less where a deployment is compressed
 */
public record ConfirmationTimes(Duration day) {

    /** How many days a link is valid. */
    public static final int DAYS_VALID = 7;

    /** How long a link is valid. */
    public Duration validity() {
        return day.multipliedBy(DAYS_VALID);
    }

    /** When the day began that a time is in. */
    public Instant dayOf(Instant time) {
        return Instant.ofEpochMilli(Math.floorDiv(time.toEpochMilli(), day.toMillis()) * day.toMillis());
    }
}
