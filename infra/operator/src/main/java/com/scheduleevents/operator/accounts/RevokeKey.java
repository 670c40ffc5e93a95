package com.scheduleevents.operator.accounts;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.operator.deployment.Deployed;
import com.scheduleevents.operator.deployment.Deployment;
import com.scheduleevents.operator.output.Answer;
import com.scheduleevents.operator.output.Answer.Fact;
import com.scheduleevents.operator.output.Refused;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Revokes an API key. */
@Command(
        name = "revoke",
        description = {
            "Revokes an API key for good.",
            "Requests with it are refused within the 60 seconds that the gateway may remember it. Webhooks that were"
                    + " registered with it stay, under the account."
        })
final class RevokeKey implements Callable<Integer> {

    @Parameters(index = "0", paramLabel = "ACCOUNT", description = "The account, acc_….")
    private Optional<AccountId> account = Optional.empty();

    @Parameters(index = "1", paramLabel = "KEY", description = "The key, key_…; never its secret.")
    private Optional<ApiKeyId> key = Optional.empty();

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
            Instant now = Instant.now();
            if (!tenants.keys().revoke(id, key.orElseThrow(), now)) {
                throw new Refused("The account " + id.value() + " has no key "
                        + key.orElseThrow().value() + "; operator key list " + id.value() + " shows those it has.");
            }
            answer.facts(List.of(
                    new Fact("account", id.value()),
                    new Fact("key", key.orElseThrow().value()),
                    new Fact("revoked", now.toString())));
            return 0;
        }
    }
}
