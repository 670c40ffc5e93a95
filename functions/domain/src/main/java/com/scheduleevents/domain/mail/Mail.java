package com.scheduleevents.domain.mail;

/**
 * An e-mail that is ready to be sent.
 *
 * @param subject one line
 * @param text the body as plain text
 * @param html the body as an HTML page that refers to no other resource
 */
public record Mail(String to, String subject, String text, String html) {

    /** Omits the address and the text, which must not be logged. */
    @Override
    public String toString() {
        return "Mail[…]";
    }
}
