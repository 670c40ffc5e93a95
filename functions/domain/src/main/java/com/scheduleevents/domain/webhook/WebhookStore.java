package com.scheduleevents.domain.webhook;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Port: the registered webhooks. Reads are strongly consistent. */
public interface WebhookStore {

    /** How often a rule of an attempt is applied, where other writers of the row are faster: there are many attempts, and each writes. */
    int TRIES_OF_ATTEMPTS = 5;

    /** How often any other rule is. Without the write of a probe, nobody looks at the backlog until the probe's lease ends. */
    int TRIES_OF_PROBES = 50;

    /** Finds a webhook of this account; never one of another account. */
    Optional<Webhook> find(AccountId account, WebhookId id);

    /** Finds the webhook of this account that has the external id. */
    Optional<Webhook> find(AccountId account, ExternalId id);

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
    default WebhookCandidates candidates(AccountId account, ClinicId clinic) {
        return candidates(account, Set.of(clinic));
    }

    /**
     * The account's webhooks that may match an event of one of the clinics. What it reads depends on the clinics, and not on how many webhooks
     * other clinics have.
     *
     * @param clinics at least one; of several, further webhooks may be among the result
     */
    WebhookCandidates candidates(AccountId account, Set<ClinicId> clinics);

    /** All webhooks of the account; those that match an event are among them. */
    WebhookCandidates candidates(AccountId account);

    /**
     * Deletes a webhook. Its external id is free again.
     *
     * @param rememberedUntil until when its id is kept, so that its deliveries are counted for as long as they are logged
     * @return whether it existed
     */
    boolean delete(AccountId account, WebhookId id, Instant rememberedUntil);

    /**
     * Deletes a webhook as {@link #delete(AccountId, WebhookId, Instant)} does, and says who did it, in the same write that remembers it.
     *
     * @param last the webhook as it was read, with the origin of its deletion
     */
    boolean delete(Webhook last, Instant rememberedUntil);

    /**
     * Deletes a webhook as {@link #delete(Webhook, Instant)} does, on condition that it still is the version that was read; idempotent.
     *
     * @return whether it was deleted; not when it has changed or may have, or does not exist
     */
    boolean deleteUnchanged(Webhook last, Instant rememberedUntil);

    /**
     * Replaces a webhook by its next version; idempotent. Nothing happens when it was deleted, was changed since it was read, or is
     * part of a running transaction. Its health may have changed since it was read, and is written only where the URL or the
     * status changes. A change of URL makes the e-mail about it due in the same write. Nor does anything happen when another webhook of the
     * account has the external id that this one is to have.
     *
     * @param read the webhook as read
     * @param changed its next version
     * @return whether it was replaced
     */
    boolean update(Webhook read, Webhook changed);

    /**
     * Writes a changed health, unless it has changed since it was read, or the webhook was deleted, is disabled, suspended or in
     * another generation.
     *
     * @param read the webhook as read
     * @param change made from its health
     */
    Written write(Webhook read, HealthChange change);

    /**
     * Applies a rule to a webhook's health: decides and writes, and does both again where another writer was faster.
     *
     * @param read the webhook as read
     * @param rule the rule; empty when nothing is to be written
     * @return the change that was written, in the row as it is now; empty when none was, because the rule asked for none, the webhook
     *     no longer is as it was in other respects, or other writers were faster too often
     */
    default Optional<HealthChange> change(Webhook read, Function<Health, Optional<HealthChange>> rule) {
        Webhook row = read;
        for (int tries = 0; tries < TRIES_OF_PROBES; tries++) {
            Optional<HealthChange> wanted = rule.apply(row.health());
            if (wanted.isEmpty() || (wanted.get().rule().counts() && tries == TRIES_OF_ATTEMPTS)) {
                return Optional.empty();
            }
            HealthChange change = wanted.get();
            switch (write(row, change)) {
                case Written.Done(Webhook now) -> {
                    return Optional.of(new HealthChange(change.rule(), now.health(), change.mails()));
                }
                case Written.Outdated(Webhook now) -> row = now;
                case Written.Refused _ -> {
                    return Optional.empty();
                }
            }
        }
        return Optional.empty();
    }

    /**
     * Disables a webhook after the last attempt of a delivery failed, and makes the e-mail to its owner due in the same write.
     * Nothing happens when it was deleted, is disabled or in another generation, or its URL has changed since the first attempt.
     *
     * @param generation the generation that the delivery belongs to
     */
    Exhaustion disable(AccountId account, WebhookId id, long generation, Disabling.RetriesExhausted why);

    /**
     * Stores that the receiver at the URL of a webhook has returned the challenge; idempotent. Nothing happens when the webhook was deleted,
     * has another URL now, or is part of a running transaction: then the receiver is asked again.
     *
     * @param read the webhook as read
     */
    void verified(Webhook read);

    /**
     * Takes the e-mails of a webhook, so that nobody else sends one of them at the same time: its message may exist twice.
     *
     * @param mail the e-mail that is to be sent
     * @param until when others may take them, if the claim was not ended by then; identifies the claim, to the millisecond
     */
    MailClaim claim(AccountId account, WebhookId id, DueMail mail, Instant now, Instant until);

    /**
     * Ends a claim without an e-mail; idempotent.
     *
     * @param until the claim; one that somebody else has made since stays as it is
     */
    void release(AccountId account, WebhookId id, Instant until);

    /**
     * Removes an e-mail from those that are due, and ends the claim; idempotent.
     *
     * @param until the claim; one that somebody else has made since stays as it is
     */
    void markMailed(AccountId account, WebhookId id, DueMail mail, Instant until);

    /**
     * Makes the e-mail due that a client certificate ends, unless it was due before; idempotent. Without effect on a webhook that has another
     * certificate by now, or was deleted.
     */
    void tell(AccountId account, WebhookId id, CertificateEnd end);

    /** Remembers which e-mails are due and were left out, and removes those that have lapsed; idempotent. Without effect on a deleted webhook. */
    void leaveOut(AccountId account, WebhookId id, LeftOutMails leftOut);

    /** The result of {@link #write}. */
    sealed interface Written {
        /** The row was written, and is now so. */
        record Done(Webhook row) implements Written {}

        /** The health has changed since it was read, and is now so. */
        record Outdated(Webhook row) implements Written {}

        /** The webhook was deleted, is disabled, suspended or in another generation. */
        record Refused() implements Written {}
    }

    /** The result of {@link #claim}. */
    enum MailClaim {
        /** The caller sends the e-mail. */
        CLAIMED,
        /** Somebody else is sending an e-mail of this webhook. */
        CLAIMED_ELSEWHERE,
        /** The e-mail was sent, or the webhook was deleted. */
        NOT_DUE
    }

    /** The result of {@link #disable}. */
    enum Exhaustion {
        /** This call disabled it. */
        DISABLED,
        /** The URL has changed since the first attempt, or the account is suspended: the delivery gets a new retry cycle. */
        BEGINS_ANEW,
        /** The webhook was deleted, is disabled already or in another generation: nothing follows. */
        NOT_CONCERNED
    }
}
