package com.scheduleevents.delivery.notifier;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.amazonaws.services.lambda.runtime.events.SQSEvent.SQSMessage;
import com.scheduleevents.aws.messages.MessageCodec;
import com.scheduleevents.aws.records.MessageDelays;
import com.scheduleevents.aws.wiring.TestWiring;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKey;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ApiKeySecret;
import com.scheduleevents.domain.account.ApiKeyStore;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.NewApiKey;
import com.scheduleevents.domain.account.Origin;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.domain.mail.ChangeAuthor;
import com.scheduleevents.domain.mail.ChangeMailLimit;
import com.scheduleevents.domain.mail.ComposedMail;
import com.scheduleevents.domain.mail.ConfirmationTimes;
import com.scheduleevents.domain.mail.DailyMailLimit;
import com.scheduleevents.domain.mail.Notice;
import com.scheduleevents.domain.webhook.DueMail;
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
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests what the links to the console in e-mails allow, and for how long. */
class MailLinkIssuerTest {

    private static final AccountId ACCOUNT = new AccountId("acc_1");
    private static final WebhookId WEBHOOK = new WebhookId("whk_1");
    private static final ClinicId HARBOUR = new ClinicId("cln_harbour");
    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
    private static final Notice.About ABOUT =
            new Notice.About(ACCOUNT, WEBHOOK, 1, "hooks.example.com", Optional.empty(), Optional.empty());
    private static final Notice.Slow SLOW = new Notice.Slow(ABOUT, NOW, 40, Optional.empty(), Optional.empty());
    private static final Notice.Unpulled UNPULLED = new Notice.Unpulled(ABOUT, NOW, Optional.empty());
    private static final Notice.Registered REGISTERED =
            new Notice.Registered(ABOUT, new ChangeAuthor(new ApiKeyId("key_1"), NOW));

    private final TestWiring aws = TestWiring.create();
    private final InMemoryAccounts accounts = new InMemoryAccounts();
    private final InMemoryApiKeys keys = new InMemoryApiKeys(accounts);
    private final InMemoryWebhooks webhooks = new InMemoryWebhooks();
    private final List<ComposedMail> sent = new ArrayList<>();
    private boolean refused;

    @BeforeEach
    void openAnAccount() {
        accounts.with(ACCOUNT, "owner@example.com", Set.of(HARBOUR, new ClinicId("cln_other")));
    }

    @Test
    void linkSignsInToReadTheWebhookAndNothingElse() {
        register(Optional.empty());
        send(SLOW);

        ApiKey key = keys.all(ACCOUNT).getFirst();
        Caller caller = caller();
        assertThat(caller.key()).isEqualTo(key.id());
        assertThat(caller.scopes()).containsExactly(Scope.WEBHOOKS_READ);
        assertThat(caller.seesAllClinics()).as("as the webhook does").isTrue();
        assertThat(caller.expiresAt()).contains(NOW.plus(Duration.ofDays(7)));
        assertThat(key.label()).contains("E-mail about whk_1");
        assertThat(key.createdBy()).isEmpty();
        assertThat(sent.getFirst().text())
                .contains(
                        "&page=/webhooks/whk_1\n",
                        "not needed with the link above until 28 November 2026, 12:00:00 UTC");
    }

    @Test
    void linkSeesTheClinicsOfItsWebhookAlone() {
        register(Optional.of(HARBOUR));
        send(SLOW);
        assertThat(caller().seesAllClinics()).isFalse();
        assertThat(accounts.clinicsOf(caller().key())).containsExactly(HARBOUR);
    }

    @Test
    void mailAboutAChangeThatAStolenKeyCouldHaveMadeHasNoKey() {
        register(Optional.empty());
        send(REGISTERED);
        assertThat(sent).singleElement().satisfies(mail -> assertThat(mail.text())
                .contains("/v1/console#/webhooks/whk_1\n"));
        assertThat(keys.all(ACCOUNT)).isEmpty();
    }

    @Test
    void mailThatCannotBeHandedOverLeavesNoKey() {
        register(Optional.empty());
        refused = true;
        assertThat(send(SLOW)).isEqualTo(1);
        assertThat(keys.all(ACCOUNT)).isEmpty();
    }

    @Test
    void keyThatCannotBeIssuedDoesNotRepeatTheMail() {
        register(Optional.empty());
        assertThat(send(new InMemoryApiKeys(new InMemoryAccounts()), SLOW)).isZero();
        assertThat(sent).hasSize(1);
    }

