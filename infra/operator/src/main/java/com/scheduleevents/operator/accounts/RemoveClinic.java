package com.scheduleevents.operator.accounts;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.operator.output.CommandOutput;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Takes a clinic from an account. */
@Command(
        name = "remove",
        description = {
            "Takes a clinic from an account, from every key that lists it and from all webhooks.",
            "Nothing can be recorded of it from then on, and nothing of it is sent when the command has returned. Its"
                    + " events stay until they expire. Harmless to repeat."
        })
final class RemoveClinic extends AccountWork {

    @Parameters(index = "1", paramLabel = "CLINIC", description = "The clinic, cln_….")
    private Optional<ClinicId> clinic = Optional.empty();

    @Override
    void run(AccountsAccess tenants, AccountId account, CommandOutput answer) {
        ClinicId gone = clinic.orElseThrow();
        if (!tenants.changes().had(account, gone)) {
            tenants.require(account, List.of(gone));
        }
        tenants.done(account, tenants.changes().removeClinic(account, gone));
        answer.facts(tenants.clinics(account));
    }
}
