package com.scheduleevents.domain.webhook;

import com.scheduleevents.domain.account.Registrant;
import java.time.Instant;

/**
 * Port: registers webhooks. A webhook is there only if, at the moment it came to be, its account was active and nothing had
 * changed since its registrant was read, nor been registered where that one may have the last place: so no two can both be the
 * last that the account may have, and whoever suspends an account, or takes clinics from a key, and then looks through the
 * webhooks has seen them all.
 */
public interface Registrations {

    /**
     * Registers a webhook; harmless to repeat.
     *
     * @param by its registrant, who was read before
     * @return whether it is done; not when the account was changed in the meantime, or may have been
     */
    boolean register(Webhook webhook, Registrant by);

    /**
     * Registers a webhook and takes an idempotency key; harmless to repeat.
     *
     * @param by its registrant, who was read before
     * @return whether it is done; not when the key was taken or the account changed in the meantime, or may have been
     */
    boolean register(IdempotentChange change, Registrant by, Instant now);
}
