package com.scheduleevents.domain.webhook;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Port: the registered webhooks. Reads are strongly consistent. */
public interface WebhookStore {

    /** Finds a webhook of this account; never one of another account. */
    Optional<Webhook> find(AccountId account, WebhookId id);

    /**
     * The account's webhooks, newest first, in one query.
     *
     * @param olderThan only webhooks registered before this one, which may have been deleted
     * @param max at most this many
     */
    List<Webhook> newestFirst(AccountId account, Optional<WebhookId> olderThan, int max);

    /** The number of the account's webhooks, of any status. */
    int count(AccountId account);

    /** The account's webhooks that may match an event of the clinic: those limited to this clinic and those limited to none. */
    WebhookCandidates candidates(AccountId account, ClinicId clinic);

    /**
     * Deletes a webhook.
     *
     * @param rememberedUntil until when its id is kept, so that its deliveries are counted for as long as they are logged
     * @return whether it existed
     */
    boolean delete(AccountId account, WebhookId id, Instant rememberedUntil);

    /**
     * Replaces a webhook by its next version; idempotent. Nothing happens when it was deleted, was changed since it was read, or is
     * part of a running transaction. Its health may have changed since it was read, and is written only where the URL or the
     * status changes. A change of URL makes the e-mail about it due in the same write.
     *
     * @param read the webhook as read
     * @param changed its next version
     * @return whether it was replaced
     */
    boolean update(Webhook read, Webhook changed);

    /**
     * Changes a webhook's health. Nothing happens when the webhook was deleted, is disabled, suspended or in another generation, or
     * when the write's own condition fails.
     *
     * @param generation the generation that was read
     * @return the health after the write; empty when nothing happened
     */
    Optional<Health> write(AccountId account, WebhookId id, long generation, HealthWrite write);

    /**
     * Disables a webhook after the last attempt of a delivery failed, and makes the e-mail to its owner due in the same write.
     * Nothing happens when it was deleted, is disabled or in another generation, or its URL has changed since the first attempt.
     *
     * @param generation the generation that the delivery belongs to
     */
    Exhaustion disable(AccountId account, WebhookId id, long generation, Disabling.RetriesExhausted why);

    /** Whether an e-mail is still due for a webhook; false when the webhook was deleted. */
    boolean isDue(AccountId account, WebhookId id, DueMail mail);

    /** Removes an e-mail from those that are due; idempotent. */
    void markMailed(AccountId account, WebhookId id, DueMail mail);

    /** The result of {@link #disable}. */
    enum Exhaustion {
        /** This call disabled it. */
        DISABLED,
        /** The URL has changed since the first attempt: the delivery gets a new retry cycle. */
        URL_CHANGED,
        /** The webhook was deleted, is disabled already or in another generation: nothing follows. */
        NOT_CONCERNED
    }
}
