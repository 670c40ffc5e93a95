package com.scheduleevents.domain.mail;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.mail.ChangeMailLimit.MailDecision;
import java.time.Instant;

/**
 * Port: counts the e-mails of an account's day, so that no account uses up what SES lets the service send for all of them, or spoils its
 * reputation. E-mails that say that a webhook was disabled are not counted: each of them is sent.
 */
@FunctionalInterface
public interface DailyMailLimit {

    /** Counts an e-mail. One that was counted is not counted again, so what SES refused is sent when it is tried again. */
    MailDecision count(CountedMail mail);

    /**
     * An e-mail.
     *
     * @param day when the day began that it is counted in
     * @param name what no other e-mail of the account is named
     */
    record CountedMail(AccountId account, Instant day, Share share, String name) {}

    /** Which part of the day's e-mails an e-mail is counted in. */
    enum Share {
        /** To the account's own addresses: all that there are. */
        ACCOUNT("all", 50),
        /** To an address of a webhook: half of them, so that the account keeps the others. */
        WEBHOOK("all", 25),
        /** With a link that confirms an address. Nobody asked for these, and whoever has an API key can cause any number. */
        CONFIRMATION("confirmations", 10);

        private final String count;
        private final int most;

        Share(String count, int most) {
            this.count = count;
            this.most = most;
        }

        /** The count that it belongs to. */
        public String countName() {
            return count;
        }

        /** Up to how many e-mails in that count this one is sent. */
        public int most() {
            return most;
        }
    }
}
