package com.scheduleevents.delivery.notifier;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.amazonaws.services.lambda.runtime.events.SQSEvent.SQSMessage;
import com.scheduleevents.delivery.records.NoContext;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.mail.DisabledMail;
import com.scheduleevents.domain.mail.DisabledNotice;
import com.scheduleevents.domain.mail.DisabledNotices;
import com.scheduleevents.domain.mail.Mail;
import com.scheduleevents.domain.memory.InMemoryAccounts;
import com.scheduleevents.domain.memory.InMemoryWebhooks;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.webhook.Disabling.RetriesExhausted;
import com.scheduleevents.domain.webhook.DueMail;
import com.scheduleevents.domain.webhook.SealedSecret;
import com.scheduleevents.domain.webhook.Settings;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class MailerTest {

    private static final AccountId ACCOUNT = new AccountId("acc_1");
    private static final WebhookId WEBHOOK = new WebhookId("whk_1");
    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
    private static final RetriesExhausted WHY = new RetriesExhausted(
            NOW, new EventId("evt_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB"), NOW, 11, OutcomeClass.TIMEOUT, OptionalInt.empty());

    private final InMemoryAccounts accounts = new InMemoryAccounts();
    private final InMemoryWebhooks webhooks = new InMemoryWebhooks();
    private final List<Mail> sent = new ArrayList<>();
    private boolean refused;

    @BeforeEach
    void disableAWebhook() {
        accounts.with(ACCOUNT, "owner@example.com", Set.of());
        webhooks.insert(Webhook.registered(
                ACCOUNT,
                WEBHOOK,
                new Settings("https://hooks.example.com/", List.of("*"), Optional.empty(), Optional.empty()),
                new Clinics.All(),
                new SealedSecret(1, "key", "…"),
                NOW.minusSeconds(1)));
        webhooks.disable(ACCOUNT, WEBHOOK, 1, WHY);
    }

    @Test
    void theOwnerIsToldOnceHoweverOftenTheNoticeComes() {
        assertThat(handle(notice())).isZero();
        assertThat(handle(notice())).isZero();

        assertThat(sent).singleElement().extracting(Mail::to).isEqualTo("owner@example.com");
    }

    @Test
    void whatTheMailServiceRefusesComesAgainAndIsStillDue() {
        refused = true;
        assertThat(handle(notice())).isEqualTo(1);
        refused = false;
        assertThat(handle(notice())).isZero();

        assertThat(sent).hasSize(1);
    }

    @Test
    void aMalformedNoticeComesAgainUntilTheQueueGivesItUp() {
        assertThat(handle("{}")).isEqualTo(1);
        assertThat(sent).isEmpty();
    }

    private int handle(String body) {
        SQSMessage message = new SQSMessage();
        message.setMessageId("m1");
        message.setBody(body);
        message.setAttributes(Map.of());
        SQSEvent batch = new SQSEvent();
        batch.setRecords(List.of(message));
        Mailer mailer = new Mailer(
                accounts, webhooks, this::send, new DisabledMail("https://api.example.com", Duration.ofDays(90)));
        return mailer.handleRequest(batch, new NoContext())
                .getBatchItemFailures()
                .size();
    }

    private void send(Mail mail) {
        if (refused) {
            throw new IllegalStateException("throttled");
        }
        sent.add(mail);
    }

    private static String notice() {
        return DisabledNotices.write(new DisabledNotice(
                ACCOUNT, WEBHOOK, DueMail.disabled(1), "hooks.example.com", Optional.empty(), Optional.empty(), WHY));
    }
}
