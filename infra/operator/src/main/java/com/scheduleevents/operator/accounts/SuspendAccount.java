package com.scheduleevents.operator.accounts;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.operator.output.CommandOutput;
import picocli.CommandLine.Command;

/** Suspends an account. */
@Command(
        name = "suspend",
        description = {
            "Suspends an account until it is resumed.",
            "Its requests are refused within the 60 seconds that the gateway may remember its keys. What its webhooks"
                    + " would get is parked from now on; its events are recorded as before. Harmless to repeat."
        })
final class SuspendAccount extends AccountWork {

    @Override
    void run(AccountsAccess tenants, AccountId account, CommandOutput answer) {
        tenants.done(account, tenants.changes().suspend(account));
        answer.facts(tenants.state(account));
    }
}
