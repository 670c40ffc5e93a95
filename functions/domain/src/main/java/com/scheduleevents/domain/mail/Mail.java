package com.scheduleevents.domain.mail;

/**
 * An e-mail, ready to be sent.
 *
 * @param to the owner's address
 * @param subject one line
 * @param text the body, plain text
 */
public record Mail(String to, String subject, String text) {

    /** Without address and text, which are nobody's business in a log. */
    @Override
    public String toString() {
        return "Mail[…]";
    }
}
