package com.scheduleevents.domain.mail;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What is known of an address.
 *
 * @param askedAt when its owner was last sent a link to confirm it
 * @param claimedUntil until when a mailer that sends such a link keeps others from it; empty once SES has accepted it
 */
public record AddressState(AddressStatus status, Instant askedAt, Optional<Instant> claimedUntil) {

    /**
     * Whether its owner may be sent a link now: once a day, so that nobody is flooded who never asked for anything, and never again after
     * unsubscribing or a complaint.
     *
     * @param day how long a day is
     */
    public boolean mayBeAsked(Instant now, Duration day) {
        return switch (status) {
            case PENDING, BOUNCED ->
                claimedUntil.isPresent()
                        ? claimedUntil.get().isBefore(now)
                        : !askedAt.plus(day).isAfter(now);
            case CONFIRMED, UNSUBSCRIBED, COMPLAINED -> false;
        };
    }
}
