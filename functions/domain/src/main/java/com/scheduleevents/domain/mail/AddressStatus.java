package com.scheduleevents.domain.mail;

import java.util.Arrays;
import java.util.Locale;

/** Whether an address of a webhook gets e-mails. What ended it is outweighed only by what comes later in this order. */
public enum AddressStatus {
    /** Nobody has confirmed it yet. */
    PENDING,
    /** Its owner has confirmed it; the only status in which it gets e-mails. */
    CONFIRMED,
    /** The mail server of its domain refused an e-mail for good. It can be confirmed again. */
    BOUNCED,
    /** Its owner has unsubscribed it. It stays so. */
    UNSUBSCRIBED,
    /** Its owner reported an e-mail as unwanted. It stays so. */
    COMPLAINED;

    /** The name in the API and in the table. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The status of that name.
     *
     * @throws IllegalStateException when there is none
     */
    public static AddressStatus named(String wireName) {
        return Arrays.stream(values())
                .filter(status -> status.wireName().equals(wireName))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("an address has an unknown status"));
    }
}
