package com.scheduleevents.delivery.notifier;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.amazonaws.services.lambda.runtime.events.SQSEvent.SQSMessage;
import com.scheduleevents.aws.messages.MessageCodec;
import com.scheduleevents.aws.records.MessageDelays;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.MailRecipient;
import com.scheduleevents.domain.account.OptionalMail;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.LoggedDelivery;
import com.scheduleevents.domain.delivery.Payload;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.mail.ChangeMailLimit;
import com.scheduleevents.domain.mail.Mail;
import com.scheduleevents.domain.mail.Notice;
import com.scheduleevents.domain.mail.Notice.About;
import com.scheduleevents.domain.metrics.Metric;
import com.scheduleevents.domain.receiver.OutcomeClass;
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
import com.scheduleevents.domain.webhook.WebhookStore.MailClaim;
import com.scheduleevents.testkit.memory.InMemoryAccounts;
import com.scheduleevents.testkit.memory.InMemoryApiKeys;
import com.scheduleevents.testkit.memory.InMemoryBacklog;
import com.scheduleevents.testkit.memory.InMemoryChangeMailLimit;
import com.scheduleevents.testkit.memory.InMemoryDeliveryLog;
import com.scheduleevents.testkit.memory.InMemoryMetrics;
import com.scheduleevents.testkit.memory.InMemoryWebhooks;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class MailerTest {

    private static final AccountId ACCOUNT = new AccountId("acc_1");
    private static final WebhookId WEBHOOK = new WebhookId("whk_1");
    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
    private static final RetriesExhausted WHY = new RetriesExhausted(
            NOW, new EventId("evt_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB"), NOW, 11, OutcomeClass.TIMEOUT, OptionalInt.empty());

    private static final LastFailure LAST = new LastFailure(OutcomeClass.TIMEOUT, OptionalInt.empty());
    private static final About ABOUT =
            new About(ACCOUNT, WEBHOOK, 1, "hooks.example.com", Optional.empty(), Optional.empty());
    private static final RejectedEvent REFUSAL =
            new RejectedEvent(WHY.event(), NOW.minusSeconds(3_600), 6, LAST, NOW.plusSeconds(2));
    private static final Notice.Author AUTHOR = new Notice.Author(new ApiKeyId("key_1"), NOW);
    private static final MailComposer MAILS = new MailComposer(
            "https://api.example.com",
            new ServiceTimes(Duration.ofDays(90), Duration.ofHours(24), Duration.ofSeconds(5)));

    private final InMemoryAccounts accounts = new InMemoryAccounts();
    private final InMemoryWebhooks webhooks = new InMemoryWebhooks();
    private final InMemoryBacklog backlog = new InMemoryBacklog();
    private final InMemoryDeliveryLog log = new InMemoryDeliveryLog();
    private final InMemoryChangeMailLimit limit = new InMemoryChangeMailLimit();
    private final Map<String, String> dead = new ConcurrentHashMap<>();
    private final List<Mail> sent = new ArrayList<>();
    private final InMemoryMetrics metrics = new InMemoryMetrics();
    private boolean refused;

    /** One notice of each kind, all due. */
    private final List<Notice.OfWebhook> notices = List.of(
            new Notice.UrlChanged(ABOUT, 2, NOW, "old.example.com"),
            new Notice.Warning(ABOUT, NOW, 12, LAST),
            new Notice.Recovered(ABOUT, NOW, NOW.plusSeconds(1), 12, LAST),
            new Notice.Slow(ABOUT, NOW, 40),
            new Notice.Revoked(ABOUT, NOW),
            new Notice.Unpulled(ABOUT, NOW),
            new Notice.Registered(ABOUT, AUTHOR),
            new Notice.SecretRotated(ABOUT, 3, AUTHOR),
            new Notice.Refused(ABOUT, REFUSAL),
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
                        DueMail.revoked(1),
                        DueMail.registered(),
                        DueMail.secretRotated(3))
                .forEach(this::makeDue);
        webhooks.disable(ACCOUNT, WEBHOOK, 1, WHY);
    }

    private void makeDue(DueMail mail) {
        Webhook read = webhooks.find(ACCOUNT, WEBHOOK).orElseThrow();
        webhooks.write(read, new HealthChange(Rule.FAILED, read.health(), Optional.of(mail)));
    }

    private static WebhookSettings settings(String name) {
        return new WebhookSettings(
                "https://" + name + ".example.com/", List.of("*"), Optional.empty(), Optional.empty());
    }

    @Test
    void sendsEachMailOnceHoweverOftenTheNoticeIsDelivered() {
        for (Notice notice : notices) {
            assertThat(handle(notice)).isZero();
            assertThat(handle(notice)).isZero();
        }

        assertThat(sent).extracting(Mail::to).hasSize(notices.size()).containsOnly(List.of("owner@example.com"));
        assertThat(sent).extracting(Mail::subject).doesNotHaveDuplicates();
        assertThat(metrics.take()).isEqualTo(Map.of(Metric.MAILS_SENT, (long) notices.size()));
    }

    @Test
    void leavesAMailToTheMailerThatIsSendingIt() {
        Notice.OfWebhook notice = notices.getFirst();
        webhooks.claim(ACCOUNT, WEBHOOK, notice.due(), NOW, NOW.plusSeconds(30));

        assertThat(handle(notice)).isEqualTo(1);
        assertThat(sent).isEmpty();
    }

    @Test
    void keepsAMailDueThatSesRefused() {
        for (Notice notice : notices) {
            refused = true;
            assertThat(handle(notice)).isEqualTo(1);
            refused = false;
            assertThat(handle(notice)).isZero();
        }

        assertThat(sent).hasSize(notices.size());
        assertThat(dead).isEmpty();
        long each = notices.size();
        assertThat(metrics.take())
                .isEqualTo(Map.of(Metric.MAILS_REFUSED, each, Metric.MAILS_SENT, each, Metric.MESSAGES_REPEATED, each));
    }

    @Test
    void sendsOnlyTheMailsThatTheOwnerWants() {
        Notice.KeyIssued issued = keyIssued(ACCOUNT, 2);
        accounts.withoutMails(ACCOUNT, EnumSet.allOf(OptionalMail.class));
        notices.forEach(this::handle);
        handle(issued);
        int others = 2;
        assertThat(sent).hasSize(others);
        assertThat(webhooks.due(WEBHOOK)).isEmpty();

        accounts.withoutMails(ACCOUNT, Set.of());
        handle(issued);
        assertThat(sent).hasSize(others + 1);
        assertThat(sent.getLast().text()).contains("key_2");
    }

    @Test
    void sendsOneMessageToAllAddressesOfTheAccountThatWantTheMail() {
        accounts.withoutMails(ACCOUNT, Set.of(OptionalMail.SLOW));
        accounts.alsoTo(
                ACCOUNT,
                new MailRecipient("a@example.com", Set.of()),
                new MailRecipient("b@example.com", EnumSet.allOf(OptionalMail.class)));
        for (Notice.OfWebhook notice : notices) {
            sent.clear();
            handle(notice);
            assertThat(sent)
                    .singleElement()
                    .extracting(Mail::to)
                    .isEqualTo(recipients(notice.due().kind()));
        }
    }

    private static List<String> recipients(DueMail.Kind kind) {
        return switch (kind) {
            case DISABLED, REVOKED -> List.of("owner@example.com", "a@example.com", "b@example.com");
            case SLOW -> List.of("a@example.com");
            case WARNING, REFUSED, UNPULLED, RECOVERED, URL_CHANGED, REGISTERED, SECRET_ROTATED ->
                List.of("owner@example.com", "a@example.com");
        };
    }

    @Test
    void sendsOnlySoManyMailsAboutTheChangesOfAnAccountInAnHour() {
        AccountId neighbour = new AccountId("acc_2");
        accounts.with(neighbour, "neighbour@example.com", Set.of());
        Webhook disabled = webhooks.find(ACCOUNT, WEBHOOK).orElseThrow();
        webhooks.update(disabled, disabled.enabled());
        int flood = ChangeMailLimit.PER_HOUR + 5;
        for (int version = 10; version < 10 + flood; version++) {
            makeDue(DueMail.secretRotated(version));
            assertThat(handle(new Notice.SecretRotated(ABOUT, version, AUTHOR))).isZero();
            handle(keyIssued(ACCOUNT, version));
        }

        assertThat(sent).hasSize(2 * ChangeMailLimit.PER_HOUR);
        assertThat(sent.subList(0, sent.size() - 2)).noneMatch(MailerTest::saysThatTheOthersAreNotSent);
        assertThat(sent.subList(sent.size() - 2, sent.size())).allMatch(MailerTest::saysThatTheOthersAreNotSent);
        assertThat(webhooks.due(WEBHOOK))
                .as("what was left out is not due")
                .noneMatch(mail -> mail.kind() == DueMail.Kind.SECRET_ROTATED && mail.occasion() >= 10);

        sent.clear();
        handle(notices.getLast());
        handle(keyIssued(neighbour, 1));
        assertThat(sent)
                .extracting(Mail::subject)
                .containsExactly(
                        "Your webhook for hooks.example.com was disabled", "A new API key of your account was issued");
    }

    /** Whoever has an API key can enable a webhook, and revoke the key that registered it once more, in a loop. */
    @Test
    void countsTheMailsAboutRevokedKeysToo() {
        Webhook disabled = webhooks.find(ACCOUNT, WEBHOOK).orElseThrow();
        webhooks.update(disabled, disabled.enabled());
        for (int generation = 10; generation < 15 + ChangeMailLimit.PER_HOUR; generation++) {
            makeDue(DueMail.revoked(generation));
            Notice.Revoked revoked = new Notice.Revoked(
                    new About(ACCOUNT, WEBHOOK, generation, ABOUT.host(), Optional.empty(), Optional.empty()), NOW);
            assertThat(handle(revoked)).isZero();
            assertThat(handle(new Notice.Copy("stranger@example.com", revoked))).isZero();
        }

        assertThat(sent).hasSize(2 * ChangeMailLimit.PER_HOUR);
        assertThat(sent)
                .filteredOn(mail -> mail.to().equals(List.of("stranger@example.com")))
                .hasSize(ChangeMailLimit.PER_HOUR);
        assertThat(sent).filteredOn(MailerTest::saysThatTheOthersAreNotSent).hasSize(1);
    }

    @Test
    void mailThatNobodyWantsIsNotCounted() {
        accounts.withoutMails(ACCOUNT, Set.of(OptionalMail.KEY_ISSUED));
        for (int i = 0; i <= ChangeMailLimit.PER_HOUR; i++) {
            handle(keyIssued(ACCOUNT, i));
        }
        accounts.withoutMails(ACCOUNT, Set.of());
        handle(keyIssued(ACCOUNT, 1_000));
        assertThat(sent).hasSize(1);
    }

    @Test
    void mailThatSesRefusedIsCountedOnce() {
        for (int i = 0; i < ChangeMailLimit.PER_HOUR; i++) {
            refused = true;
            handle(keyIssued(ACCOUNT, i));
            handle(keyIssued(ACCOUNT, i));
            refused = false;
            handle(keyIssued(ACCOUNT, i));
        }
        assertThat(sent).hasSize(ChangeMailLimit.PER_HOUR);
    }

    private static boolean saysThatTheOthersAreNotSent(Mail mail) {
        return Stream.of(mail.text(), mail.html()).allMatch(body -> body.contains("not mailed one by one"));
    }

    private static Notice.KeyIssued keyIssued(AccountId account, int number) {
        return new Notice.KeyIssued(
                account, new ApiKeyId("key_2" + number), Optional.empty(), new ApiKeyId("key_1"), NOW);
    }

    @Test
    void sendsACopyByItselfWithoutAClaim() {
        Notice.OfWebhook disabled = notices.getLast();
        webhooks.claim(ACCOUNT, WEBHOOK, disabled.due(), NOW, NOW.plusSeconds(30));

        assertThat(handle(new Notice.Copy("desk@example.com", disabled))).isZero();
        assertThat(sent).singleElement().satisfies(mail -> {
            assertThat(mail.to()).containsExactly("desk@example.com");
            assertThat(mail.subject()).endsWith("was disabled");
        });
        assertThat(webhooks.due(WEBHOOK)).contains(disabled.due());
    }

    @Test
    void storesAMalformedNoticeAsADeadLetter() {
        assertThat(handle("{}", MessageCodec.NOTICE.write(notices.getFirst()), "nonsense"))
                .isZero();

        assertThat(sent).hasSize(1);
        assertThat(dead).containsOnlyKeys("{}", "nonsense").allSatisfy((_, reason) -> assertThat(reason)
                .contains("not a notice"));
    }

    @Test
    void storesANoticeWithoutAnOwnerAsADeadLetter() {
        String notice = MessageCodec.NOTICE.write(notices.getLast());
        Mailer ownerless = mailer(new InMemoryAccounts());

        assertThat(handle(ownerless, notice)).isZero();
        assertThat(dead).containsExactly(Map.entry(notice, "account acc_1 has no owner to e-mail"));
        assertThat(webhooks.claim(ACCOUNT, WEBHOOK, DueMail.disabled(1), NOW, NOW))
                .isEqualTo(MailClaim.CLAIMED);
        assertThat(sent).isEmpty();
    }

    @Test
    void sendsNothingAboutADeletedWebhook() {
        webhooks.delete(ACCOUNT, WEBHOOK, Instant.MAX);

        notices.forEach(notice -> assertThat(handle(notice)).isZero());
        assertThat(sent).isEmpty();
        assertThat(dead).isEmpty();
    }

    @Test
    void replayBeginsAtTheOldestEventThatTheReceiverDoesNotHave() {
        assertThat(replaySince()).isEqualTo(NOW.minusSeconds(60));

        EventId redelivered = EventId.firstAtOrAfter(NOW.minusSeconds(86_400));
        log.begin(WEBHOOK, LoggedDelivery.waiting(payload(redelivered), NOW), NOW);
        assertThat(replaySince()).isEqualTo(NOW.minusSeconds(86_400));

        EventId suspended = EventId.firstAtOrAfter(NOW.minusSeconds(200_000));
        addToBacklog(4, suspended.value());
        assertThat(replaySince()).isEqualTo(NOW.minusSeconds(200_000));
    }

    /** What the e-mail about a disabling says, which is sent once. */
    private Instant replaySince() {
        Webhook read = webhooks.find(ACCOUNT, WEBHOOK).orElseThrow();
        Webhook enabled = read.enabled();
        webhooks.update(read, enabled);
        RetriesExhausted why = new RetriesExhausted(
                NOW, EventId.firstAtOrAfter(NOW.minusSeconds(60)), NOW, 11, OutcomeClass.TIMEOUT, OptionalInt.empty());
        webhooks.disable(ACCOUNT, WEBHOOK, enabled.generation(), why);
        About about = new About(
                ACCOUNT, WEBHOOK, enabled.generation(), "hooks.example.com", Optional.empty(), Optional.empty());
        sent.clear();
        handle(new Notice.Disabled(about, why));
        Matcher since = Pattern.compile("\"since\": \"([^\"]+)\"")
                .matcher(sent.getFirst().text());
        assertThat(since.find()).isTrue();
        return Instant.parse(since.group(1));
    }

    @Test
    void countsTheBacklogWhenTheMailIsWritten() {
        addToBacklog(1, "evt_01KAJ9Z3M8V4W6X0Y2T5R7Q9PA");
        addToBacklog(1, "evt_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB");
        addToBacklog(2, "evt_01KAJ9Z3M8V4W6X0Y2T5R7Q9PC");

        handle(notices.getLast());

        assertThat(sent.getFirst().text()).contains("2 events in the backlog,");
    }

    private void addToBacklog(long generation, String event) {
        Payload payload = payload(new EventId(event));
        backlog.add(
                new DeliveryMessage(
                        ACCOUNT,
                        WEBHOOK,
                        generation,
                        payload,
                        1,
                        1,
                        Optional.empty(),
                        Optional.empty(),
                        NOW,
                        Optional.empty()),
                NOW);
    }

    private static Payload payload(EventId event) {
        return new Payload(event, "appointment.booked", Optional.of(new ClinicId("cln_1")), "{}");
    }

    private int handle(Notice notice) {
        return handle(MessageCodec.NOTICE.write(notice));
    }

    private int handle(String... bodies) {
        return handle(mailer(accounts), bodies);
    }

    private Mailer mailer(InMemoryAccounts owners) {
        return new Mailer(
                owners,
                new InMemoryApiKeys(owners),
                webhooks,
                backlog,
                log,
                limit,
                this::send,
                dead::put,
                MessageDelays.NONE,
                MAILS,
                Duration.ofDays(90),
                Clock.fixed(NOW, ZoneOffset.UTC),
                new Random(1),
                metrics);
    }

    /** How many messages are received again. */
    private static int handle(Mailer mailer, String... bodies) {
        SQSEvent batch = new SQSEvent();
        batch.setRecords(Stream.of(bodies).map(MailerTest::message).toList());
        return mailer.handleRequest(batch, null).getBatchItemFailures().size();
    }

    private static SQSMessage message(String body) {
        SQSMessage message = new SQSMessage();
        message.setMessageId(body);
        message.setBody(body);
        message.setAttributes(Map.of());
        return message;
    }

    private synchronized void send(Mail mail) {
        if (refused) {
            throw new IllegalStateException("throttled");
        }
        sent.add(mail);
    }
}
