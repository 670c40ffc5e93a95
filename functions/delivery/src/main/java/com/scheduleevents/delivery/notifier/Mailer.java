package com.scheduleevents.delivery.notifier;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.scheduleevents.aws.Environment;
import com.scheduleevents.aws.messages.MessageCodec;
import com.scheduleevents.aws.messages.SesFeedback;
import com.scheduleevents.aws.records.MessageDelays;
import com.scheduleevents.aws.records.QueueBatchHandler;
import com.scheduleevents.aws.records.QueueRecord;
import com.scheduleevents.aws.snapshot.SnapStartPriming;
import com.scheduleevents.aws.wiring.FunctionWiring;
import com.scheduleevents.aws.wiring.Wiring;
import com.scheduleevents.delivery.priming.PrimingRecords;
import com.scheduleevents.domain.account.Accounts;
import com.scheduleevents.domain.account.ApiKeyStore;
import com.scheduleevents.domain.circuit.Backlog;
import com.scheduleevents.domain.circuit.DeliveryOverview;
import com.scheduleevents.domain.delivery.DeadLetterSink;
import com.scheduleevents.domain.error.ExceptionSummary;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.mail.ChangeMailLimit;
import com.scheduleevents.domain.mail.ComposedMail.Unsubscribing;
import com.scheduleevents.domain.mail.ConfirmationTimes;
import com.scheduleevents.domain.mail.DailyMailLimit;
import com.scheduleevents.domain.mail.DailyMailLimit.Share;
import com.scheduleevents.domain.mail.MailAddresses;
import com.scheduleevents.domain.mail.MailService;
import com.scheduleevents.domain.mail.Notice;
import com.scheduleevents.domain.metrics.MetricRecorder;
import com.scheduleevents.domain.replay.Replay;
import com.scheduleevents.domain.replay.ReplayStore;
import com.scheduleevents.domain.webhook.WebhookStore;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.ses.SesClient;

/**
 * Sends the e-mails on the mail queue through SES, then marks each as sent in the row of its webhook. An e-mail is never lost; it
 * is sent twice only when a crash falls between the two steps. Only so many are sent in a day, and of those about changes in an hour. SES
 * errors are retried by the queue, and what can never be sent goes to the dead-letter queue at once. On the same queue comes what became of
 * e-mails that SES had accepted.
 */
public final class Mailer implements RequestHandler<SQSEvent, SQSBatchResponse>, SnapStartPriming {

    private static final Logger LOG = LoggerFactory.getLogger(Mailer.class);

    /** As long as this function's timeout: the message may exist twice, and each e-mail is sent once. */
    private static final Duration CLAIM = Duration.ofSeconds(30);

    /** Tells the claims apart that are made in the same millisecond. */
    private static final int CLAIM_SPREAD_MILLIS = 10_000;

    /** How many replays of a disabled webhook are read at a time. */
    private static final int REPLAYS = 20;

    private final Accounts accounts;
    private final WebhookStore webhooks;
    private final Backlog backlog;
    private final DeliveryOverview deliveries;
    private final ReplayStore replays;
    private final ChangeMailLimit changes;
    private final MailHandOver handOver;
    private final MailComposer mails;
    private final MailLinkIssuer links;
    private final NotifiedAddresses addresses;
    private final Clock clock;
    private final RandomGenerator random;
    private final QueueBatchHandler records;

    public Mailer() {
        this(System.getenv());
        SnapStartPriming.beforeTheSnapshot(this);
    }

    public Mailer(Map<String, String> variables) {
        this(new FunctionWiring(variables));
    }

    /** @param wiring stores, settings, time, randomness, metrics and the client for SES */
    public Mailer(FunctionWiring wiring) {
        this(
                wiring,
                wiring.clients()
                        .configuredWithoutRetries(SesClient.builder(), "AWS_ENDPOINT_URL_SES")
                        .build());
    }

    /**
     * @param wiring stores, settings, time, randomness and metrics
     * @param ses makes each call once
     */
    public Mailer(Wiring wiring, SesClient ses) {
        Environment settings = wiring.environment();
        this(
                wiring.accounts(),
                wiring.apiKeys(),
                wiring.webhooks(),
                wiring.backlog(),
                wiring.deliveryOverview(),
                wiring.replays(),
                wiring.mailAddresses(),
                new ChangeMailLimit(wiring.mailCounts()),
                new DailyMailLimit(
                        wiring.mailCounts(), settings.read("MAILS_PER_DAY", "a whole number", Integer::valueOf)),
                new SesMailService(
                        ses,
                        settings.text("MAIL_FROM"),
                        MailBrand.of(settings).name(),
                        settings.text("MAIL_CONFIGURATION_SET")),
                wiring.deadLetters("MAIL_DEAD_LETTERS"),
                wiring.delays("MAIL_QUEUE"),
                new MailComposer(
                        settings.text("API_URL"),
                        new ServiceTimes(
                                wiring.retention(),
                                settings.duration("RETRY_WINDOW"),
                                settings.duration("RECEIVER_TIMEOUT")),
                        MailBrand.of(settings)),
                wiring.retention(),
                wiring.confirmationTimes(),
                wiring.clock(),
                wiring.random(),
                wiring.metrics());
    }

