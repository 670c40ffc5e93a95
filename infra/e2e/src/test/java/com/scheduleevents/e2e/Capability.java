package com.scheduleevents.e2e;

/** What some tests need and some targets lack. */
public enum Capability {
    /** A receiver that can be configured to fail, and lists what it received. */
    RECEIVER("The target has no demo receiver: name one with -Dtarget.receiver and -Dtarget.authority."),

    /** A mailbox in which tests can read the e-mails to owners. */
    MAILBOX("The target has no mailbox that a test can read: name one with -Dtarget.mailbox."),

    /** A second account, which owns cln_elsewhere. */
    SECOND_ACCOUNT("The target has one account: name another's key with -Dtarget.other.key."),

    /** The URLs of webhooks can only have port 443 or the demo receiver's port. */
    CLOSED_PORTS("The target allows webhooks with any port."),

    /** The gateway uses the gateway responses of the template for its own errors. */
    GATEWAY_RESPONSES("The target's gateway does not use the gateway responses of the template."),

    /** E-mails to the addresses of SES's mailbox simulator come back. */
    BOUNCES("The target's e-mail service returns nothing, whatever the address."),

    /** Roles of customers can be assumed with the external ID that they name, and lead to queues of the target's own SQS. */
    CUSTOMER_ACCOUNTS("The target's STS does not look at external IDs."),

    /** E-mails contain the base URL that the test itself uses. */
    URL_IN_MAILS("The target's e-mails contain a base URL that exists on AWS only.");

    private final String lacking;

    Capability(String lacking) {
        this.lacking = lacking;
    }

    /** A sentence that says what is missing and how to provide it. */
    String lacking() {
        return lacking;
    }
}
