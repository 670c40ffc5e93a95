package com.scheduleevents.delivery.notifier;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.scheduleevents.aws.InvocationLogContext;
import com.scheduleevents.aws.webhooks.StillDue;
import com.scheduleevents.aws.wiring.FunctionWiring;
import com.scheduleevents.aws.wiring.Wiring;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.Accounts;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.OperationalFanOut;
import com.scheduleevents.domain.error.UnreadableRow;
import com.scheduleevents.domain.mail.Notice;
import com.scheduleevents.domain.metrics.Metric;
import com.scheduleevents.domain.metrics.MetricRecorder;
import com.scheduleevents.domain.queue.MessageQueue;
import com.scheduleevents.domain.webhook.DueMail;
import com.scheduleevents.domain.webhook.LeftOutMails;
import com.scheduleevents.domain.webhook.WebhookStore;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Queues, each day, every e-mail that is still due, and its operational event, and makes those due about client certificates that end soon. The stream keeps a change for a day only: an e-mail whose
 * notifier failed for longer has no message. Where there is one, the second message is harmless, because the mailer claims each e-mail, and
 * the sender finds the first attempt of the event in the log. What nobody can compose any more is not due any longer.
 */
public final class MailSweep implements RequestStreamHandler {

    private static final Logger LOG = LoggerFactory.getLogger(MailSweep.class);

    private final Function<Instant, Stream<StillDue>> due;
    private final WebhookStore webhooks;
    private final Accounts accounts;
    private final MessageQueue<DeliveryMessage> retries;
    private final MessageQueue<Notice> mails;
    private final Clock clock;
    private final MetricRecorder metrics;

    public MailSweep() {
        this(System.getenv());
    }

    public MailSweep(Map<String, String> variables) {
        this(new FunctionWiring(variables));
    }

    /** @param wiring stores, settings, time, randomness and metrics */
    public MailSweep(Wiring wiring) {
        this(
                wiring.dueMails()::read,
                wiring.webhooks(),
                wiring.accounts(),
                wiring.retries(),
                wiring.mails(),
                wiring.clock(),
                wiring.metrics());
    }

    /**
     * @param due reads every row with an e-mail that is due by then, or a certificate that ends soon
     * @param webhooks finds the webhooks that get operational events, and remembers what was left out
     * @param accounts tells whether there is somebody to e-mail
     * @param retries the queue of those events
     * @param metrics flushed after each invocation
     */
    MailSweep(
            Function<Instant, Stream<StillDue>> due,
            WebhookStore webhooks,
            Accounts accounts,
            MessageQueue<DeliveryMessage> retries,
            MessageQueue<Notice> mails,
            Clock clock,
            MetricRecorder metrics) {
        this.due = due;
        this.webhooks = webhooks;
        this.accounts = accounts;
        this.retries = retries;
        this.mails = mails;
        this.clock = clock;
        this.metrics = metrics;
    }

    /**
     * Queues what is due. The event is ignored.
     *
     * @throws RuntimeException when an e-mail could not be queued, so that the error is counted; the next day's sweep queues it
     */
    @Override
    public void handleRequest(InputStream event, OutputStream response, @Nullable Context context) {
        InvocationLogContext.begin(context);
        OperationalFanOut operational = new OperationalFanOut(webhooks, retries, clock);
        long queued;
        try (Stream<StillDue> all = due.apply(clock.instant())) {
            queued = all.mapToLong(row -> sweep(row, operational)).sum();
        } finally {
            metrics.flush();
        }
        LOG.info("mails={}", queued);
    }

    /** Returns how many e-mails were queued. */
    private int sweep(StillDue row, OperationalFanOut operational) {
        row.certificateEnd().ifPresent(end -> webhooks.tell(row.account(), row.webhook(), end));
        Optional<String> nobody = row.notices().isEmpty() ? Optional.empty() : whyNobody(row.account());
        if (nobody.isEmpty()) {
            operational.sendAgain(row.reports());
            row.notices().forEach(mails::send);
            leaveOut(row, row.leftOut());
            return row.notices().size();
        }
        Map<DueMail, String> all = new HashMap<>(row.leftOut());
        row.notices().forEach(notice -> all.put(notice.due(), nobody.get()));
        leaveOut(row, all);
        return 0;
    }

    /** A row that cannot be read keeps those of other accounts no more back than one that is missing. */
    private Optional<String> whyNobody(AccountId account) {
        try {
            return accounts.ownerEmail(account).isPresent()
                    ? Optional.empty()
                    : Optional.of("its account does not exist");
        } catch (UnreadableRow e) {
            return Optional.of("its account cannot be read: " + e.reason());
        }
    }

    private void leaveOut(StillDue row, Map<DueMail, String> reasons) {
        LeftOutMails leftOut = LeftOutMails.of(row.leftOutSince(), reasons.keySet(), clock.instant());
        if (leftOut.since().equals(row.leftOutSince())) {
            return;
        }
        webhooks.leaveOut(row.account(), row.webhook(), leftOut);
        leftOut.since().keySet().stream()
                .filter(mail -> !row.leftOutSince().containsKey(mail))
                .filter(mail -> StillDue.isFault(reason(reasons, mail)))
                .forEach(mail -> LOG.error(
                        "the e-mail {} about {} is due and cannot be composed: {}",
                        mail.name(),
                        row.webhook().value(),
                        reason(reasons, mail)));
        for (DueMail mail : leftOut.lapsed()) {
            metrics.add(Metric.MAILS_LAPSED);
            LOG.warn(
                    "the e-mail {} about {} is not due any more, because nobody can compose it: {}",
                    mail.name(),
                    row.webhook().value(),
                    reason(reasons, mail));
        }
    }

    private static String reason(Map<DueMail, String> reasons, DueMail mail) {
        return reasons.getOrDefault(mail, "");
    }
}
