package com.scheduleevents.domain.webhook;

/**
 * An e-mail that a webhook's row says is due: the committed row is the outbox. One per kind and term, so that however often
 * the row is looked at it is the same e-mail.
 *
 * @param name {@code disabled#} and the term that ended
 */
public record DueMail(String name) {

    /** The e-mail that says that a webhook was disabled at the end of a term. */
    public static DueMail disabled(long term) {
        return new DueMail("disabled#" + term);
    }
}
