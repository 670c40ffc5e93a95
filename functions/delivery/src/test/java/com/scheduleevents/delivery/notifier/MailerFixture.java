package com.scheduleevents.delivery.notifier;

import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.amazonaws.services.lambda.runtime.events.SQSEvent.SQSMessage;
import com.scheduleevents.aws.messages.MessageCodec;
import com.scheduleevents.aws.records.MessageDelays;
import com.scheduleevents.aws.wiring.TestWiring;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.audit.AuditLog;
import com.scheduleevents.domain.certificate.CertificateFacts;
import com.scheduleevents.domain.circuit.Backlog;
import com.scheduleevents.domain.circuit.DeliveryOverview;
import com.scheduleevents.domain.delivery.DeliveryLog;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.Payload;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.mail.AddressId;
import com.scheduleevents.domain.mail.AddressToken;
import com.scheduleevents.domain.mail.ChangeAuthor;
import com.scheduleevents.domain.mail.ChangeMailLimit;
import com.scheduleevents.domain.mail.ComposedMail;
import com.scheduleevents.domain.mail.ConfirmationTimes;
import com.scheduleevents.domain.mail.DailyMailLimit;
import com.scheduleevents.domain.mail.MailAddresses;
import com.scheduleevents.domain.mail.Notice;
import com.scheduleevents.domain.mail.Notice.About;
import com.scheduleevents.domain.metrics.Metric;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.replay.ReplayStore;
import com.scheduleevents.domain.webhook.Disabling.DeliveriesExpiring;
import com.scheduleevents.domain.webhook.Disabling.RetriesExhausted;
import com.scheduleevents.domain.webhook.DueMail;
import com.scheduleevents.domain.webhook.Health.LastFailure;
import com.scheduleevents.domain.webhook.Health.RejectedEvent;
import com.scheduleevents.domain.webhook.HealthChange;
import com.scheduleevents.domain.webhook.HealthChange.Rule;
import com.scheduleevents.domain.webhook.SealedSecret;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookSettings;
import com.scheduleevents.testkit.memory.InMemoryAccounts;
import com.scheduleevents.testkit.memory.InMemoryApiKeys;
import com.scheduleevents.testkit.memory.InMemoryMetrics;
import com.scheduleevents.testkit.memory.InMemoryWebhooks;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;

/** A mailer on simulated storage, and a webhook about which every e-mail is due. */
abstract class MailerFixture {

    static final AccountId ACCOUNT = new AccountId("acc_1");
    static final WebhookId WEBHOOK = new WebhookId("whk_1");
    static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
    static final RetriesExhausted WHY = new RetriesExhausted(
            NOW, new EventId("evt_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB"), NOW, 11, OutcomeClass.TIMEOUT, OptionalInt.empty());

    static final LastFailure LAST = new LastFailure(OutcomeClass.TIMEOUT, OptionalInt.empty());
    static final About ABOUT = new About(ACCOUNT, WEBHOOK, 1, "hooks.example.com", Optional.empty(), Optional.empty());
    static final RejectedEvent REFUSAL =
            new RejectedEvent(WHY.event(), NOW.minusSeconds(3_600), 6, LAST, NOW.plusSeconds(2));
    private static final CertificateFacts CERTIFICATE =
            new CertificateFacts("CN=schedule-events", "CN=Clinic CA", "ab12", NOW.plus(Duration.ofDays(30)));
    static final ChangeAuthor AUTHOR = new ChangeAuthor(new ApiKeyId("key_1"), NOW);
    static final ConfirmationTimes DAYS = new ConfirmationTimes(Duration.ofHours(24));
    static final MailComposer MAILS = new MailComposer(
            "https://api.example.com",
            new ServiceTimes(Duration.ofDays(90), Duration.ofHours(24), Duration.ofSeconds(5)),
            MailBrand.NONE);

    final InMemoryAccounts accounts = new InMemoryAccounts();
    final InMemoryWebhooks webhooks = new InMemoryWebhooks();
    final TestWiring aws = TestWiring.create();
    final Backlog backlog = aws.backlog();
    final DeliveryLog log = aws.deliveryLog();
    final ReplayStore replays = aws.auditedReplays();
    final ChangeMailLimit limit = new ChangeMailLimit(aws.mailCounts());
    final AuditLog auditLog = aws.auditLog();
    final MailAddresses addresses = aws.mailAddresses();
    final DailyMailLimit daily = new DailyMailLimit(aws.mailCounts(), DailyMailLimit.STANDARD);
    final Map<String, String> dead = new ConcurrentHashMap<>();
    final List<ComposedMail> sent = new ArrayList<>();
    final InMemoryMetrics metrics = new InMemoryMetrics();
    final Random random = new Random(1);
    boolean refused;
    Instant now = NOW;

