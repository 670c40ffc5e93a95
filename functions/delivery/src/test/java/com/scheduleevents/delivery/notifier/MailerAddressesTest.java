package com.scheduleevents.delivery.notifier;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.MailRecipient;
import com.scheduleevents.domain.audit.AuditAction;
import com.scheduleevents.domain.audit.AuditEntry;
import com.scheduleevents.domain.mail.AddressId;
import com.scheduleevents.domain.mail.AddressState;
import com.scheduleevents.domain.mail.AddressStatus;
import com.scheduleevents.domain.mail.AddressToken;
import com.scheduleevents.domain.mail.ComposedMail;
import com.scheduleevents.domain.mail.ComposedMail.Unsubscribing;
import com.scheduleevents.domain.mail.DailyMailLimit;
import com.scheduleevents.domain.mail.DailyMailLimit.Share;
import com.scheduleevents.domain.mail.Notice;
import com.scheduleevents.domain.metrics.Metric;
import com.scheduleevents.domain.webhook.DueMail;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.testkit.samples.SesEvents;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which e-mails the address of a webhook gets, what ends that, and how many e-mails an account gets in a day. */
final class MailerAddressesTest extends MailerFixture {

    private static final String DESK = "recipient@example.com";
    private static final AddressId ADDRESS = AddressId.of(ACCOUNT, DESK);
    private static final Notice.Confirmation ASKED = new Notice.Confirmation(ACCOUNT, WEBHOOK, DESK);
    private static final Pattern LINK = Pattern.compile("https://api\\.example\\.com/v1/console#confirm=(\\S+)");

    private final Notice.OfWebhook warning = notices.get(1);
    private final Notice.OfWebhook disabled = notices.getLast();

    @Test
    void theFirstMailToAnAddressIsALinkThatConfirmsIt() {
        assertThat(handle(ASKED)).isZero();

        ComposedMail mail = sent.getFirst();
        assertThat(sent).hasSize(1);
        assertThat(mail.to()).containsExactly(DESK);
        assertThat(mail.subject()).isEqualTo("Confirm your e-mail address");
        assertThat(mail.html()).contains(token().reveal());
        assertThat(mail.text())
                .as("nothing that somebody wrote who may want to send strangers a message")
                .contains("28 November 2026, 12:00:00 UTC", "acc_1", "whk_1")
                .doesNotContain("hooks.example.com");
        assertThat(status()).contains(AddressStatus.PENDING);
        assertThat(addresses.confirm(token(), NOW.plus(Duration.ofDays(7)).minusMillis(1)))
                .isTrue();
        assertThat(status()).contains(AddressStatus.CONFIRMED);
    }

    @Test
    void nothingElseIsSentBeforeItIsConfirmed() {
        handle(ASKED);
        AddressToken token = token();
        sent.clear();
        assertThat(handle(new Notice.Copy(DESK, warning))).isZero();
        assertThat(handle(new Notice.Copy(DESK, disabled))).isZero();
        assertThat(sent).isEmpty();

        handle(disabled);
        assertThat(sent).as("the owner gets all").hasSize(1);
        assertThat(sent.getFirst().to()).containsExactly("owner@example.com");
        sent.clear();

        assertThat(addresses.confirm(token, NOW)).isTrue();
        handle(new Notice.Copy("Recipient@Example.com", warning));
        handle(new Notice.Copy(DESK, disabled));
        assertThat(sent).extracting(ComposedMail::to).containsExactly(List.of("Recipient@Example.com"), List.of(DESK));
    }

    /** It was set by a version of the service that sent e-mails to every address. */
    @Test
    void theOwnerOfAnAddressThatNobodyAskedIsAskedInPlaceOfItsFirstMail() {
        assertThat(handle(new Notice.Copy(DESK, warning))).isZero();
        assertThat(handle(new Notice.Copy(DESK, disabled))).isZero();
        assertThat(sent).extracting(ComposedMail::subject).containsExactly("Confirm your e-mail address");
    }

