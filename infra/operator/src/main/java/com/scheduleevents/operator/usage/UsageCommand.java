package com.scheduleevents.operator.usage;

import picocli.CommandLine.Command;

/** The commands about usage. */
@Command(
        name = "usage",
        description = "What accounts used: the figures of a month, and counting by hand.",
        subcommands = {ExportUsage.class, RecountUsage.class})
public final class UsageCommand {}
