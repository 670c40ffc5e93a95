package com.scheduleevents.operator.deadletters;

import picocli.CommandLine.Command;

/** The commands about dead letters. */
@Command(
        name = "dead-letters",
        description = "What the service could not handle: counts it, says what it is, puts it back.",
        subcommands = {ListDeadLetters.class, ExplainDeadLetters.class, RedriveDeadLetters.class})
public final class DeadLettersCommand {}
