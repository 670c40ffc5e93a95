package com.scheduleevents.domain.webhook;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What becomes of the e-mails of a webhook that are due and cannot be composed from its row. A message with their facts may still be on its
 * way, or be a dead letter that the operator redrives, so they stay due for as long as one can exist.
 *
 * @param since when each of those that stay due was first left out
 * @param lapsed those that nobody can compose any more
 */
public record LeftOutMails(Map<DueMail, Instant> since, Set<DueMail> lapsed) {

    /**
     * How long one stays due: a day on the stream, and fourteen each as the notifier's dead letter, on the mail queue and as the mailer's dead
     * letter, and two more.
     */
    public static final Duration KEPT = Duration.ofDays(45);

    /** Copies both. */
    public LeftOutMails {
        since = Map.copyOf(since);
        lapsed = Set.copyOf(lapsed);
    }

    /**
     * Decides.
     *
     * @param known what was left out before, and since when
     * @param leftOut what is left out now; what was left out before and is not any more can be composed again, or was sent
     */
    public static LeftOutMails of(Map<DueMail, Instant> known, Set<DueMail> leftOut, Instant now) {
        Predicate<DueMail> lapses =
                mail -> !known.getOrDefault(mail, now).plus(KEPT).isAfter(now);
        return new LeftOutMails(
                leftOut.stream()
                        .filter(lapses.negate())
                        .collect(Collectors.toUnmodifiableMap(
                                Function.identity(), mail -> known.getOrDefault(mail, now))),
                leftOut.stream().filter(lapses).collect(Collectors.toUnmodifiableSet()));
    }
}
