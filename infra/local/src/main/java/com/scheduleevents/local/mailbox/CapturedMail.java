package com.scheduleevents.local.mailbox;

import java.util.List;

/**
 * A captured e-mail.
 *
 * @param id the MessageId that the sender received
 * @param at when it was sent, RFC 3339 in UTC
 * @param from the sender's address
 * @param to addresses
 * @param cc addresses
 * @param bcc addresses
 * @param subject empty when there was none
 * @param text the plain part, empty when there was none
 * @param html the HTML part, empty when there was none
 * @param listUnsubscribe the header of that name, empty when there was none or the emulator does not tell
 */
public record CapturedMail(
        String id,
        String at,
        String from,
        List<String> to,
        List<String> cc,
        List<String> bcc,
        String subject,
        String text,
        String html,
        String listUnsubscribe) {

    /** How a mail program unsubscribes its reader (RFC 2369). */
    static final String LIST_UNSUBSCRIBE = "List-Unsubscribe";
}
