package com.scheduleevents.domain.mail;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.OptionalMail;
import com.scheduleevents.domain.certificate.CertificateFacts;
import com.scheduleevents.domain.webhook.Disabling.DeliveriesExpiring;
import com.scheduleevents.domain.webhook.Disabling.RetriesExhausted;
import com.scheduleevents.domain.webhook.DueMail;
import com.scheduleevents.domain.webhook.Health.LastFailure;
import com.scheduleevents.domain.webhook.Health.RejectedEvent;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * The content of an e-mail to an owner: the facts at the time when it became due. It contains no secret, no event, no response of
 * the receiver, and of the URL only the host, because the rest may contain a password.
 */
public sealed interface Notice {

    /** The account whose owner gets the e-mail. */
    AccountId account();

    /** Which of the e-mails it is that a recipient can do without; empty for the others. */
    default Optional<OptionalMail> optional() {
        return Optional.empty();
    }

    /** What no other e-mail of its account is named, so that none is counted twice. */
    default String name() {
        return switch (this) {
            case OfWebhook notice ->
                notice.about().webhook().value() + "#" + notice.due().name();
            case KeyIssued issued -> issued.key().value();
            case Copy copy -> "copy#" + copy.of().name();
            case Confirmation confirmation ->
                "confirmation#"
                        + AddressId.of(confirmation.account(), confirmation.address())
                                .value();
        };
    }

    /** The content of an e-mail about a webhook. */
    sealed interface OfWebhook extends Notice {

        /** The webhook that the e-mail is about. */
        About about();

        /** The entry of the webhook's row that sending the e-mail removes. */
        DueMail due();

        @Override
        default AccountId account() {
            return about().account();
        }
    }

    /** The content of an e-mail about a change. Who has an API key can cause any number of these, so they are counted. */
    sealed interface Counted extends Notice {

        /** The name of the kind that it is counted among. */
        String countedAs();

        /** When the change was made. */
        Instant changedAt();

        /** When the hour of the clock began in which the change was made. */
        default Instant hour() {
            return changedAt().truncatedTo(ChronoUnit.HOURS);
        }
    }

    /** The content of an e-mail about a change that a stolen API key could have made to get or forge schedule data. */
    sealed interface OfChange extends Counted {

        /** The kind of the e-mail. */
        OptionalMail kind();

        @Override
        default String countedAs() {
            return kind().wireName();
        }

        @Override
        default Optional<OptionalMail> optional() {
            return Optional.of(kind());
        }
    }

    /**
     * What an e-mail says about its webhook.
     *
     * @param account the account whose owner gets the e-mail
     * @param host the host of its URL; {@link #PULLED} when it has none
     * @param description the owner's description of it
     * @param clinic the clinic that it is limited to, if any
     */
    record About(
            AccountId account,
            WebhookId webhook,
            long generation,
            String host,
            Optional<String> description,
            Optional<ClinicId> clinic) {

        /** In place of the host of a pull webhook. */
        public static final String PULLED = "pulling";
    }

    /**
     * The webhook has been failing for some time.
     *
     * @param failingSince when the first failed attempt began; to the millisecond
     * @param attempts how many attempts have failed since
     * @param last how the last one failed
     */
    record Warning(About about, Instant failingSince, int attempts, LastFailure last) implements OfWebhook {
        @Override
        public DueMail due() {
            return DueMail.warning(failingSince);
        }

        @Override
        public Optional<OptionalMail> optional() {
            return Optional.of(OptionalMail.FAILING);
        }
    }

    /**
     * The receiver has rejected one event for some time while it accepted others.
     *
     * @param refusal the event, and how its attempts failed
     */
    record Refused(About about, RejectedEvent refusal) implements OfWebhook {
        @Override
        public DueMail due() {
            return DueMail.refused(refusal.notifiedAt());
        }

        @Override
        public Optional<OptionalMail> optional() {
            return Optional.of(OptionalMail.REFUSED);
        }
    }

    /**
     * Deliveries have waited for some time.
     *
     * @param since since when the oldest one has; to the millisecond
     * @param perSecond how many deliveries of the backlog the endpoint takes in a second; 0 while none are put on their way
     * @param notifiedAt when the e-mail became due; empty in those of earlier releases, in which that is {@code since}
     * @param cause what they wait for; empty in those of earlier releases, in which it is the pace of the endpoint
     */
    record Slow(About about, Instant since, int perSecond, Optional<Instant> notifiedAt, Optional<WaitCause> cause)
            implements OfWebhook {
        @Override
        public DueMail due() {
            return DueMail.slow(notifiedAt.orElse(since));
        }

        @Override
        public Optional<OptionalMail> optional() {
            return Optional.of(OptionalMail.SLOW);
        }
    }

    /** What deliveries wait for. */
    enum WaitCause {
        /** The endpoint takes them more slowly than events are recorded, or has a limit. */
        PACE,
        /** The circuit is open. */
        OPEN_CIRCUIT,
        /** The account is suspended. */
        SUSPENDED_ACCOUNT
    }

    /**
     * Deliveries of a pull webhook have waited for some time.
     *
     * @param since since when the oldest one has; to the millisecond
     * @param notifiedAt when the e-mail became due; empty in those of earlier releases, in which that is {@code since}
     */
    record Unpulled(About about, Instant since, Optional<Instant> notifiedAt) implements OfWebhook {
        @Override
        public DueMail due() {
            return DueMail.unpulled(notifiedAt.orElse(since));
        }

