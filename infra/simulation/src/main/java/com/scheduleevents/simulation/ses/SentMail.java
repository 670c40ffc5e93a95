package com.scheduleevents.simulation.ses;

import java.time.Instant;
import java.util.List;

/**
 * An e-mail in the mailboxes that it was sent to.
 *
 * @param text its body as text
 */
public record SentMail(Instant at, String from, List<String> to, String subject, String text) {}
