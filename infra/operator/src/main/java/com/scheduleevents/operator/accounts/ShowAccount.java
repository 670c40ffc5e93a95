package com.scheduleevents.operator.accounts;

import com.scheduleevents.domain.account.AccountId;
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

/** Shows an account. */
@Command(name = "show", description = "An account: its owner, its clinics, and how many API keys it has.")
final class ShowAccount implements Callable<Integer> {

    @Parameters(paramLabel = "ACCOUNT", description = "The account, acc_….")
    private Optional<AccountId> account = Optional.empty();

    @Mixin
    private Deployed deployed = new Deployed();

    @Mixin
    private Answer answer = new Answer();

    @Override
    public Integer call() {
        try (Deployment deployment = deployed.open()) {
            Tenants tenants = Tenants.of(deployment);
            AccountId id = account.orElseThrow();
            String name = tenants.require(id);
            answer.facts(List.of(
                    new Fact("account", id.value()),
                    new Fact("name", name),
                    new Fact("owner_email", tenants.reader().ownerEmail(id).orElse("")),
                    new Fact("clinics", Tenants.sorted(tenants.reader().clinicsOf(id))),
                    new Fact(
                            "keys",
                            tenants.keys().of(id).stream()
                                    .filter(key -> key.grant().isPresent())
                                    .count())));
            return 0;
        }
    }
}
