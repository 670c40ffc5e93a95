package com.scheduleevents.operator.accounts;

import picocli.CommandLine.Command;

/** The commands about clinics. */
@Command(
        name = "clinic",
        description = "Adds clinics to accounts and removes them.",
        subcommands = {AddClinic.class, RemoveClinic.class})
public final class ClinicCommand {}
