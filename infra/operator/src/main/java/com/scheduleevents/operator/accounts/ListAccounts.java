package com.scheduleevents.operator.accounts;

import com.scheduleevents.operator.deployment.Deployed;
import com.scheduleevents.operator.deployment.Deployment;
import com.scheduleevents.operator.output.Answer;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists the accounts. */
@Command(name = "list", description = "Every account. It reads the whole table of accounts.")
final class ListAccounts implements Callable<Integer> {

    @Mixin
    private Deployed deployed = new Deployed();

    @Mixin
    private Answer answer = new Answer();

    @Override
    public Integer call() {
        try (Deployment deployment = deployed.open()) {
            Tenants tenants = Tenants.of(deployment);
            answer.table(
                    List.of("account", "name", "clinics"),
                    tenants.admin().accounts().stream()
                            .map(id -> List.<Object>of(
                                    id.value(),
                                    tenants.reader().name(id).orElse(""),
                                    tenants.reader().clinicsOf(id).size()))
                            .toList(),
                    "No accounts.");
            return 0;
        }
    }
}
