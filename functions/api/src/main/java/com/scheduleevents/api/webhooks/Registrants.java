package com.scheduleevents.api.webhooks;

import com.scheduleevents.domain.account.AccountState;
import com.scheduleevents.domain.account.Accounts;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.Registrant;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;

/** Who registers a webhook, looked up anew: the gateway may know the key as it was a minute ago, and a webhook stays. */
final class Registrants {

    private final Accounts accounts;

    Registrants(Accounts accounts) {
        this.accounts = accounts;
    }

    /** @throws ApiException 401 when the key was revoked, 403 when the account was suspended, while the gateway remembered it */
    Registrant of(Caller caller) {
        Registrant registrant = accounts.registrant(caller.account(), caller.key())
                .filter(by -> by.state() != AccountState.CLOSED)
                .orElseThrow(() -> new ApiException(
                        ErrorCode.INVALID_API_KEY,
                        null,
                        "This API key is unknown or was revoked. Use one that your account has."));
        if (registrant.state() == AccountState.SUSPENDED) {
            throw new ApiException(
                    ErrorCode.ACCOUNT_SUSPENDED,
                    null,
                    "The account of this API key is suspended. Ask the operator of this service why, and to resume it.");
        }
        return registrant;
    }
}
