package com.scheduleevents.operator.accounts;

import picocli.CommandLine.Command;

/** The commands about accounts. */
@Command(
        name = "account",
        description = "Opens and shows accounts.",
        subcommands = {OpenAccount.class, ShowAccount.class, ListAccounts.class})
public final class AccountCommand {}
