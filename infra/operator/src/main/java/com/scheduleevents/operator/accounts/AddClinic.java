package com.scheduleevents.operator.accounts;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.operator.deployment.Deployed;
import com.scheduleevents.operator.deployment.Deployment;
import com.scheduleevents.operator.output.Answer;
import com.scheduleevents.operator.output.Answer.Fact;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Adds a clinic to an account. */
@Command(
        name = "add",
        description = {"Adds a clinic to an account. Keys with all clinics see it from now on; keys with a list do not."
        })
final class AddClinic implements Callable<Integer> {

    @Parameters(index = "0", paramLabel = "ACCOUNT", description = "The account, acc_….")
    private Optional<AccountId> account = Optional.empty();

    @Parameters(index = "1", paramLabel = "CLINIC", description = "The clinic, cln_….")
    private Optional<ClinicId> clinic = Optional.empty();

    @Mixin
    private Deployed deployed = new Deployed();

    @Mixin
    private Answer answer = new Answer();

    @Override
    public Integer call() {
        try (Deployment deployment = deployed.open()) {
            Tenants tenants = Tenants.of(deployment);
            AccountId id = account.orElseThrow();
            tenants.require(id);
            tenants.admin().addClinic(id, clinic.orElseThrow());
            answer.facts(List.of(
                    new Fact("account", id.value()),
                    new Fact("clinics", Tenants.sorted(tenants.reader().clinicsOf(id)))));
            return 0;
        }
    }
}
