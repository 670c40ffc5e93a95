package com.scheduleevents.aws.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.mail.ChangeAuthor;
import com.scheduleevents.domain.mail.ChangeMailLimit;
import com.scheduleevents.domain.mail.ChangeMailLimit.MailDecision;
import com.scheduleevents.domain.mail.DailyMailLimit;
import com.scheduleevents.domain.mail.DailyMailLimit.CountedMail;
import com.scheduleevents.domain.mail.DailyMailLimit.Share;
import com.scheduleevents.domain.mail.MailCounts;
import com.scheduleevents.domain.mail.Notice;
import com.scheduleevents.domain.mail.Notice.About;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Instant;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The contract of {@link MailCounts}, and of the limits that count with them. */
abstract class MailCountsContract {

    /** Far in the future, because DynamoDB Local deletes expired rows. */
    private static final Instant NOW = Instant.parse("2126-11-20T14:02:11.337Z");

    private static final Instant DAY = Instant.parse("2126-11-20T00:00:00Z");

    private static final ApiKeyId KEY = new ApiKeyId("key_1");

    private final AccountId account = new AccountId("acc_" + Long.toHexString(new Random().nextLong()));

    /** The port, which has no e-mails of new accounts. */
    protected abstract MailCounts counts();

    private MailDecision count(Notice.Counted notice) {
        return new ChangeMailLimit(counts()).count(notice);
    }

    private MailDecision count(Instant day, Share share, String name) {
        return count(account, day, share, name);
    }

    private MailDecision count(AccountId whose, Instant day, Share share, String name) {
        return new DailyMailLimit(counts(), DailyMailLimit.STANDARD).count(new CountedMail(whose, day, share, name));
    }

    @Test
    void countsSoManyOfAKindInAnHourAndEachOnce() {
        for (int i = 1; i < ChangeMailLimit.PER_HOUR; i++) {
            assertThat(count(moved(account, i, NOW))).isEqualTo(MailDecision.SEND);
            assertThat(count(moved(account, i, NOW))).isEqualTo(MailDecision.SEND);
        }
        Notice.Counted last = moved(account, 1_000, NOW.plusSeconds(3_468));
        assertThat(count(last)).isEqualTo(MailDecision.SEND_AS_LAST);
        assertThat(count(last)).isEqualTo(MailDecision.SEND_AS_LAST);
        assertThat(count(moved(account, 1_001, NOW))).isEqualTo(MailDecision.LEAVE_OUT);
        assertThat(count(moved(account, 1_001, NOW.plusSeconds(3_469)))).isEqualTo(MailDecision.SEND);
    }

    @Test
    void countsAccountsAndKindsByThemselves() {
        for (int i = 1; i <= ChangeMailLimit.PER_HOUR; i++) {
            count(moved(account, i, NOW));
        }
        assertThat(count(moved(account, 1_000, NOW))).isEqualTo(MailDecision.LEAVE_OUT);
        assertThat(count(moved(new AccountId(account.value() + "b"), 1_000, NOW)))
                .isEqualTo(MailDecision.SEND);
        ChangeAuthor by = new ChangeAuthor(KEY, NOW);
        assertThat(count(new Notice.SecretRotated(about(account), 1_000, by))).isEqualTo(MailDecision.SEND);
        assertThat(count(new Notice.Registered(about(account), by))).isEqualTo(MailDecision.SEND);
        assertThat(count(new Notice.Revoked(about(account), NOW))).isEqualTo(MailDecision.SEND);
        assertThat(count(new Notice.KeyIssued(account, new ApiKeyId("key_2"), Optional.empty(), KEY, NOW)))
                .isEqualTo(MailDecision.SEND);
    }

    @Test
    void countsEachMailOnceUpToTheLastOfTheDay() {
        for (int i = 1; i < Share.ACCOUNT.most(DailyMailLimit.STANDARD); i++) {
            assertThat(count(DAY, Share.ACCOUNT, "mail " + i)).isEqualTo(MailDecision.SEND);
            assertThat(count(DAY, Share.ACCOUNT, "mail " + i)).isEqualTo(MailDecision.SEND);
        }
        assertThat(count(DAY, Share.ACCOUNT, "last")).isEqualTo(MailDecision.SEND_AS_LAST);
        assertThat(count(DAY, Share.ACCOUNT, "last")).isEqualTo(MailDecision.SEND_AS_LAST);
        assertThat(count(DAY, Share.ACCOUNT, "another")).isEqualTo(MailDecision.LEAVE_OUT);
        assertThat(count(DAY, Share.ACCOUNT, "mail 1"))
                .as("it was counted before, and SES may have refused it")
                .isNotEqualTo(MailDecision.LEAVE_OUT);
        assertThat(count(DAY.plusSeconds(86_400), Share.ACCOUNT, "another")).isEqualTo(MailDecision.SEND);
        assertThat(count(new AccountId(account.value() + "b"), DAY, Share.ACCOUNT, "another"))
                .isEqualTo(MailDecision.SEND);
    }

    @Test
    void leavesHalfOfThemToTheAccount() {
        for (int i = 1; i <= Share.WEBHOOK.most(DailyMailLimit.STANDARD); i++) {
            assertThat(count(DAY, Share.WEBHOOK, "copy " + i)).isNotEqualTo(MailDecision.LEAVE_OUT);
        }
        assertThat(count(DAY, Share.WEBHOOK, "another copy")).isEqualTo(MailDecision.LEAVE_OUT);
        for (int i = Share.WEBHOOK.most(DailyMailLimit.STANDARD) + 1;
                i < Share.ACCOUNT.most(DailyMailLimit.STANDARD);
                i++) {
            assertThat(count(DAY, Share.ACCOUNT, "mail " + i)).isEqualTo(MailDecision.SEND);
        }
        assertThat(count(DAY, Share.ACCOUNT, "last")).isEqualTo(MailDecision.SEND_AS_LAST);
    }

    @Test
    void countsConfirmationsByThemselvesToo() {
        for (int i = 1; i <= Share.CONFIRMATION.most(DailyMailLimit.STANDARD); i++) {
            assertThat(count(DAY, Share.CONFIRMATION, "address " + i)).isNotEqualTo(MailDecision.LEAVE_OUT);
        }
        assertThat(count(DAY, Share.CONFIRMATION, "another")).isEqualTo(MailDecision.LEAVE_OUT);
        assertThat(count(DAY, Share.WEBHOOK, "copy")).isEqualTo(MailDecision.SEND);
    }

    private static Notice.Counted moved(AccountId account, int version, Instant at) {
        return new Notice.UrlChanged(about(account), version, at, "old.example.com");
    }

    private static About about(AccountId account) {
        return new About(account, new WebhookId("whk_1"), 1, "hooks.example.com", Optional.empty(), Optional.empty());
    }
}
