package com.scheduleevents.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.mail.ChangeMailLimit.MailDecision;
import com.scheduleevents.domain.mail.DailyMailLimit;
import com.scheduleevents.domain.mail.DailyMailLimit.CountedMail;
import com.scheduleevents.domain.mail.DailyMailLimit.Share;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** How e-mails of a day are counted, in memory and in DynamoDB. */
public abstract class DailyMailLimitContract {

    private static final Instant DAY = Instant.parse("2026-11-21T00:00:00Z");

    private final AccountId account = new AccountId("acc_" + UUID.randomUUID());

    protected abstract DailyMailLimit limit();

    private MailDecision count(Instant day, Share share, String name) {
        return limit().count(new CountedMail(account, day, share, name));
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
        assertThat(limit().count(new CountedMail(new AccountId(account.value() + "b"), DAY, Share.ACCOUNT, "another")))
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
}
