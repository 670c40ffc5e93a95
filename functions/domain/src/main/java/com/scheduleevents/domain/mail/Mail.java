package com.scheduleevents.domain.mail;

/**
 * An e-mail, ready to be sent.
 *
 * @param to the owner's address
 * @param subject one line
 * @param text the body as plain text
 * @param html the body as a page of HTML that needs nothing from elsewhere
 */
public record Mail(String to, String subject, String text, String html) {

    /** Without address and text, which are nobody's business in a log. */
    @Override
    public String toString() {
        return "Mail[…]";
    }
}
