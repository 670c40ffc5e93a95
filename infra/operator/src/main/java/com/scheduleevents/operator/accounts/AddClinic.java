package com.scheduleevents.operator.accounts;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.operator.output.CommandOutput;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Adds a clinic to an account. */
@Command(
        name = "add",
        description = {
            "Adds a clinic to an account.",
            "Keys with all clinics see it from now on, and their webhooks get its events; keys with a list do not."
        })
final class AddClinic extends AccountWork {

    @Parameters(index = "1", paramLabel = "CLINIC", description = "The clinic, cln_….")
    private Optional<ClinicId> clinic = Optional.empty();

    @Override
    void run(AccountsAccess tenants, AccountId account, CommandOutput answer) {
        tenants.done(account, tenants.changes().addClinic(account, clinic.orElseThrow()));
        answer.facts(tenants.clinics(account));
    }
}
