package com.scheduleevents.delivery.notifier;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.mail.ComposedMail;
import com.scheduleevents.domain.mail.ConfirmationTimes;
import com.scheduleevents.domain.mail.DailyMailLimit;
import com.scheduleevents.domain.mail.DailyMailLimit.CountedMail;
import com.scheduleevents.domain.mail.DailyMailLimit.Share;
import com.scheduleevents.domain.mail.MailService;
import com.scheduleevents.domain.mail.Notice;
import com.scheduleevents.domain.metrics.Metric;
import com.scheduleevents.domain.metrics.MetricRecorder;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hands e-mails over to SES: as many as an account gets in a day, and all that say that a webhook was disabled. */
final class MailHandOver {

    private static final Logger LOG = LoggerFactory.getLogger(MailHandOver.class);

    private final MailService service;
    private final DailyMailLimit limit;
    private final ConfirmationTimes times;
    private final Clock clock;
    private final MetricRecorder metrics;

    MailHandOver(
            MailService service, DailyMailLimit limit, ConfirmationTimes times, Clock clock, MetricRecorder metrics) {
        this.service = service;
        this.limit = limit;
        this.times = times;
        this.clock = clock;
        this.metrics = metrics;
    }

    /**
     * Counts an e-mail in the present day. Those that nobody can opt out of say that a webhook was disabled, and are not counted.
     *
     * @return empty when it is left out
     */
    Optional<Admission> admit(Notice notice, Share share) {
        boolean counted = notice.optional().isPresent() || notice instanceof Notice.Confirmation;
        return counted ? count(notice, share) : Optional.of(Admission.PLAIN);
    }

    private Optional<Admission> count(Notice notice, Share share) {
        Instant day = times.dayOf(clock.instant());
        return switch (limit.count(new CountedMail(notice.account(), day, share, notice.name()))) {
            case SEND -> Optional.of(Admission.PLAIN);
            case SEND_AS_LAST ->
                Optional.of(
                        share == Share.ACCOUNT
                                ? new Admission(
                                        Optional.of(MailWording.lastOfDay(limit.perDay(), day.plus(times.day()))))
                                : Admission.PLAIN);
            case LEAVE_OUT -> {
                metrics.add(Metric.MAILS_OVER_LIMIT);
                LOG.warn(
                        "left out the e-mail {}: {} has had enough for today",
                        notice.name(),
                        notice.account().value());
                yield Optional.empty();
            }
        };
    }

    /**
     * Hands an e-mail over.
     *
     * @throws RuntimeException when SES did not accept it
     */
    void send(AccountId account, ComposedMail mail) {
        try {
            service.send(account, mail);
        } catch (RuntimeException e) {
            metrics.add(Metric.MAILS_REFUSED);
            throw e;
        }
        metrics.add(Metric.MAILS_SENT);
    }
}
