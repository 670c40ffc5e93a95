package com.scheduleevents.operator.accounts;

import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.terminal.InvalidArguments;
import java.util.LinkedHashSet;
import java.util.Set;
import picocli.CommandLine.Option;

/** The options that say which clinics an API key sees. There is no default, so that no key sees all clinics by omission. */
final class ClinicOptions {

    @Option(
            names = "--clinic",
            split = ",",
            paramLabel = "CLINIC",
            description = "A clinic that the key sees, cln_…; separate several with commas.")
    private Set<ClinicId> listed = new LinkedHashSet<>();

    @Option(names = "--all-clinics", description = "The key sees all clinics of the account, including future ones.")
    private boolean all;

    /**
     * The clinics.
     *
     * @throws InvalidArguments unless exactly one of the options is given
     */
    Clinics clinics() {
        if (all != listed.isEmpty()) {
            throw new InvalidArguments("Say which clinics the key sees: either --clinic, or --all-clinics.");
        }
        return all ? new Clinics.All() : new Clinics.Listed(listed);
    }

    /** The clinics that are named; none with all clinics. */
    Set<ClinicId> listed() {
        return listed;
    }
}
