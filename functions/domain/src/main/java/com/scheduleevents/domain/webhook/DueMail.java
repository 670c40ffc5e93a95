package com.scheduleevents.domain.webhook;

import java.time.Instant;

/**
 * An e-mail that a webhook's row says is due: the committed row is the outbox. One per kind and occasion, so that however
 * often the row is looked at it is the same e-mail.
 *
 * @param name the kind, {@code #} and what tells the occasion from others of its kind
 */
public record DueMail(String name) {

    private static final char SEPARATOR = '#';

    /** The e-mail that says that a webhook was disabled at the end of a generation. */
    public static DueMail disabled(long generation) {
        return new DueMail(Kind.DISABLED, generation);
    }

    /** The e-mail that warns of an episode of failures, which may end in the webhook's disabling. */
    public static DueMail warning(Instant failingSince) {
        return new DueMail(Kind.WARNING, failingSince.toEpochMilli());
    }

    /** The e-mail that tells of one event that a receiver refuses while it takes others. */
    public static DueMail refused(Instant toldAt) {
        return new DueMail(Kind.REFUSED, toldAt.toEpochMilli());
    }

    /** The e-mail that says that an episode of failures is over. */
    public static DueMail recovered(Instant failingSince) {
        return new DueMail(Kind.RECOVERED, failingSince.toEpochMilli());
    }

    /** The e-mail that says that a webhook has another url since it became that version. */
    public static DueMail urlChanged(long version) {
        return new DueMail(Kind.URL_CHANGED, version);
    }

    private DueMail(Kind kind, long occasion) {
        this(kind.word + SEPARATOR + occasion);
    }

    /**
     * What it is about.
     *
     * @throws IllegalStateException when another version of the service named it
     */
    public Kind kind() {
        for (Kind kind : Kind.values()) {
            if (name.startsWith(kind.word + SEPARATOR)) {
                return kind;
            }
        }
        throw new IllegalStateException("an e-mail of an unknown kind is due");
    }

    /**
     * The number that tells the occasion: a generation, a version, or the time when an episode began or an event was told of, in
     * milliseconds since 1970.
     *
     * @throws IllegalStateException when another version of the service named it
     */
    public long occasion() {
        try {
            return Long.parseLong(name.substring(kind().word.length() + 1));
        } catch (NumberFormatException e) {
            throw new IllegalStateException("an e-mail is due on an occasion that is no number", e);
        }
    }

    /** What an e-mail is about. */
    public enum Kind {
        /** A webhook has been failing for so long that its owner is to know. */
        WARNING("warning"),
        /** A webhook has refused one event for so long that its owner is to know, while it took others. */
        REFUSED("refused"),
        /** A webhook of whose failing its owner was warned is well again. */
        RECOVERED("recovered"),
        /** A webhook was disabled, because a delivery ran out of attempts. */
        DISABLED("disabled"),
        /** Somebody gave a webhook another url. */
        URL_CHANGED("url_changed");

        private final String word;

        Kind(String word) {
            this.word = word;
        }
    }
}
