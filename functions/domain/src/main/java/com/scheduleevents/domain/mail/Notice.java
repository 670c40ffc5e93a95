package com.scheduleevents.domain.mail;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.webhook.Disabling.RetriesExhausted;
import com.scheduleevents.domain.webhook.DueMail;
import com.scheduleevents.domain.webhook.Health.LastFailure;
import com.scheduleevents.domain.webhook.Health.RejectedEvent;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Instant;
import java.util.Optional;

/**
 * The content of an e-mail to an owner: the facts at the time when it became due. It contains no secret, no event, no response of
 * the receiver, and of the URL only the host, because the rest may contain a password.
 */
public sealed interface Notice {

    /** The webhook that the e-mail is about. */
    About about();

    /** The entry of the webhook's row that sending the e-mail removes. */
    DueMail due();

    /**
     * What an e-mail says about its webhook.
     *
     * @param account the account whose owner gets the e-mail
     * @param host the host of its URL
     * @param description the owner's description of it
     * @param clinic the clinic that it is limited to, if any
     */
    record About(
            AccountId account,
            WebhookId webhook,
            long generation,
            String host,
            Optional<String> description,
            Optional<ClinicId> clinic) {}

    /**
     * The webhook has been failing for some time.
     *
     * @param failingSince when the first failed attempt began; to the millisecond
     * @param attempts how many attempts have failed since
     * @param last how the last one failed
     */
    record Warning(About about, Instant failingSince, int attempts, LastFailure last) implements Notice {
        @Override
        public DueMail due() {
            return DueMail.warning(failingSince);
        }
    }

    /**
     * The receiver has rejected one event for some time while it accepted others.
     *
     * @param refusal the event, and how its attempts failed
     */
    record Refused(About about, RejectedEvent refusal) implements Notice {
        @Override
        public DueMail due() {
            return DueMail.refused(refusal.notifiedAt());
        }
    }

    /**
     * The endpoint has not kept up with its events for some time.
     *
     * @param since when the first delivery was put back because it had waited too long
     * @param perSecond how many deliveries of the backlog it takes in a second
     */
    record Slow(About about, Instant since, int perSecond) implements Notice {
        @Override
        public DueMail due() {
            return DueMail.slow(since);
        }
    }

    /**
     * The last attempt of a delivery failed, and the webhook was disabled.
     *
     * @param why the delivery, and how its attempts failed
     */
    record Disabled(About about, RetriesExhausted why) implements Notice {
        @Override
        public DueMail due() {
            return DueMail.disabled(about.generation());
        }
    }

    /**
     * The API key that registered the webhook was revoked, and the webhook was disabled with it.
     *
     * @param at when it was disabled
     */
    record Revoked(About about, Instant at) implements Notice {
        @Override
        public DueMail due() {
            return DueMail.revoked(about.generation());
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
    record Recovered(About about, Instant failingSince, Instant at, int attempts, LastFailure last) implements Notice {
        @Override
        public DueMail due() {
            return DueMail.recovered(failingSince);
        }
    }

    /**
     * The URL was changed with an API key of the account. Somebody with a stolen key could divert schedule data in this way.
     *
     * @param about the webhook, with the host of the new URL
     * @param version the version that the change made
     * @param at when the URL was changed
     * @param oldHost the host of the previous URL
     */
    record UrlChanged(About about, long version, Instant at, String oldHost) implements Notice {
        @Override
        public DueMail due() {
            return DueMail.urlChanged(version);
        }
    }
}
