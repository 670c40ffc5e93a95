package com.scheduleevents.operator.accounts;

import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import java.util.LinkedHashSet;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that say which clinics an API key sees. There is no default: nobody is to let a key see all by leaving out. */
final class SeenClinics {

    @Option(
            names = "--clinic",
            split = ",",
            paramLabel = "CLINIC",
            description = "A clinic that it sees, cln_…; several with commas.")
    private Set<ClinicId> listed = new LinkedHashSet<>();

    @Option(names = "--all-clinics", description = "It sees all clinics of the account, those added later too.")
    private boolean all;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create();

    /**
     * Looks whether they go together.
     *
     * @throws ParameterException unless exactly one of them is there
     */
    void check() {
        if (all != listed.isEmpty()) {
            throw new ParameterException(
                    command.commandLine(), "Say what the key sees: either --clinic, or --all-clinics.");
        }
    }

    /** Those that were named; none when it sees all. */
    Set<ClinicId> named() {
        return listed;
    }

    /** What the key sees. */
    Clinics clinics() {
        return all ? new Clinics.All() : new Clinics.Listed(listed);
    }

    /** What the key sees, for an answer. */
    Object told() {
        return all ? "all" : AccountsAccess.sorted(listed);
    }
}
