package com.scheduleevents.domain.mail;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.webhook.Disabling.RetriesExhausted;
import com.scheduleevents.domain.webhook.DueMail;
import com.scheduleevents.domain.webhook.Health.LastFailure;
import com.scheduleevents.domain.webhook.Health.Refusal;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Instant;
import java.util.Optional;

/**
 * What an e-mail to an owner has to say: the facts as they were when it became due, whatever has become of the webhook since.
 * Never the secret, the events, the receiver's answers or the rest of the url, which may hold a password.
 */
public sealed interface Notice {

    /** The webhook that it is about. */
    About about();

    /** The entry of the webhook's row that this e-mail settles. */
    DueMail due();

    /**
     * A webhook, as far as an e-mail tells of it.
     *
     * @param account whose owner is told
     * @param webhook which webhook
     * @param generation the generation it was in
     * @param host the host of its url
     * @param description the label its owner gave it
     * @param clinic the clinic it is for, if it is for one
     */
    record About(
            AccountId account,
            WebhookId webhook,
            long generation,
            String host,
            Optional<String> description,
            Optional<ClinicId> clinic) {}

    /**
     * It has been failing for so long that its owner is to know.
     *
     * @param failingSince when the first attempt of those began; to the millisecond
     * @param attempts how many failed since
     * @param last what came of the last one
     */
    record Warning(About about, Instant failingSince, int attempts, LastFailure last) implements Notice {
        @Override
        public DueMail due() {
            return DueMail.warning(failingSince);
        }
    }

    /**
     * It has refused one event for so long that its owner is to know, while it took others.
     *
     * @param refusal which event, and what came of it
     */
    record Refused(About about, Refusal refusal) implements Notice {
        @Override
        public DueMail due() {
            return DueMail.refused(refusal.toldAt());
        }
    }

    /**
     * A delivery ran out of attempts, and it was disabled.
     *
     * @param why which delivery, and what came of it
     */
    record Disabled(About about, RetriesExhausted why) implements Notice {
        @Override
        public DueMail due() {
            return DueMail.disabled(about.generation());
        }
    }

    /**
     * An attempt succeeded after its owner was warned.
     *
     * @param failingSince when the first attempt that failed began; to the millisecond
     * @param at when the attempt succeeded
     * @param attempts how many failed in between
     * @param last what came of the last of those
     */
    record Recovered(About about, Instant failingSince, Instant at, int attempts, LastFailure last) implements Notice {
        @Override
        public DueMail due() {
            return DueMail.recovered(failingSince);
        }
    }

    /**
     * Somebody with a key of the account gave it another url. Who has stolen a key could so have schedule data sent to himself.
     *
     * @param about with the host of the new url
     * @param version the version that the change made
     * @param at when
     * @param oldHost the host of the url before
     */
    record UrlChanged(About about, long version, Instant at, String oldHost) implements Notice {
        @Override
        public DueMail due() {
            return DueMail.urlChanged(version);
        }
    }
}
