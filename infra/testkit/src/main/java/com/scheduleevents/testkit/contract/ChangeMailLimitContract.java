package com.scheduleevents.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.mail.ChangeAuthor;
import com.scheduleevents.domain.mail.ChangeMailLimit;
import com.scheduleevents.domain.mail.ChangeMailLimit.MailDecision;
import com.scheduleevents.domain.mail.Notice;
import com.scheduleevents.domain.mail.Notice.About;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Instant;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The contract of {@link ChangeMailLimit}. */
public abstract class ChangeMailLimitContract {

    /** Far in the future, because DynamoDB Local deletes expired rows. */
    private static final Instant NOW = Instant.parse("2126-11-20T14:02:11.337Z");

    private static final ApiKeyId KEY = new ApiKeyId("key_1");

    private final AccountId account = new AccountId("acc_" + Long.toHexString(new Random().nextLong()));

    /** The port, which has no e-mails of new accounts. */
    protected abstract ChangeMailLimit limit();

    @Test
    void countsSoManyOfAKindInAnHourAndEachOnce() {
        for (int i = 1; i < ChangeMailLimit.PER_HOUR; i++) {
            assertThat(limit().count(moved(account, i, NOW))).isEqualTo(MailDecision.SEND);
            assertThat(limit().count(moved(account, i, NOW))).isEqualTo(MailDecision.SEND);
        }
        Notice.Counted last = moved(account, 1_000, NOW.plusSeconds(3_468));
        assertThat(limit().count(last)).isEqualTo(MailDecision.SEND_AS_LAST);
        assertThat(limit().count(last)).isEqualTo(MailDecision.SEND_AS_LAST);
        assertThat(limit().count(moved(account, 1_001, NOW))).isEqualTo(MailDecision.LEAVE_OUT);
        assertThat(limit().count(moved(account, 1_001, NOW.plusSeconds(3_469)))).isEqualTo(MailDecision.SEND);
    }

    @Test
    void countsAccountsAndKindsByThemselves() {
        for (int i = 1; i <= ChangeMailLimit.PER_HOUR; i++) {
            limit().count(moved(account, i, NOW));
        }
        assertThat(limit().count(moved(account, 1_000, NOW))).isEqualTo(MailDecision.LEAVE_OUT);
        assertThat(limit().count(moved(new AccountId(account.value() + "b"), 1_000, NOW)))
                .isEqualTo(MailDecision.SEND);
        ChangeAuthor by = new ChangeAuthor(KEY, NOW);
        assertThat(limit().count(new Notice.SecretRotated(about(account), 1_000, by)))
                .isEqualTo(MailDecision.SEND);
        assertThat(limit().count(new Notice.Registered(about(account), by))).isEqualTo(MailDecision.SEND);
        assertThat(limit().count(new Notice.Revoked(about(account), NOW))).isEqualTo(MailDecision.SEND);
        assertThat(limit().count(new Notice.KeyIssued(account, new ApiKeyId("key_2"), Optional.empty(), KEY, NOW)))
                .isEqualTo(MailDecision.SEND);
    }

    private static Notice.Counted moved(AccountId account, int version, Instant at) {
        return new Notice.UrlChanged(about(account), version, at, "old.example.com");
    }

    private static About about(AccountId account) {
        return new About(account, new WebhookId("whk_1"), 1, "hooks.example.com", Optional.empty(), Optional.empty());
    }
}
