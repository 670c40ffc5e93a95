package com.scheduleevents.operator.accounts;

import static com.scheduleevents.operator.accounts.AccountArguments.ACCOUNT;
import static com.scheduleevents.operator.accounts.AccountArguments.CLINIC;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.erasure.Erasure;
import com.scheduleevents.operator.connection.TargetOptions;
import com.scheduleevents.operator.output.CommandOutput;
import com.scheduleevents.operator.tenants.Tenants;
import com.scheduleevents.terminal.CommandFailure;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The commands on clinics. */
@Command(name = "clinic", description = ClinicCommands.SUMMARY, addMethodSubcommands = false)
public final class ClinicCommands {

    /** What it does, in one sentence of the help. */
    public static final String SUMMARY = "Adds clinics to accounts and removes them.";

    @Command(
            name = "add",
            description = {
                "Adds a clinic to an account.",
                "Keys with all clinics see it from now on, and their webhooks receive its events; keys with a list do"
                        + " not."
            })
    void add(
            @Mixin TargetOptions target,
            @Mixin CommandOutput output,
            @Parameters(paramLabel = "ACCOUNT", description = ACCOUNT) AccountId account,
            @Parameters(paramLabel = "CLINIC", description = CLINIC) ClinicId clinic) {
        target.run(tenants -> {
            tenants.require(account);
            requireNotErased(tenants, account, clinic);
            Tenants.requireOpen(account, tenants.changes().addClinic(account, clinic));
            output.facts(TenantFacts.account(account), TenantFacts.clinics(tenants, account));
        });
    }

    private static void requireNotErased(Tenants tenants, AccountId account, ClinicId clinic) {
        tenants.deployment()
                .erasures()
                .find(account, Optional.of(clinic))
                .filter(erasure -> erasure.addableFrom()
                        .filter(from -> !Instant.now().isBefore(from))
                        .isEmpty())
                .ifPresent(erasure -> {
                    throw new CommandFailure(
                            "The clinic " + clinic.value() + " is being erased, and queues may still hold its events: "
                                    + erasure.addableFrom()
                                            .map(from -> "add it from " + from + " on.")
                                            .orElse("it can be added " + Erasure.QUEUES_KEEP.toDays()
                                                    + " days after its erasure has ended."));
                });
    }

    @Command(
            name = "remove",
            description = {
                "Removes a clinic from an account, from every key that lists it and from all webhooks.",
                "From then on no event of it can be recorded, and none is sent once the command has returned. Its events"
                        + " stay until they expire. The command is idempotent."
            })
    void remove(
            @Mixin TargetOptions target,
            @Mixin CommandOutput output,
            @Parameters(paramLabel = "ACCOUNT", description = ACCOUNT) AccountId account,
            @Parameters(paramLabel = "CLINIC", description = CLINIC) ClinicId clinic) {
        target.run(tenants -> {
            tenants.require(account);
            if (!tenants.changes().wasRemoved(account, clinic)) {
                tenants.requireClinics(account, List.of(clinic));
            }
            Tenants.requireOpen(account, tenants.changes().removeClinic(account, clinic));
            output.facts(TenantFacts.account(account), TenantFacts.clinics(tenants, account));
        });
    }
}
