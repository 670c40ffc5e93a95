package com.scheduleevents.domain.webhook;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * That a client certificate ends, which its owner is e-mailed 30 days before, and again 7 days before.
 *
 * @param endsAt when it ends
 * @param mail the e-mail that is due
 */
public record CertificateEnd(Instant endsAt, DueMail mail) {

    /** How long before the end the first e-mail is due. */
    public static final Duration FIRST_NOTICE = Duration.ofDays(30);

    /** The last one first. */
    private static final List<Duration> NOTICES = List.of(Duration.ofDays(7), FIRST_NOTICE);

    /** What its owner is to know by now; of two e-mails that are due, only the later one. Empty while the end is far away. */
    public static Optional<CertificateEnd> of(Instant endsAt, Instant now) {
        return dueTimes(endsAt)
                .filter(due -> !now.isBefore(due))
                .map(due -> new CertificateEnd(endsAt, DueMail.certificateEnding(due)))
                .findFirst();
    }

    /** Whether an e-mail is about a certificate that ends then, and not about one that it has replaced. */
    public static boolean isAbout(DueMail mail, Instant endsAt) {
        return dueTimes(endsAt).map(DueMail::certificateEnding).anyMatch(mail::equals);
    }

    private static Stream<Instant> dueTimes(Instant endsAt) {
        return NOTICES.stream().map(endsAt::minus);
    }
}
