package com.scheduleevents.operator.accounts;

import picocli.CommandLine.Command;

/** The commands about accounts. */
@Command(
        name = "account",
        description = "Opens, shows and limits accounts.",
        subcommands = {OpenAccount.class, ShowAccount.class, ListAccounts.class, LimitAccount.class})
public final class AccountCommand {}
