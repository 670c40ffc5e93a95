package com.scheduleevents.delivery.notifier;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.MailRecipient;
import com.scheduleevents.domain.account.OptionalMail;
import com.scheduleevents.domain.mail.ChangeMailLimit;
import com.scheduleevents.domain.mail.ComposedMail;
import com.scheduleevents.domain.mail.Notice;
import com.scheduleevents.domain.mail.Notice.About;
import com.scheduleevents.domain.webhook.DueMail;
import com.scheduleevents.domain.webhook.Webhook;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests which addresses get which e-mails, and how many e-mails about changes are sent in an hour. */
final class MailerRecipientsTest extends MailerFixture {

    @Test
    void sendsOnlyTheMailsThatTheOwnerWants() {
        Notice.KeyIssued issued = keyIssued(ACCOUNT, 2);
        accounts.withoutMails(ACCOUNT, EnumSet.allOf(OptionalMail.class));
        notices.forEach(this::handle);
        handle(issued);
        int others = 4;
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
                    .extracting(ComposedMail::to)
                    .isEqualTo(recipients(notice.due().kind()));
        }
    }

    private static List<String> recipients(DueMail.Kind kind) {
        return switch (kind) {
            case DISABLED, EXPIRING, REVOKED, CERTIFICATE_ENDING ->
                List.of("owner@example.com", "a@example.com", "b@example.com");
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
        webhooks.update(disabled, disabled.enabled(Instant.EPOCH));
        int flood = ChangeMailLimit.PER_HOUR + 5;
        for (int version = 10; version < 10 + flood; version++) {
            makeDue(DueMail.secretRotated(version));
            assertThat(handle(new Notice.SecretRotated(ABOUT, version, AUTHOR))).isZero();
            handle(keyIssued(ACCOUNT, version));
        }

        assertThat(sent).hasSize(2 * ChangeMailLimit.PER_HOUR);
        assertThat(sent.subList(0, sent.size() - 2)).noneMatch(MailerRecipientsTest::saysThatTheOthersAreNotSent);
        assertThat(sent.subList(sent.size() - 2, sent.size()))
                .allMatch(MailerRecipientsTest::saysThatTheOthersAreNotSent);
        assertThat(webhooks.due(WEBHOOK))
                .as("what was left out is not due")
                .noneMatch(mail -> mail.kind() == DueMail.Kind.SECRET_ROTATED && mail.occasion() >= 10);

        sent.clear();
        handle(notices.getLast());
        handle(keyIssued(neighbour, 1));
        assertThat(sent)
                .extracting(ComposedMail::subject)
                .containsExactly(
                        "Your webhook for hooks.example.com was disabled", "A new API key of your account was issued");
    }

    /** Whoever has an API key can enable a webhook, and revoke the key that registered it once more, in a loop. */
    @Test
    void countsTheMailsAboutRevokedKeysToo() {
        confirm("stranger@example.com");
        Webhook disabled = webhooks.find(ACCOUNT, WEBHOOK).orElseThrow();
        webhooks.update(disabled, disabled.enabled(Instant.EPOCH));
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
        assertThat(sent)
                .filteredOn(MailerRecipientsTest::saysThatTheOthersAreNotSent)
                .hasSize(1);
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

    private static boolean saysThatTheOthersAreNotSent(ComposedMail mail) {
        return Stream.of(mail.text(), mail.html()).allMatch(body -> body.contains("not mailed one by one"));
    }

    @Test
    void sendsACopyByItselfWithoutAClaim() {
        Notice.OfWebhook disabled = notices.getLast();
        webhooks.claim(ACCOUNT, WEBHOOK, disabled.due(), NOW, NOW.plusSeconds(30));

        confirm("desk@example.com");
        assertThat(handle(new Notice.Copy("desk@example.com", disabled))).isZero();
        assertThat(sent).singleElement().satisfies(mail -> {
            assertThat(mail.to()).containsExactly("desk@example.com");
            assertThat(mail.subject()).endsWith("was disabled");
        });
        assertThat(webhooks.due(WEBHOOK)).contains(disabled.due());
    }
}