        @Override
        public Optional<OptionalMail> optional() {
            return Optional.of(OptionalMail.UNPULLED);
        }
    }

    /**
     * The last attempt of a delivery failed, and the webhook was disabled.
     *
     * @param why the delivery, and how its attempts failed
     */
    record Disabled(About about, RetriesExhausted why) implements OfWebhook {
        @Override
        public DueMail due() {
            return DueMail.disabled(about.generation());
        }
    }

    /**
     * A delivery has waited for almost as long as events are kept, and the webhook was disabled.
     *
     * @param why the delivery, and how long it has waited
     */
    record Expiring(About about, DeliveriesExpiring why) implements OfWebhook {
        @Override
        public DueMail due() {
            return DueMail.expiring(about.generation());
        }
    }

    /**
     * The API key that registered the webhook was revoked, and the webhook was disabled with it.
     *
     * @param at when it was disabled
     */
    record Revoked(About about, Instant at) implements OfWebhook, Counted {
        @Override
        public DueMail due() {
            return DueMail.revoked(about.generation());
        }

        @Override
        public String countedAs() {
            return "key_revoked";
        }

        @Override
        public Instant changedAt() {
            return at;
        }
    }

    /**
     * An attempt succeeded after the owner was warned.
     *
     * @param failingSince when the first failed attempt began; to the millisecond
     * @param at when the attempt succeeded
     * @param attempts how many attempts failed in between
     * @param last how the last of them failed
     */
    record Recovered(About about, Instant failingSince, Instant at, int attempts, LastFailure last)
            implements OfWebhook {
        @Override
        public DueMail due() {
            return DueMail.recovered(failingSince);
        }

        @Override
        public Optional<OptionalMail> optional() {
            return Optional.of(OptionalMail.RECOVERED);
        }
    }

    /**
     * The URL was changed with an API key of the account. Somebody with a stolen key could divert schedule data in this way.
     *
     * @param about the webhook, with the host of the new URL
     * @param version the version that the change made
     * @param at when the URL was changed
     * @param oldHost the host of the previous URL, or {@link #UNKNOWN_HOST}
     */
    record UrlChanged(About about, long version, Instant at, String oldHost) implements OfWebhook, OfChange {

        /** For an e-mail that is composed when only the present state of the webhook is known. */
        public static final String UNKNOWN_HOST = "an earlier host";

        @Override
        public DueMail due() {
            return DueMail.urlChanged(version);
        }

        @Override
        public OptionalMail kind() {
            return OptionalMail.URL_CHANGED;
        }

        @Override
        public Instant changedAt() {
            return at;
        }
    }

    /** The webhook was registered. Somebody with a stolen key could receive schedule data in this way. */
    record Registered(About about, ChangeAuthor by) implements OfWebhook, OfChange {
        @Override
        public DueMail due() {
            return DueMail.registered();
        }

        @Override
        public OptionalMail kind() {
            return OptionalMail.WEBHOOK_REGISTERED;
        }

        @Override
        public Instant changedAt() {
            return by.at();
        }
    }

    /**
     * The webhook has a new signing secret. Somebody with a stolen key could sign forged deliveries with it.
     *
     * @param version the version that the rotation made
     */
    record SecretRotated(About about, long version, ChangeAuthor by) implements OfWebhook, OfChange {
        @Override
        public DueMail due() {
            return DueMail.secretRotated(version);
        }

        @Override
        public OptionalMail kind() {
            return OptionalMail.SECRET_ROTATED;
        }

        @Override
        public Instant changedAt() {
            return by.at();
        }
    }

    /**
     * The client certificate of the webhook ends soon. Its receiver rejects every attempt from then on.
     *
     * @param noticeAt when the e-mail became due
     * @param certificate what its owner may see of it
     */
    record CertificateEnding(About about, Instant noticeAt, CertificateFacts certificate) implements OfWebhook {
        @Override
        public DueMail due() {
            return DueMail.certificateEnding(noticeAt);
        }
    }

    /**
     * An e-mail about a webhook for the address of the webhook, besides that for the account's addresses. It is sent by itself, so that an
     * address that cannot be reached keeps no other one waiting. No row says that it is due.
     *
     * @param address the address
     * @param of what it says
     */
    record Copy(String address, OfWebhook of) implements Notice {

        @Override
        public AccountId account() {
            return of.account();
        }

        @Override
        public Optional<OptionalMail> optional() {
            return of.optional();
        }

        /** Omits the address. */
        @Override
        public String toString() {
            return "Copy[" + of.due().name() + "]";
        }
    }

    /**
     * The address of a webhook is to be confirmed: the e-mail contains a link for its reader, who may know nothing of the service. No row
     * says that it is due.
     *
     * @param webhook whose settings name the address
     * @param address the address
     */
    record Confirmation(AccountId account, WebhookId webhook, String address) implements Notice {

        /** Omits the address. */
        @Override
        public String toString() {
            return "Confirmation[" + webhook.value() + "]";
        }
    }

    /**
     * An API key has issued another one, which would outlive the revocation of a stolen key.
     *
     * @param key the new key
     * @param label the description that the new key was given
     * @param by the key that has issued it
     * @param at when it was issued
     */
    record KeyIssued(AccountId account, ApiKeyId key, Optional<String> label, ApiKeyId by, Instant at)
            implements OfChange {
        @Override
        public OptionalMail kind() {
            return OptionalMail.KEY_ISSUED;
        }

        @Override
        public Instant changedAt() {
            return at;
        }
    }
}
