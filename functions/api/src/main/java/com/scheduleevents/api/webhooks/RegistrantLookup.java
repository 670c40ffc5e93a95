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
 * Who registers a webhook, looked up anew: the gateway may know the key as it was a minute ago, and a webhook stays. The
 * account's webhooks are counted after its row was read; a registration that finds the row changed begins again.
 */
final class RegistrantLookup {

    private final Accounts accounts;
    private final WebhookStore webhooks;
    private final int standard;

    /**
     * @param accounts where they are looked up
     * @param webhooks the account's webhooks
     * @param standard how many an account may have that has no other terms
     */
    RegistrantLookup(Accounts accounts, WebhookStore webhooks, int standard) {
        this.accounts = accounts;
        this.webhooks = webhooks;
        this.standard = standard;
    }

    /**
     * @throws ApiException 401 when the key was revoked, 403 when the account was suspended, while the gateway remembered it; 409
     *     when the account has as many webhooks as it may
     */
    Registrant of(Caller caller) {
        Registrant registrant = accounts.registrant(caller.account(), caller.key())
                .filter(by -> by.state() != AccountState.CLOSED)
                .orElseThrow(KeyStatus::unknown);
        if (registrant.state() == AccountState.SUSPENDED) {
            throw KeyStatus.suspended();
        }
        return registrant.withRoomFor(left(registrant));
    }

    private int left(Registrant by) {
        int most = by.terms().webhooks().orElse(standard);
        int left = most - webhooks.count(by.account());
        if (left <= 0) {
            throw new ApiException(
                    ErrorCode.WEBHOOK_LIMIT,
                    null,
                    "The account has " + most
                            + " webhooks, as many as it may have; disabled ones count. Delete one first, or"
                            + " ask the operator of this service for more.");
        }
        return left;
    }
}
