package com.scheduleevents.operator.accounts;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.operator.output.CommandOutput;
import picocli.CommandLine.Command;

/** Serves a suspended account again. */
@Command(
        name = "resume",
        description = {
            "Serves a suspended account again.",
            "What was parked is delivered, one at first and ever faster; its requests are answered within 60 seconds."
                    + " Harmless to repeat."
        })
final class ResumeAccount extends AccountWork {

    @Override
    void run(AccountsAccess tenants, AccountId account, CommandOutput answer) {
        tenants.done(account, tenants.changes().resume(account));
        answer.facts(tenants.state(account));
    }
}
