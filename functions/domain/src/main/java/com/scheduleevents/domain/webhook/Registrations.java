package com.scheduleevents.domain.webhook;

import com.scheduleevents.domain.account.Registrant;
import java.time.Instant;

/**
 * Port: registers webhooks. A registration succeeds only if its account is active and has not changed since the registrant was read;
 * close to the account's limit, another registration counts as a change. So concurrent registrations cannot exceed the limit,
 * and whoever suspends an account or removes clinics from a key, and then lists the webhooks, sees all of them. No two webhooks of an
 * account are registered with the same external id.
 */
public interface Registrations {

    /**
     * Registers a webhook; idempotent.
     *
     * @param by the registrant, as read before
     * @return whether it was registered; not when another webhook has its external id, or the account has changed or may have
     */
    boolean register(Webhook webhook, Registrant by);

    /**
     * Registers a webhook and takes an idempotency key; idempotent.
     *
     * @param by the registrant, as read before
     * @return whether it was registered; not when the key was taken, another webhook has its external id, or the account has changed or may
     *     have
     */
    boolean register(IdempotentChange change, Registrant by, Instant now);
}
