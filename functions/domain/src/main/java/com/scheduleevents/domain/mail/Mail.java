package com.scheduleevents.domain.mail;

import java.util.List;

/**
 * An e-mail that is ready to be sent.
 *
 * @param to at least one address; all of them can see one another
 * @param subject one line
 * @param text the body as plain text
 * @param html the body as an HTML page that refers to no other resource
 */
public record Mail(List<String> to, String subject, String text, String html) {

    /** Copies the addresses. */
    public Mail {
        to = List.copyOf(to);
    }

    /** Omits the addresses and the text, which must not be logged. */
    @Override
    public String toString() {
        return "Mail[…]";
    }
}
