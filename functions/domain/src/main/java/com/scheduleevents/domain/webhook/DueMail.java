package com.scheduleevents.domain.webhook;

import java.time.Instant;

/**
 * An e-mail that a webhook's row says is due: the committed row is the outbox. One per kind and occasion, so that however
 * often the row is looked at it is the same e-mail.
 *
 * @param name the kind, {@code #} and what tells the occasion from others of its kind
 */
public record DueMail(String name) {

    /** The e-mail that says that a webhook was disabled at the end of a term. */
    public static DueMail disabled(long term) {
        return new DueMail("disabled#" + term);
    }

    /** The e-mail that warns of an episode of failures, which may end in the webhook's disabling. */
    public static DueMail warning(Instant failingSince) {
        return new DueMail("warning#" + failingSince.toEpochMilli());
    }

    /** The e-mail that says that such an episode is over. */
    public static DueMail recovered(Instant failingSince) {
        return new DueMail("recovered#" + failingSince.toEpochMilli());
    }
}
