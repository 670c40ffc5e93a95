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
        String html) {}
