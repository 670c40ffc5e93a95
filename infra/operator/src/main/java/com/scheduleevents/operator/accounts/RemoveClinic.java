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

/** Takes a clinic from an account. */
@Command(
        name = "remove",
        description = {
            "Takes a clinic from an account and from every key that lists it.",
            "Nobody can record or read its events from then on. They stay until they expire."
        })
final class RemoveClinic implements Callable<Integer> {

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
            tenants.require(id, List.of(clinic.orElseThrow()));
            tenants.admin().removeClinic(id, clinic.orElseThrow());
            answer.facts(List.of(
                    new Fact("account", id.value()),
                    new Fact("clinics", Tenants.sorted(tenants.reader().clinicsOf(id)))));
            return 0;
        }
    }
}