    /** One notice of each kind, all due. */
    final List<Notice.OfWebhook> notices = List.of(
            new Notice.UrlChanged(ABOUT, 2, NOW, "old.example.com"),
            new Notice.Warning(ABOUT, NOW, 12, LAST),
            new Notice.Recovered(ABOUT, NOW, NOW.plusSeconds(1), 12, LAST),
            new Notice.Slow(ABOUT, NOW, 40, Optional.empty(), Optional.empty()),
            new Notice.Revoked(ABOUT, NOW),
            new Notice.Unpulled(ABOUT, NOW, Optional.empty()),
            new Notice.Registered(ABOUT, AUTHOR),
            new Notice.SecretRotated(ABOUT, 3, AUTHOR),
            new Notice.Refused(ABOUT, REFUSAL),
            new Notice.Expiring(ABOUT, new DeliveriesExpiring(NOW, WHY.event(), NOW)),
            new Notice.CertificateEnding(ABOUT, NOW, CERTIFICATE),
            new Notice.Disabled(ABOUT, WHY));

    @BeforeEach
    void makeEveryMailDue() {
        accounts.with(ACCOUNT, "owner@example.com", Set.of());
        Webhook registered = Webhook.registered(
                ACCOUNT,
                WEBHOOK,
                new ApiKeyId("key_1"),
                settings("old"),
                new Clinics.All(),
                new SealedSecret(1, "key", "…"),
                NOW.minusSeconds(9));
        webhooks.insert(registered);
        webhooks.update(registered, registered.with(settings("hooks"), NOW.minusSeconds(8)));
        Stream.of(
                        DueMail.warning(NOW),
                        DueMail.recovered(NOW),
                        DueMail.refused(REFUSAL.notifiedAt()),
                        DueMail.slow(NOW),
                        DueMail.unpulled(NOW),
                        DueMail.expiring(1),
                        DueMail.revoked(1),
                        DueMail.registered(),
                        DueMail.secretRotated(3),
                        DueMail.certificateEnding(NOW))
                .forEach(this::makeDue);
        webhooks.disable(ACCOUNT, WEBHOOK, 1, WHY);
    }

    void makeDue(DueMail mail) {
        Webhook read = webhooks.find(ACCOUNT, WEBHOOK).orElseThrow();
        webhooks.write(read, new HealthChange(Rule.FAILED, read.health(), Optional.of(mail)));
    }

    /** The owner of an address confirms it. */
    void confirm(String address) {
        AddressToken token = AddressToken.mint(ACCOUNT, AddressId.of(ACCOUNT, address), new Random(address.hashCode()));
        addresses.claim(token, WEBHOOK, NOW, NOW, NOW.plus(DAYS.validity()), DAYS.day());
        addresses.confirm(token, NOW);
    }

    static WebhookSettings settings(String name) {
        return new WebhookSettings(
                "https://" + name + ".example.com/", List.of("*"), Optional.empty(), Optional.empty());
    }

    static Notice.KeyIssued keyIssued(AccountId account, int number) {
        return new Notice.KeyIssued(
                account, new ApiKeyId("key_2" + number), Optional.empty(), new ApiKeyId("key_1"), NOW);
    }

    void addToBacklog(long generation, String event) {
        backlog.add(message(generation, new EventId(event)), NOW);
    }

    static DeliveryMessage message(long generation, EventId event) {
        return new DeliveryMessage(
                ACCOUNT,
                WEBHOOK,
                generation,
                payload(event),
                1,
                1,
                Optional.empty(),
                Optional.empty(),
                NOW,
                Optional.empty(),
                Optional.empty());
    }

    private static Payload payload(EventId event) {
        return new Payload(event, "appointment.booked", Optional.of(new ClinicId("cln_1")), "{}");
    }

    int handle(Notice notice) {
        return handle(MessageCodec.NOTICE.write(notice));
    }

    int handle(String... bodies) {
        return handle(mailer(accounts), bodies);
    }

    Mailer mailer(InMemoryAccounts owners) {
        return new Mailer(
                owners,
                new InMemoryApiKeys(owners),
                webhooks,
                backlog,
                new DeliveryOverview(log, backlog, Duration.ofDays(90), 1_000),
                replays,
                addresses,
                limit,
                daily,
                this::send,
                dead::put,
                MessageDelays.NONE,
                MAILS,
                Duration.ofDays(90),
                DAYS,
                Clock.fixed(now, ZoneOffset.UTC),
                random,
                metrics);
    }

    /** What was counted since the last time. */
    long counted(Metric metric) {
        return metrics.take().getOrDefault(metric, 0L);
    }

    /** How many messages are received again. */
    static int handle(Mailer mailer, String... bodies) {
        SQSEvent batch = new SQSEvent();
        batch.setRecords(Stream.of(bodies).map(MailerFixture::message).toList());
        return mailer.handleRequest(batch, null).getBatchItemFailures().size();
    }

    static SQSMessage message(String body) {
        SQSMessage message = new SQSMessage();
        message.setMessageId(body);
        message.setBody(body);
        message.setAttributes(Map.of());
        return message;
    }

    synchronized void send(AccountId account, ComposedMail mail) {
        if (refused) {
            throw new IllegalStateException("throttled");
        }
        sent.add(mail);
    }
}
