package com.scheduleevents.domain.webhook;

import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * An e-mail that is due, as an entry in the webhook's row, which serves as the outbox. The name identifies the e-mail, so that
 * sending it is idempotent. Its content, a {@code Notice}, is written when it is queued.
 *
 * @param name the kind, {@code #} and a number that identifies the occasion
 */
public record DueMail(String name) {

    /**
     * How many e-mails about changes of one kind can be due for a webhook, so that its row stays small whoever changes it in a loop. Further
     * ones would not be sent either: these are more than the mailer sends of a kind in an hour.
     */
    public static final int MOST_OF_A_CHANGE = 100;

    /** The e-mail about the disabling of a webhook, which ends a generation. */
    public static DueMail disabled(long generation) {
        return new DueMail(Kind.DISABLED, generation);
    }

    /** The e-mail about the disabling of a webhook whose deliveries would have expired. */
    public static DueMail expiring(long generation) {
        return new DueMail(Kind.EXPIRING, generation);
    }

    /** The warning about a failing episode, which may end in the disabling of the webhook. */
    public static DueMail warning(Instant failingSince) {
        return new DueMail(Kind.WARNING, failingSince.toEpochMilli());
    }

    /** The e-mail about one event that the receiver rejects while it accepts others. */
    public static DueMail refused(Instant notifiedAt) {
        return new DueMail(Kind.REFUSED, notifiedAt.toEpochMilli());
    }

    /** The e-mail about deliveries that have waited for long. */
    public static DueMail slow(Instant notifiedAt) {
        return new DueMail(Kind.SLOW, notifiedAt.toEpochMilli());
    }

    /** The e-mail about deliveries of a pull webhook that no consumer has acknowledged for long. */
    public static DueMail unpulled(Instant notifiedAt) {
        return new DueMail(Kind.UNPULLED, notifiedAt.toEpochMilli());
    }

    /** The e-mail about the end of a failing episode. */
    public static DueMail recovered(Instant failingSince) {
        return new DueMail(Kind.RECOVERED, failingSince.toEpochMilli());
    }

    /** The e-mail about the disabling of a webhook whose API key was revoked. */
    public static DueMail revoked(long generation) {
        return new DueMail(Kind.REVOKED, generation);
    }

    /** The e-mail about the change of URL that made this version. */
    public static DueMail urlChanged(long version) {
        return new DueMail(Kind.URL_CHANGED, version);
    }

    /** The e-mail about the registration of a webhook. */
    public static DueMail registered() {
        return new DueMail(Kind.REGISTERED, Webhook.FIRST_VERSION);
    }

    /** The e-mail about the new signing secret that made this version. */
    public static DueMail secretRotated(long version) {
        return new DueMail(Kind.SECRET_ROTATED, version);
    }

    /** The e-mail that the registration of a webhook with an API key makes due. */
    public static Optional<DueMail> of(Webhook registered) {
        return registered.origin().map(_ -> registered());
    }

    /** The e-mail about a client certificate that ends, which is due since then. */
    public static DueMail certificateEnding(Instant due) {
        return new DueMail(Kind.CERTIFICATE_ENDING, due.toEpochMilli());
    }

    /**
     * The e-mail that a change of a webhook makes due. A new URL sends schedule data elsewhere, in case somebody else changed it; a webhook
     * that its owner did not disable stops without a word of them.
     */
    public static Optional<DueMail> of(Webhook read, Webhook changed) {
        if (!read.url().equals(changed.url())) {
            return Optional.of(urlChanged(changed.version()));
        }
        if (read.secrets().getFirst().version() != changed.secrets().getFirst().version()) {
            return Optional.of(secretRotated(changed.version()));
        }
        return changed.disabling().filter(_ -> read.isActive()).flatMap(why -> switch (why) {
            case Disabling.KeyRevoked _ -> Optional.of(revoked(changed.generation()));
            case Disabling.DeliveriesExpiring _ -> Optional.of(expiring(changed.generation()));
            case Disabling.RetriesExhausted _ -> Optional.of(disabled(changed.generation()));
            case Disabling.Requested _ -> Optional.empty();
        });
    }

    /**
     * Whether it is one about a change, and as many of its kind as can be are due already. All others are few by themselves.
     *
     * @param due reads the e-mails that are due; asked only for an e-mail about a change
     */
    public boolean isOneTooMany(Supplier<Set<DueMail>> due) {
        String prefix = kind().prefix();
        return switch (kind()) {
            case URL_CHANGED, SECRET_ROTATED, REVOKED ->
                due.get().stream()
                                .filter(other -> other.name.startsWith(prefix))
                                .count()
                        >= MOST_OF_A_CHANGE;
            case WARNING, REFUSED, SLOW, UNPULLED, RECOVERED, DISABLED, EXPIRING, REGISTERED, CERTIFICATE_ENDING ->
                false;
        };
    }

    private DueMail(Kind kind, long occasion) {
        this(kind.prefix() + occasion);
    }

    /**
     * The kind of the e-mail.
     *
     * @throws IllegalStateException when the kind is unknown, as another release of the service may have written it
     */
    public Kind kind() {
        for (Kind kind : Kind.values()) {
            if (name.startsWith(kind.prefix())) {
                return kind;
            }
        }
        throw new IllegalStateException("an e-mail of an unknown kind is due");
    }

    /**
     * The number of the occasion: a generation, a version, or the time when a failing episode began or the e-mail became due, in
     * milliseconds since 1970.
     *
     * @throws IllegalStateException when the kind is unknown, as another release of the service may have written it
     */
    public long occasion() {
        try {
            return Long.parseLong(name.substring(kind().prefix().length()));
        } catch (NumberFormatException e) {
            throw new IllegalStateException("the occasion of an e-mail that is due is not a number", e);
        }
    }

    /** The kinds of e-mail. */
    public enum Kind {
        /** A webhook has been failing for some time. */
        WARNING,
        /** A receiver has rejected one event for some time while it accepted others. */
        REFUSED,
        /** Deliveries have waited for some time. */
        SLOW,
        /** Deliveries of a pull webhook have waited for some time. */
        UNPULLED,
        /** A webhook whose owner was warned works again. */
        RECOVERED,
        /** A webhook was disabled because the last attempt of a delivery failed. */
        DISABLED,
        /** A webhook was disabled because its deliveries would have expired. */
        EXPIRING,
        /** A webhook was disabled because its API key was revoked. */
        REVOKED,
        /** The URL of a webhook was changed. */
        URL_CHANGED,
        /** A webhook was registered. */
        REGISTERED,
        /** A webhook has a new signing secret. */
        SECRET_ROTATED,
        /** The client certificate of a webhook ends soon. */
        CERTIFICATE_ENDING;

        private String prefix() {
            return name().toLowerCase(Locale.ROOT) + "#";
        }
    }
}
