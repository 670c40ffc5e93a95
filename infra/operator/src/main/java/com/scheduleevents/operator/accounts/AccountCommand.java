package com.scheduleevents.operator.accounts;

import picocli.CommandLine.Command;

/** The commands about accounts. */
@Command(
        name = "account",
        description = "Opens, shows, changes, limits, suspends and closes accounts.",
        subcommands = {
            OpenAccount.class,
            ShowAccount.class,
            ListAccounts.class,
            ChangeAccount.class,
            SuspendAccount.class,
            ResumeAccount.class,
            CloseAccount.class,
            LimitAccount.class
        })
public final class AccountCommand {}