    @Test
    void accountHasAtMostFiftyValidLinks() {
        register(Optional.empty());
        for (int links = 1; links < MailLinkIssuer.MAX_VALID; links++) {
            issued("key_" + links, NOW.plusSeconds(1));
        }
        issued("key_expired", NOW);

        send(SLOW);
        send(UNPULLED);

        assertThat(sent.getFirst().text()).contains("#token=");
        assertThat(sent.getLast().text())
                .contains("/v1/console#/webhooks/whk_1\n")
                .doesNotContain("Sign-in");
        assertThat(keys.countOfService(ACCOUNT, NOW)).isEqualTo(MailLinkIssuer.MAX_VALID);
    }

    @Test
    void linkIsTheSameInTextAndHtml() {
        register(Optional.empty());
        send(SLOW);
        Matcher link =
                Pattern.compile("deliveries: (\\S+)").matcher(sent.getFirst().text());
        assertThat(link.find()).isTrue();
        assertThat(sent.getFirst().html().replace("&amp;", "&").replace("&#x3D;", "="))
                .contains("<a href=\"" + link.group(1) + "\" style=");
    }

    private void register(Optional<ClinicId> clinic) {
        webhooks.insert(Webhook.registered(
                ACCOUNT,
                WEBHOOK,
                new ApiKeyId("key_1"),
                new WebhookSettings("https://hooks.example.com/", List.of("*"), clinic, Optional.empty()),
                new Clinics.All(),
                new SealedSecret(1, "key", "…"),
                NOW.minusSeconds(9)));
        for (DueMail mail : List.of(SLOW.due(), UNPULLED.due(), REGISTERED.due())) {
            Webhook read = webhooks.find(ACCOUNT, WEBHOOK).orElseThrow();
            webhooks.write(read, new HealthChange(Rule.FAILED, read.health(), Optional.of(mail)));
        }
    }

    private void issued(String id, Instant end) {
        NewApiKey key = new NewApiKey(
                ACCOUNT,
                new ApiKeyId(id),
                Optional.empty(),
                Set.of(Scope.WEBHOOKS_READ),
                new Clinics.All(),
                NOW,
                Optional.of(end),
                Optional.empty(),
                Origin.service(NOW));
        assertThat(keys.issue(
                        key,
                        ApiKeySecret.mint(ApiKeySecret.Mode.LIVE, new Random()),
                        accounts.terms(ACCOUNT).orElseThrow()))
                .isTrue();
    }

    /** What the link in the first e-mail signs in with. */
    private Caller caller() {
        Matcher link = Pattern.compile("#token=(\\w+)&").matcher(sent.getFirst().text());
        assertThat(link.find()).isTrue();
        ApiKeySecret secret = ApiKeySecret.parse(link.group(1)).orElseThrow();
        return accounts.grantOf(secret.fingerprint()).orElseThrow().caller();
    }

    private int send(Notice notice) {
        return send(keys, notice);
    }

    /** @return how many messages are received again */
    private int send(ApiKeyStore store, Notice notice) {
        Mailer mailer = new Mailer(
                accounts,
                store,
                webhooks,
                aws.backlog(),
                aws.deliveryOverview(),
                aws.replays(),
                aws.mailAddresses(),
                new ChangeMailLimit(aws.mailCounts()),
                new DailyMailLimit(aws.mailCounts(), DailyMailLimit.STANDARD),
                (_, mail) -> deliver(mail),
                (_, _) -> {},
                MessageDelays.NONE,
                MailComposerTest.MAILS,
                Duration.ofDays(90),
                new ConfirmationTimes(Duration.ofHours(24)),
                Clock.fixed(NOW, ZoneOffset.UTC),
                new Random(),
                new InMemoryMetrics());
        SQSMessage message = new SQSMessage();
        message.setMessageId("m-1");
        message.setBody(MessageCodec.NOTICE.write(notice));
        message.setAttributes(Map.of());
        SQSEvent batch = new SQSEvent();
        batch.setRecords(List.of(message));
        return mailer.handleRequest(batch, null).getBatchItemFailures().size();
    }

    private void deliver(ComposedMail mail) {
        if (refused) {
            throw new IllegalStateException("throttled");
        }
        sent.add(mail);
    }
}
