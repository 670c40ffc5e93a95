package com.scheduleevents.operator.accounts;

import com.scheduleevents.aws.accounts.IssuedKeys.IssuedKey;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.operator.deployment.Deployed;
import com.scheduleevents.operator.deployment.Deployment;
import com.scheduleevents.operator.output.Answer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Lists an account's API keys. */
@Command(name = "list", description = "An account's API keys, revoked ones too; never their secrets.")
final class ListKeys implements Callable<Integer> {

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
            tenants.require(id);
            answer.table(
                    List.of("key", "label", "scopes", "clinics", "revoked"),
                    tenants.keys().of(id).stream().map(key -> row(tenants, key)).toList(),
                    "No keys.");
            return 0;
        }
    }

    private static List<Object> row(Tenants tenants, IssuedKey key) {
        return List.of(
                key.id().value(),
                key.label().orElse(""),
                key.grant().map(ListKeys::scopes).orElse(List.of()),
                key.grant().map(grant -> clinics(tenants, grant)).orElse(""),
                key.revokedAt().map(Object::toString).orElse(""));
    }

    private static List<String> scopes(Caller grant) {
        return grant.scopes().stream().map(Scope::wireName).sorted().toList();
    }

    private static Object clinics(Tenants tenants, Caller grant) {
        return grant.seesAllClinics() ? "all" : Tenants.sorted(tenants.reader().clinicsOf(grant.key()));
    }
}
