package com.scheduleevents.domain.mail;

/**
 * Counts the e-mails about changes, so that nobody with one API key uses up what the service may send for all accounts. Each kind is
 * counted by itself: many changes of one kind hide none of another, and whoever gets a kind is told that its others are not sent.
 */
public record ChangeMailLimit(MailCounts counts) {

    /** How many e-mails of a kind an account gets about the changes of an hour of the clock. */
    public static final int PER_HOUR = 20;

    /** What becomes of an e-mail. */
    public enum MailDecision {
        /** It is sent. */
        SEND,
        /** It is sent, and says that the others of its kind and hour are not. */
        SEND_AS_LAST,
        /** It is not sent: the audit log has the change. */
        LEAVE_OUT
    }

    /** Counts an e-mail; one that was counted is not counted again. */
    public MailDecision count(Notice.Counted notice) {
        return counts.add(notice.account(), notice.countedAs(), notice.hour(), notice.name(), PER_HOUR);
    }
}
