package com.scheduleevents.operator.accounts;

import picocli.CommandLine.Command;

/** The commands about API keys. */
@Command(
        name = "key",
        description = "Issues, lists, changes and revokes API keys.",
        subcommands = {
            IssueKey.class,
            ListKeys.class,
            LabelKey.class,
            ExpireKey.class,
            RestrictKey.class,
            RollKey.class,
            RevokeKey.class
        })
public final class KeyCommand {}
