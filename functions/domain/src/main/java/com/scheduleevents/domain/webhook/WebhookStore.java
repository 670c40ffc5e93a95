package com.scheduleevents.domain.webhook;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import java.util.List;
import java.util.Optional;

/** Port: the registered webhooks. Every read sees every write that was acknowledged before it. */
public interface WebhookStore {

    /** Registers a webhook; harmless to repeat. */
    void insert(Webhook webhook);

    /** The webhook of that account, if it is there. Never a webhook of another account. */
    Optional<Webhook> find(AccountId account, WebhookId id);

    /**
     * The account's webhooks, newest first, in one query.
     *
     * @param olderThan only those registered before this one, which need not exist any more
     * @param max at most this many
     */
    List<Webhook> newestFirst(AccountId account, Optional<WebhookId> olderThan, int max);

    /** The account's webhooks that an event of the clinic may concern: those for this clinic and those for no one clinic. */
    List<Webhook> watching(AccountId account, ClinicId clinic);

    /**
     * Removes a webhook.
     *
     * @return whether it was there
     */
    boolean delete(AccountId account, WebhookId id);

    /**
     * Begins a new term of a disabled webhook; leaves an active one as it is.
     *
     * @return the webhook as it is now; empty when it is not there
     */
    Optional<Webhook> enable(AccountId account, WebhookId id);

    /**
     * Disables a webhook whose delivery ran out of attempts and says, in the same write, that its owner is to be e-mailed.
     * Nothing happens when it is gone, disabled already, or in another term.
     *
     * @param term the term that the delivery belongs to
     * @return whether this call disabled it
     */
    boolean disable(AccountId account, WebhookId id, long term, Disabling why);

    /** Whether an e-mail is still due for a webhook; not when the webhook is gone. */
    boolean isDue(AccountId account, WebhookId id, DueMail mail);

    /** Takes an e-mail off the list of those due; harmless to repeat. */
    void markMailed(AccountId account, WebhookId id, DueMail mail);
}