    /**
     * @param keys get those of the links in e-mails
     * @param deliveries show what the receiver does not have
     * @param replays those of a disabled webhook may have begun before what the log shows
     * @param addresses those of webhooks, and whether their owners have confirmed them
     * @param changes counts the e-mails about changes
     * @param limit counts all e-mails of a day
     * @param deadLetters stores notices that can never be sent
     * @param delays decides when notices that failed are delivered again
     * @param retention how long an event can be replayed
     * @param times how long a day is
     * @param random a cryptographic source
     */
    Mailer(
            Accounts accounts,
            ApiKeyStore keys,
            WebhookStore webhooks,
            Backlog backlog,
            DeliveryOverview deliveries,
            ReplayStore replays,
            MailAddresses addresses,
            ChangeMailLimit changes,
            DailyMailLimit limit,
            MailService service,
            DeadLetterSink deadLetters,
            MessageDelays delays,
            MailComposer mails,
            Duration retention,
            ConfirmationTimes times,
            Clock clock,
            RandomGenerator random,
            MetricRecorder metrics) {
        this.accounts = accounts;
        this.webhooks = webhooks;
        this.backlog = backlog;
        this.deliveries = deliveries;
        this.replays = replays;
        this.changes = changes;
        this.clock = clock;
        this.random = random;
        this.handOver = new MailHandOver(service, limit, times, clock, metrics);
        this.mails = mails;
        this.links = new MailLinkIssuer(accounts, keys, webhooks, random);
        this.addresses = new NotifiedAddresses(addresses, accounts, handOver, mails, times, clock, random);
        this.records = QueueBatchHandler.concurrently(this::handle, deadLetters, delays, metrics);
    }

    @Override
    public void prime(Map<String, String> variables) {
        Mailer primed = new Mailer(variables);
        // Not as a record: its account has no owner, which would be logged as an error.
        Notice.OfWebhook notice = PrimingRecords.notice();
        if (!MessageCodec.NOTICE.read(MessageCodec.NOTICE.write(notice)).equals(notice)) {
            throw new IllegalStateException("a notice changes on the queue");
        }
        Notice.About about = notice.about();
        primed.webhooks.claim(about.account(), about.webhook(), notice.due(), Instant.EPOCH, Instant.EPOCH);
        primed.accounts.ownerEmail(about.account());
        primed.accounts.furtherRecipients(about.account());
        primed.handOver.send(
                about.account(), primed.mails.write(List.of("priming@priming.invalid"), notice, 0, Optional.empty()));
        primed.webhooks.markMailed(about.account(), about.webhook(), notice.due(), Instant.EPOCH);
    }

    @Override
    public SQSBatchResponse handleRequest(SQSEvent batch, @Nullable Context context) {
        return records.handle(batch, context);
    }

    private void handle(QueueRecord record) {
        if (SesFeedback.isOne(record.body())) {
            SesFeedback.read(record.body()).ifPresent(addresses::handle);
            return;
        }
        switch (MessageCodec.NOTICE.read(record.body())) {
            case Notice.Confirmation confirmation -> addresses.ask(confirmation);
            case Notice.KeyIssued issued -> handle(issued);
            case Notice.Copy copy -> handle(copy);
            case Notice.OfWebhook notice -> handle(notice);
        }
    }

    /** No row says that this e-mail is due, so a message that the queue delivers twice is sent twice. */
    private void handle(Notice.KeyIssued issued) {
        List<String> to = recipients(issued);
        admission(issued, issued, to, Share.ACCOUNT).ifPresent(admitted -> {
            handOver.send(issued.account(), mails.write(to, issued, admitted.note()));
            LOG.info("sent the e-mail about {}", issued.key().value());
        });
    }

    /** This one, too. It has the same decision as the e-mail that it repeats, and is not counted among the changes besides. */
    private void handle(Notice.Copy copy) {
        Optional<Unsubscribing> allowed = addresses.allow(copy);
        if (allowed.isEmpty()
                || admission(copy, copy.of(), List.of(copy.address()), Share.WEBHOOK)
                        .isEmpty()) {
            return;
        }
        handOver.send(copy.account(), mails.write(copy, waiting(copy.of()), missingSince(copy.of()), allowed.get()));
        LOG.info(
                "sent the e-mail {} about {} to its own address",
                copy.of().due().name(),
                copy.of().about().webhook().value());
    }