    @ParameterizedTest
    @ValueSource(strings = {"owner@example.com", "Owner@Example.com", "partner@example.com"})
    void theAccountsOwnAddressesNeedNoConfirmation(String address) {
        accounts.alsoTo(ACCOUNT, new MailRecipient("partner@example.com", Set.of()));
        handle(new Notice.Confirmation(ACCOUNT, WEBHOOK, address));
        assertThat(sent).isEmpty();
        handle(new Notice.Copy(address, warning));
        assertThat(sent).extracting(ComposedMail::to).containsExactly(List.of(address));
    }

    @Test
    void asksOnceADayHoweverOftenItIsToldTo() {
        handle(ASKED);
        handle(ASKED);
        handle(new Notice.Confirmation(ACCOUNT, new WebhookId("whk_2"), DESK));
        now = NOW.plus(Duration.ofMinutes(2));
        assertThat(handle(ASKED)).as("nobody has a claim any more").isZero();
        assertThat(sent).hasSize(1);
        AddressToken first = token();

        now = NOW.plus(Duration.ofDays(1));
        handle(ASKED);
        assertThat(sent).hasSize(2);
        assertThat(addresses.confirm(first, now)).as("the newer link counts").isFalse();
        assertThat(addresses.confirm(token(), now)).isTrue();
        now = NOW.plus(Duration.ofDays(9));
        handle(ASKED);
        assertThat(sent).hasSize(2);
    }

    @Test
    void aLinkThatSesRefusedIsSentAgain() {
        refused = true;
        assertThat(handle(ASKED)).isEqualTo(1);
        refused = false;
        assertThat(handle(ASKED)).isZero();
        assertThat(sent).hasSize(1);
        assertThat(counted(Metric.MAILS_REFUSED)).isEqualTo(1);
        assertThat(addresses.confirm(token(), NOW)).isTrue();
    }

