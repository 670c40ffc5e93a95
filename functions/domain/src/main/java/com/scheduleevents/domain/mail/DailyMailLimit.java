package com.scheduleevents.domain.mail;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.mail.ChangeMailLimit.MailDecision;
import java.time.Instant;

/**
 * Counts the e-mails of an account's day, so that no account uses up what SES lets the service send for all of them, or spoils its
 * reputation. E-mails that say that a webhook was disabled are not counted: each of them is sent.
 *
 * @param perDay how many e-mails an account gets in a day
 */
public record DailyMailLimit(MailCounts counts, int perDay) {

    /** How many e-mails an account gets in a day, where the deployment says nothing else. */
    public static final int STANDARD = 50;

    /** Tells the counts apart from those of the kinds that are counted by the hour. */
    private static final String PREFIX = "day/";

    /** Counts an e-mail; one that was counted is not counted again. */
    public MailDecision count(CountedMail mail) {
        return counts.add(
                mail.account(),
                PREFIX + mail.share().countName(),
                mail.day(),
                mail.name(),
                mail.share().most(perDay));
    }

    /**
     * An e-mail.
     *
     * @param day when the day began that it is counted in
     * @param name what no other e-mail of the account is named
     */
    public record CountedMail(AccountId account, Instant day, Share share, String name) {}

    /** Which part of the day's e-mails an e-mail is counted in. */
    public enum Share {
        /** To the account's own addresses: all that there are. */
        ACCOUNT("all", 1),
        /** To an address of a webhook: half of them, so that the account keeps the others. */
        WEBHOOK("all", 2),
        /** With a link that confirms an address: a fifth. Nobody asked for these, and whoever has an API key can cause any number. */
        CONFIRMATION("confirmations", 5);

        private final String count;
        private final int part;

        Share(String count, int part) {
            this.count = count;
            this.part = part;
        }

        /** The count that it belongs to. */
        String countName() {
            return count;
        }

        /** Up to how many e-mails in that count this one is sent, of so many in a day. */
        public int most(int perDay) {
            return Math.max(1, perDay / part);
        }
    }
}