    private void handle(Notice.OfWebhook notice) {
        Notice.About about = notice.about();
        Instant now = clock.instant();
        Instant until = now.plus(CLAIM).plusMillis(random.nextInt(CLAIM_SPREAD_MILLIS));
        switch (webhooks.claim(about.account(), about.webhook(), notice.due(), now, until)) {
            case CLAIMED -> send(notice, until);
            case CLAIMED_ELSEWHERE ->
                throw new IllegalStateException("another mailer is sending an e-mail about the same webhook");
            case NOT_DUE ->
                LOG.info(
                        "the e-mail {} about {} was sent already, or the webhook was deleted",
                        notice.due().name(),
                        about.webhook().value());
        }
    }

    private int waiting(Notice.OfWebhook notice) {
        Notice.About about = notice.about();
        return backlog.count(about.webhook(), about.generation(), MailComposer.MOST_WAITING + 1);
    }

    /** The account's addresses that want the e-mail; they get one message, which SES accepts or refuses for all of them. */
    private List<String> recipients(Notice notice) {
        return NotifiedAddresses.ofAccount(notice.account(), accounts).wanting(notice.optional());
    }

    /** The e-mail says less, and is sent, when a delivery that is waiting cannot be read. */
    private Optional<Instant> missingSince(Notice.OfWebhook notice) {
        Notice.About about = notice.about();
        Optional<EventId> failed =
                switch (notice) {
                    case Notice.Disabled disabled -> Optional.of(disabled.why().event());
                    case Notice.Expiring expiring -> Optional.of(expiring.why().event());
                    default -> Optional.empty();
                };
        if (failed.isEmpty()) {
            return Optional.empty();
        }
        try {
            Instant oldest =
                    deliveries.oldestMissing(about.webhook(), about.generation(), failed.get(), clock.instant());
            return Stream.concat(Stream.of(oldest), beginningsOfReplays(about)).min(Comparator.naturalOrder());
        } catch (IllegalStateException | IllegalArgumentException e) {
            LOG.error(
                    "the oldest missing delivery of {} was not found: {}",
                    about.webhook().value(),
                    ExceptionSummary.of(e));
            return Optional.empty();
        }
    }

    /** A replay that ran in this generation may have been about to send what the log does not show yet. */
    private Stream<Instant> beginningsOfReplays(Notice.About about) {
        List<Replay> read = new ArrayList<>(replays.newestFirst(about.webhook(), Optional.empty(), REPLAYS));
        boolean more = read.size() == REPLAYS;
        while (more && read.getLast().generation() >= about.generation()) {
            List<Replay> older = replays.newestFirst(
                    about.webhook(), Optional.of(read.getLast().id()), REPLAYS);
            read.addAll(older);
            more = older.size() == REPLAYS;
        }
        return read.stream()
                .filter(replay -> replay.generation() == about.generation())
                .filter(replay -> !replay.isCancelled())
                .map(replay -> replay.selection().since());
    }

    /** A claim without an e-mail is released, so that the next delivery of the message need not wait for its end. */
    private void send(Notice.OfWebhook notice, Instant claim) {
        Notice.About about = notice.about();
        try {
            List<String> to = recipients(notice);
            Optional<Admission> admitted = admission(notice, notice, to, Share.ACCOUNT);
            if (admitted.isPresent()) {
                Optional<MailLink> link = links.prepare(notice, clock.instant());
                handOver.send(
                        about.account(),
                        mails.write(
                                to,
                                notice,
                                waiting(notice),
                                missingSince(notice),
                                admitted.get().note(),
                                link));
                link.ifPresent(links::activate);
                LOG.info(
                        "sent the e-mail {} about {}",
                        notice.due().name(),
                        about.webhook().value());
            }
        } catch (RuntimeException e) {
            webhooks.release(about.account(), about.webhook(), claim);
            throw e;
        }
        webhooks.markMailed(about.account(), about.webhook(), notice.due(), claim);
    }

    /**
     * Counts an e-mail, unless nobody wants it.
     *
     * @param content what it says, which decides whether it is one about a change
     * @return empty when it is left out
     */
    private Optional<Admission> admission(Notice notice, Notice content, List<String> to, Share share) {
        if (to.isEmpty()) {
            return Optional.empty();
        }
        Optional<Admission> ofHour =
                content instanceof Notice.Counted change ? ofHour(change) : Optional.of(Admission.PLAIN);
        return ofHour.flatMap(admitted -> handOver.admit(notice, share).map(admitted::or));
    }

    private Optional<Admission> ofHour(Notice.Counted change) {
        return switch (changes.count(change)) {
            case SEND -> Optional.of(Admission.PLAIN);
            case SEND_AS_LAST -> Optional.of(new Admission(Optional.of(MailWording.last(change))));
            case LEAVE_OUT -> {
                LOG.info(
                        "left out the e-mail {}: {} has had enough of its kind",
                        change.name(),
                        change.account().value());
                yield Optional.empty();
            }
        };
    }
}
