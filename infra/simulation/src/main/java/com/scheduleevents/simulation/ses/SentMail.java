package com.scheduleevents.simulation.ses;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An e-mail in the mailboxes that it was sent to.
 *
 * @param text its body as text
 * @param listUnsubscribe the header of that name; empty when there is none
 * @param tags its tags, which come back with what becomes of it
 */
public record SentMail(
        Instant at,
        String from,
        List<String> to,
        String subject,
        String text,
        Optional<String> listUnsubscribe,
        Map<String, String> tags) {}
