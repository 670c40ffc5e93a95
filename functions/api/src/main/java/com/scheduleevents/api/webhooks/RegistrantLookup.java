package com.scheduleevents.api.webhooks;

import com.scheduleevents.api.http.KeyStatus;
import com.scheduleevents.domain.account.AccountState;
import com.scheduleevents.domain.account.Accounts;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.Registrant;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.domain.webhook.WebhookStore;

/**
 * Reads the key and account that register a webhook. They are read again, because the authorizer's result may be a minute old and a
 * webhook is permanent. The account's webhooks are counted after its row was read; the registration requires an unchanged row.
 */
final class RegistrantLookup {

    private final Accounts accounts;
    private final WebhookStore webhooks;
    private final int standard;

    /** @param standard the webhook limit of an account without a limit of its own */
    RegistrantLookup(Accounts accounts, WebhookStore webhooks, int standard) {
        this.accounts = accounts;
        this.webhooks = webhooks;
        this.standard = standard;
    }

    /**
     * @throws ApiException 401 when the key was revoked, 403 when the account was suspended, 409 when the account has reached its
     *     webhook limit
     */
    Registrant of(Caller caller) {
        Registrant registrant = accounts.registrant(caller.account(), caller.key())
                .filter(found -> found.state() != AccountState.CLOSED)
                .orElseThrow(KeyStatus::unknown);
        if (registrant.state() == AccountState.SUSPENDED) {
            throw KeyStatus.suspended();
        }
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
