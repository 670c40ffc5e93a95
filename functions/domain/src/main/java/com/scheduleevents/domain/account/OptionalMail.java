package com.scheduleevents.domain.account;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * An e-mail that a recipient can do without. Everybody gets the others, which say that the service disabled a webhook, or that
 * its client certificate ends.
 */
public enum OptionalMail {
    /** A webhook was registered. */
    WEBHOOK_REGISTERED,
    /** The URL of a webhook was changed. */
    URL_CHANGED,
    /** A webhook has a new signing secret. */
    SECRET_ROTATED,
    /** An API key has issued another one. */
    KEY_ISSUED,
    /** A webhook has been failing for some time. */
    FAILING,
    /** A webhook that was failing works again. */
    RECOVERED,
    /** A receiver has rejected one event for some time while it accepted others. */
    REFUSED,
    /** An endpoint has not kept up with its events for some time. */
    SLOW,
    /** Deliveries of a pull webhook wait, and nobody has pulled for some time. */
    UNPULLED;

    /**
     * Whether it tells of the state of a webhook. The others tell of a change that a stolen API key could have made; the address of a webhook,
     * which such a key can set, gets none of them.
     */
    public boolean isAboutState() {
        return switch (this) {
            case WEBHOOK_REGISTERED, URL_CHANGED, SECRET_ROTATED, KEY_ISSUED -> false;
            case FAILING, RECOVERED, REFUSED, SLOW, UNPULLED -> true;
        };
    }

    /** The name in tables and requests, and for operators. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The e-mail of that name, if there is one. */
    public static Optional<OptionalMail> named(String wireName) {
        return Arrays.stream(values())
                .filter(mail -> mail.wireName().equals(wireName))
                .findFirst();
    }
}
