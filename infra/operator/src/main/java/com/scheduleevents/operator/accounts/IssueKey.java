package com.scheduleevents.operator.accounts;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ApiKeySecret;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.domain.id.Ulids;
import com.scheduleevents.operator.deployment.Deployed;
import com.scheduleevents.operator.deployment.Deployment;
import com.scheduleevents.operator.output.Answer;
import com.scheduleevents.operator.output.Answer.Fact;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Issues an API key. */
@Command(
        name = "issue",
        description = {
            "Issues an API key and shows its secret, this once.",
            "Only a hash of it is kept. Say what it may do and what it sees; it never gets more by itself."
        })
final class IssueKey implements Callable<Integer> {

    @Parameters(paramLabel = "ACCOUNT", description = "The account, acc_….")
    private Optional<AccountId> account = Optional.empty();

    @Option(
            names = "--scope",
            required = true,
            split = ",",
            paramLabel = "SCOPE",
            description =
                    "events:read, events:write, webhooks:read, webhooks:write or usage:read; several with commas.")
    private Set<Scope> scopes = new LinkedHashSet<>();

    @Option(
            names = "--clinic",
            split = ",",
            paramLabel = "CLINIC",
            description = "A clinic that it sees, cln_…; several with commas.")
    private Set<ClinicId> clinics = new LinkedHashSet<>();

    @Option(names = "--all-clinics", description = "It sees all clinics of the account, those added later too.")
    private boolean all;

    @Option(names = "--label", paramLabel = "TEXT", converter = Name.class, description = "What people call it.")
    private Optional<String> label = Optional.empty();

    @Option(
            names = "--test",
            description = "Makes a key for trying things out, sk_test_…; else it is a live one, sk_live_….")
    private boolean test;

    @Mixin
    private Deployed deployed = new Deployed();

    @Mixin
    private Answer answer = new Answer();

    @Spec
    private CommandSpec command = CommandSpec.create();

    @Override
    public Integer call() {
        if (all != clinics.isEmpty()) {
            throw new ParameterException(
                    command.commandLine(), "Say what the key sees: either --clinic, or --all-clinics.");
        }
        try (Deployment deployment = deployed.open()) {
            Tenants tenants = Tenants.of(deployment);
            AccountId id = account.orElseThrow();
            tenants.require(id);
            tenants.require(id, clinics);
            SecureRandom random = new SecureRandom();
            ApiKeyId key = new ApiKeyId(Ulids.mint(ApiKeyId.PREFIX, Instant.now(), random));
            ApiKeySecret secret = ApiKeySecret.mint(test ? ApiKeySecret.Mode.TEST : ApiKeySecret.Mode.LIVE, random);
            tenants.admin()
                    .issueKey(id, key, label, scopes, all ? new Clinics.All() : new Clinics.Listed(clinics), secret);
            answer.facts(List.of(
                    new Fact("account", id.value()),
                    new Fact("key", key.value()),
                    new Fact("label", label.orElse("")),
                    new Fact(
                            "scopes",
                            scopes.stream().map(Scope::wireName).sorted().toList()),
                    new Fact("clinics", all ? "all" : Tenants.sorted(clinics)),
                    new Fact("secret", secret.reveal())));
            answer.progress("The secret is shown this once: hand it to its holder now.");
            return 0;
        }
    }
}
