package com.scheduleevents.e2e;

/** What some targets lack of what some tests need. */
public enum Capability {
    /** A receiver that takes orders and tells what it got. */
    RECEIVER("The target has no demo receiver: name one with -Dtarget.receiver and -Dtarget.authority."),

    /** A mailbox that owners' e-mails can be read in. */
    MAILBOX("The target has no mailbox that a test can read: name one with -Dtarget.mailbox."),

    /** A second account, that of cln_elsewhere. */
    SECOND_ACCOUNT("The target has one account: name another's key with -Dtarget.other.key."),

    /** Webhooks can be at port 443, and at the demo receiver's port on this machine, alone. */
    CLOSED_PORTS("The target lets webhooks be at any port, as for receivers that one runs oneself."),

    /** The gateway answers for itself with the template's gateway responses. */
    GATEWAY_RESPONSES("The target's gateway answers for itself with errors of its own, not with the template's."),

    /** E-mails name the address that the test itself calls. */
    ADDRESS_IN_MAILS("The target's e-mails name an address that AWS alone would answer at.");

    private final String lacking;

    Capability(String lacking) {
        this.lacking = lacking;
    }

    /** What is missing, and how to come by it. */
    String lacking() {
        return lacking;
    }
}