    @Test
    void aLinkThatAnotherMailerSendsIsTriedAgain() {
        addresses.claim(
                AddressToken.mint(ACCOUNT, ADDRESS, new Random(7)),
                WEBHOOK,
                NOW,
                NOW.plusSeconds(30),
                NOW.plusSeconds(60),
                DAYS.day());
        assertThat(handle(ASKED)).isEqualTo(1);
        now = NOW.plusSeconds(31);
        assertThat(handle(ASKED)).isZero();
        assertThat(sent).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"bounce, BOUNCED", "complaint, COMPLAINED"})
    void whatCameBackEndsTheAddress(String event, AddressStatus status) {
        confirm();
        sent.clear();
        assertThat(handle(SesEvents.message(event, ACCOUNT.value(), _ -> {}))).isZero();
        assertThat(status()).contains(status);
        handle(new Notice.Copy(DESK, disabled));
        assertThat(sent).isEmpty();
        assertThat(auditLog.newestFirst(ACCOUNT, Optional.empty(), 10))
                .extracting(AuditEntry::action)
                .contains(AuditAction.ADDRESS_ENDED);

        now = NOW.plus(Duration.ofDays(2));
        handle(ASKED);
        assertThat(sent)
                .as("after a bounce, its owner can be asked again")
                .hasSize(status == AddressStatus.BOUNCED ? 1 : 0);
    }

    /** The link is the same in all e-mails, so that one that was kept for a year works. */
    @Test
    void everyMailToTheAddressHasALinkThatUnsubscribesItForGood() {
        handle(ASKED);
        assertThat(addresses.confirm(token(), NOW)).isTrue();
        handle(new Notice.Copy(DESK, warning));
        handle(new Notice.Copy("Recipient@Example.com", disabled));
        assertThat(sent).hasSize(3);
        List<Unsubscribing> links =
                sent.stream().map(ComposedMail::unsubscribing).distinct().toList();
        assertThat(links).hasSize(1);
        AddressToken token = AddressToken.parse(((Unsubscribing.ByLink) links.getFirst())
                        .url()
                        .replaceAll(".*/v1/console/unsubscriptions\\?token=", ""))
                .orElseThrow();
        sent.clear();

        assertThat(addresses.confirm(token, NOW)).as("it confirms nothing").isFalse();
        assertThat(addresses.unsubscribe(token, NOW.plus(Duration.ofDays(365)))).isTrue();
        assertThat(status()).contains(AddressStatus.UNSUBSCRIBED);
        handle(new Notice.Copy(DESK, disabled));
        now = NOW.plus(Duration.ofDays(366));
        handle(ASKED);
        assertThat(sent).isEmpty();
        handle(SesEvents.message("bounce", ACCOUNT.value(), _ -> {}));
        assertThat(status()).as("a bounce does not let it be asked again").contains(AddressStatus.UNSUBSCRIBED);

        handle(disabled);
        assertThat(sent)
                .as("the owner gets it")
                .extracting(ComposedMail::to)
                .containsExactly(List.of("owner@example.com"));
        assertThat(sent.getFirst().unsubscribing()).isEqualTo(new Unsubscribing.Impossible());
    }

    /** It may never have been asked for: its reader need not wait for a complaint to stop the questions. */
    @Test
    void anAddressThatIsNotConfirmedCanBeUnsubscribedToo() {
        handle(ASKED);
        Unsubscribing.ByLink link = (Unsubscribing.ByLink) sent.getFirst().unsubscribing();
        AddressToken confirming = token();
        AddressToken token = AddressToken.parse(link.url().substring(link.url().indexOf('=') + 1))
                .orElseThrow();
        assertThat(addresses.unsubscribe(token, NOW)).isTrue();
        assertThat(addresses.confirm(confirming, NOW)).isFalse();
        sent.clear();
        now = NOW.plus(Duration.ofDays(2));
        handle(ASKED);
        assertThat(sent).isEmpty();
    }

    @Test
    void copyToAnAddressOfTheAccountIsLeftOutByTheOperator() {
        handle(new Notice.Copy("owner@example.com", warning));
        handle(new Notice.Copy("owner@example.com", disabled));
        assertThat(sent)
                .extracting(ComposedMail::unsubscribing)
                .containsExactly(
                        new Unsubscribing.ByMail("Unsubscribe from failing of acc_1"), new Unsubscribing.Impossible());
    }

    @Test
    void whatMayPassEndsNothing() {
        confirm();
        handle(SesEvents.message("delivery_delay", ACCOUNT.value(), _ -> {}));
        handle(SesEvents.message(
                "bounce", ACCOUNT.value(), record -> record.withObject("bounce").put("bounceType", "Transient")));
        handle(SesEvents.message(SesEvents.GREETING));
        handle(SesEvents.message("bounce", "acc_2", _ -> {}));
        assertThat(status()).contains(AddressStatus.CONFIRMED);
        assertThat(dead).isEmpty();
    }

    @Test
    void anOwnersAddressStaysAndTheOperatorIsAlarmed() {
        accounts.with(ACCOUNT, "Recipient@example.com", Set.of());
        String message = SesEvents.message("bounce", ACCOUNT.value(), _ -> {});
        assertThat(handle(message)).isZero();
        assertThat(dead)
                .containsEntry(
                        message,
                        "an e-mail to an address of account acc_1 came back (bounced); set another address, then redrive this");
        handle(disabled);
        assertThat(sent).extracting(ComposedMail::to).containsExactly(List.of("Recipient@example.com"));

        dead.clear();
        accounts.with(ACCOUNT, "owner@example.com", Set.of());
        assertThat(handle(message)).isZero();
        assertThat(dead).as("redriven once the owner has another address").isEmpty();
    }

    @Test
    void aNotificationThatCannotBeReadBecomesADeadLetterMessage() {
        String message = SesEvents.message("{}");
        assertThat(handle(message)).isZero();
        assertThat(dead).containsEntry(message, "not a record of SES: eventType or mail is missing");
    }

    @Test
    void anAccountGetsSoManyMailsADayAndIsToldOfTheLast() {
        enable();
        int most = Share.ACCOUNT.most(DailyMailLimit.STANDARD);
        for (int i = 0; i < most + 5; i++) {
            makeDue(DueMail.warning(NOW.plusSeconds(i)));
            assertThat(handle(new Notice.Warning(ABOUT, NOW.plusSeconds(i), 12, LAST)))
                    .isZero();
        }
        assertThat(sent).hasSize(most);
        assertThat(counted(Metric.MAILS_OVER_LIMIT)).isEqualTo(5);
        assertThat(sent.getLast().text()).contains("until 22 November 2026, 00:00:00 UTC", "50 a day");
        assertThat(sent.getLast().html()).contains("until 22 November 2026, 00:00:00 UTC");
        assertThat(sent.subList(0, most - 1)).noneMatch(mail -> mail.text().contains("50 a day"));
        assertThat(webhooks.due(WEBHOOK))
                .as("what was left out is not due")
                .noneMatch(mail -> mail.kind() == DueMail.Kind.WARNING);

        sent.clear();
        handle(disabled);
        assertThat(sent).as("that a webhook was disabled is always told").hasSize(1);

        sent.clear();
        now = NOW.plus(Duration.ofHours(12));
        makeDue(DueMail.warning(NOW.plusSeconds(99)));
        handle(new Notice.Warning(ABOUT, NOW.plusSeconds(99), 12, LAST));
        assertThat(sent).as("the next day").hasSize(1);
    }

    @Test
    void linksAndCopiesLeaveHalfOfTheDayToTheAccount() {
        confirm();
        sent.clear();
        for (int i = 0; i < 60; i++) {
            handle(new Notice.Confirmation(ACCOUNT, WEBHOOK, "desk" + i + "@example.com"));
        }
        assertThat(sent).hasSize(Share.CONFIRMATION.most(DailyMailLimit.STANDARD) - 1);
        assertThat(status("desk59@example.com"))
                .as("its owner can be asked tomorrow")
                .contains(AddressStatus.PENDING);
        for (int i = 0; i < 60; i++) {
            handle(new Notice.Copy(DESK, new Notice.Warning(ABOUT, NOW.plusSeconds(i), 12, LAST)));
        }
        assertThat(sent).hasSize(Share.WEBHOOK.most(DailyMailLimit.STANDARD) - 1);
        handle(new Notice.Copy(DESK, disabled));
        assertThat(sent)
                .as("that a webhook was disabled is always told")
                .hasSize(Share.WEBHOOK.most(DailyMailLimit.STANDARD));

        sent.clear();
        enable();
        for (int i = 0; i < 60; i++) {
            makeDue(DueMail.warning(NOW.plusSeconds(i)));
            handle(new Notice.Warning(ABOUT, NOW.plusSeconds(i), 12, LAST));
        }
        assertThat(sent)
                .hasSize(Share.ACCOUNT.most(DailyMailLimit.STANDARD) - Share.WEBHOOK.most(DailyMailLimit.STANDARD));

        sent.clear();
        now = NOW.plus(Duration.ofDays(1));
        handle(new Notice.Confirmation(ACCOUNT, WEBHOOK, "desk59@example.com"));
        assertThat(sent).hasSize(1);
    }

    /** Nothing else becomes due of a disabled webhook. */
    private void enable() {
        Webhook read = webhooks.find(ACCOUNT, WEBHOOK).orElseThrow();
        webhooks.update(read, read.enabled(Instant.EPOCH));
    }

    private void confirm() {
        handle(ASKED);
        assertThat(addresses.confirm(token(), now)).isTrue();
    }

    private AddressToken token() {
        Matcher link = LINK.matcher(sent.getLast().text());
        assertThat(link.find()).isTrue();
        return AddressToken.parse(link.group(1)).orElseThrow();
    }

    private Optional<AddressStatus> status() {
        return status(DESK);
    }

    private Optional<AddressStatus> status(String address) {
        return addresses.find(ACCOUNT, AddressId.of(ACCOUNT, address)).map(AddressState::status);
    }
}
