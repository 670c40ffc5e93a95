package com.scheduleevents.api.webhooks;

import com.scheduleevents.api.http.KeyStatus;
import com.scheduleevents.domain.account.AccountState;
import com.scheduleevents.domain.account.Accounts;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.Registrant;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.domain.webhook.WebhookStore;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Reads the key and account that register a webhook. They are read again, because the authorizer's result may be a minute old and a
 * webhook is permanent. The account's webhooks are counted after its row was read; the registration requires an unchanged row.
 */
final class RegistrantLookup {

    private final Accounts accounts;
    private final WebhookStore webhooks;
    private final int standard;
    private final InstantSource clock;

    /** @param standard the webhook limit of an account without a limit of its own */
    RegistrantLookup(Accounts accounts, WebhookStore webhooks, int standard, InstantSource clock) {
        this.accounts = accounts;
        this.webhooks = webhooks;
        this.standard = standard;
        this.clock = clock;
    }

    /**
     * @throws ApiException 401 when the key was revoked or has expired, 403 when it may not register webhooks any more or the account was
     *     suspended, 409 when the account has reached its webhook limit
     */
    Registrant of(Caller cached) {
        Registrant registrant = accounts.registrant(cached.account(), cached.key())
                .filter(found -> found.state() != AccountState.CLOSED)
                .orElseThrow(KeyStatus::unknown);
        if (registrant.state() == AccountState.SUSPENDED) {
            throw KeyStatus.suspended();
        }
        KeyStatus.require(Optional.of(registrant.grant()), clock.instant())
                .caller()
                .require(Scope.WEBHOOKS_WRITE);
        int limit = registrant.terms().webhooks().orElse(standard);
        int left = limit - webhooks.count(registrant.account());
        if (left <= 0) {
            throw new ApiException(
                    ErrorCode.WEBHOOK_LIMIT,
                    null,
                    "The account has " + limit
                            + " webhooks, which is its limit; disabled ones count. Delete one first, or"
                            + " ask the operator of this service for more.");
        }
        return registrant.withRoomFor(left);
    }
}
