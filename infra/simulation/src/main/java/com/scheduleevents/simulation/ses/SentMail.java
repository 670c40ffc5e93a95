package com.scheduleevents.simulation.ses;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * An e-mail in the mailboxes that it was sent to.
 *
 * @param text its body as text
 * @param tags its tags, which come back with what becomes of it
 */
public record SentMail(
        Instant at, String from, List<String> to, String subject, String text, Map<String, String> tags) {}
