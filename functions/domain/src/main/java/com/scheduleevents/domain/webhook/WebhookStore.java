package com.scheduleevents.domain.webhook;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Port: the registered webhooks. Every read sees every write that was acknowledged before it. */
public interface WebhookStore {

    /** The webhook of that account, if it is there. Never a webhook of another account. */
    Optional<Webhook> find(AccountId account, WebhookId id);

    /**
     * The account's webhooks, newest first, in one query.
     *
     * @param olderThan only those registered before this one, which need not exist any more
     * @param max at most this many
     */
    List<Webhook> newestFirst(AccountId account, Optional<WebhookId> olderThan, int max);

    /** How many webhooks the account has, of whatever status. */
    int count(AccountId account);

    /** The account's webhooks that an event of the clinic may concern: those for this clinic and those for no one clinic. */
    WebhookCandidates watching(AccountId account, ClinicId clinic);

    /**
     * Removes a webhook.
     *
     * @param rememberedUntil so long its id is kept, because its deliveries are counted for as long as they are logged
     * @return whether it was there
     */
    boolean delete(AccountId account, WebhookId id, Instant rememberedUntil);

    /**
     * Puts a changed webhook in the place of the one that it was made from. Nothing happens when that one is gone, was changed
     * in the meantime, or is just being changed. What is known about its receiver may have changed in the meantime, and is
     * changed only where the url or the status is. Another url makes, in the same write, the
     * e-mail due that tells the owner of it.
     *
     * @param read the one that it was made from
     * @param changed one version after it
     * @return whether it is in its place; a repeat of a call that succeeded succeeds too
     */
    boolean update(Webhook read, Webhook changed);

    /**
     * Changes what is known about a webhook's receiver. Nothing happens when the webhook is gone, disabled, suspended or in
     * another generation, or when the write requires something else that is not so.
     *
     * @param generation the generation that was read
     * @return what is known now; empty when nothing happened
     */
    Optional<Health> write(AccountId account, WebhookId id, long generation, HealthWrite write);

    /**
     * Disables a webhook whose delivery ran out of attempts and says, in the same write, that its owner is to be e-mailed.
     * Nothing happens when it is gone, disabled already, in another generation, or has another url than at the first attempt.
     *
     * @param generation the generation that the delivery belongs to
     */
    Exhaustion disable(AccountId account, WebhookId id, long generation, Disabling.RetriesExhausted why);

    /** Whether an e-mail is still due for a webhook; not when the webhook is gone. */
    boolean isDue(AccountId account, WebhookId id, DueMail mail);

    /** Takes an e-mail off the list of those due; harmless to repeat. */
    void markMailed(AccountId account, WebhookId id, DueMail mail);

    /** What became of a webhook whose delivery ran out of attempts. */
    enum Exhaustion {
        /** This call disabled it. */
        DISABLED,
        /** It has another url than at the first attempt: the delivery is owed a schedule there. */
        URL_CHANGED,
        /** It is gone, disabled already or in another generation: nothing is owed. */
        NOT_CONCERNED
    }
}
