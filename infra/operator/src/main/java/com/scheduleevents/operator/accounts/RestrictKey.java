package com.scheduleevents.operator.accounts;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKey;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.operator.output.CommandError;
import com.scheduleevents.operator.output.CommandOutput;
import com.scheduleevents.operator.output.CommandOutput.Fact;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Changes what an API key sees and may do. */
@Command(
        name = "restrict",
        description = {
            "Changes what an API key sees, and may do.",
            "Its webhooks follow: when the command has returned, they are sent events of these clinics alone, whatever was"
                    + " under way. Harmless to repeat."
        })
final class RestrictKey extends KeyWork {

    @Mixin
    private SeenClinics seen = new SeenClinics();

    @Option(
            names = "--scope",
            split = ",",
            paramLabel = "SCOPE",
            description = "What it may do; several with commas. As before when left out.")
    private Set<Scope> scopes = new LinkedHashSet<>();

    @Override
    void check() {
        seen.check();
    }

    @Override
    void run(AccountsAccess tenants, AccountId account, ApiKey key, CommandOutput answer) {
        tenants.require(account, seen.named());
        Optional<Set<Scope>> wanted = scopes.isEmpty() ? Optional.empty() : Optional.of(scopes);
        if (!tenants.changes().restrict(account, key.id(), wanted, seen.clinics())) {
            throw new CommandError("The key " + key.id().value() + " was revoked: it sees nothing. Issue another one.");
        }
        Set<Scope> allowed = wanted.or(
                        () -> key.grant().map(grant -> grant.caller().scopes()))
                .orElse(Set.of());
        answer.facts(List.of(
                new Fact("account", account.value()),
                new Fact("key", key.id().value()),
                new Fact(
                        "scopes", allowed.stream().map(Scope::wireName).sorted().toList()),
                new Fact("clinics", seen.told())));
    }
}
