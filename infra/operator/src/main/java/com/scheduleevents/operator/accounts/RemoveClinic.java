package com.scheduleevents.operator.accounts;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.operator.output.Answer;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Takes a clinic from an account. */
@Command(
        name = "remove",
        description = {
            "Takes a clinic from an account and from every key that lists it.",
            "Nobody can record or read its events from then on. They stay until they expire."
        })
final class RemoveClinic extends AccountWork {

    @Parameters(index = "1", paramLabel = "CLINIC", description = "The clinic, cln_….")
    private Optional<ClinicId> clinic = Optional.empty();

    @Override
    void run(Tenants tenants, AccountId account, Answer answer) {
        tenants.require(account, List.of(clinic.orElseThrow()));
        tenants.admin().removeClinic(account, clinic.orElseThrow());
        answer.facts(tenants.clinics(account));
    }
}
