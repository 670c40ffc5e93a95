package com.scheduleevents.simulation.people;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.simulation.promises.ConfirmedChange;
import java.time.Instant;
import java.util.List;

/**
 * A customer of the service.
 *
 * @param account its account
 * @param email its owner's address
 * @param clinics its clinics
 * @param wide its key that sees all clinics
 * @param narrow its key that sees a list of clinics
 */
record SimulatedTenant(AccountId account, String email, List<String> clinics, SimulatedKey wide, SimulatedKey narrow) {

    /** Calls the API with the key that sees all clinics. */
    SimulatedApiClient client() {
        return wide.client();
    }

    /** A change of one of its webhooks or keys that was asked for then, and is confirmed now. */
    ConfirmedChange confirmed(String subject, String action, Instant asked, Instant now) {
        return new ConfirmedChange(account.value(), subject, action, asked, now);
    }
}
