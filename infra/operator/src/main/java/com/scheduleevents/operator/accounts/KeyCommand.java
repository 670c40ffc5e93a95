package com.scheduleevents.operator.accounts;

import picocli.CommandLine.Command;

/** The commands about API keys. */
@Command(
        name = "key",
        description = "Issues, lists, restricts and revokes API keys.",
        subcommands = {IssueKey.class, ListKeys.class, RevokeKey.class, RestrictKey.class})
public final class KeyCommand {}
