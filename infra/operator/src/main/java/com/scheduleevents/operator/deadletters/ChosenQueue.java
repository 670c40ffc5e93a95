package com.scheduleevents.operator.deadletters;

import com.scheduleevents.operator.deployment.Deployment;
import picocli.CommandLine.Parameters;

/** The parameter that says which dead-letter queue a command works on. */
final class ChosenQueue {

    @Parameters(
            paramLabel = "QUEUE",
            converter = QueueArgument.class,
            completionCandidates = QueueArgument.Words.class,
            description = "One of ${COMPLETION-CANDIDATES}.")
    private DeadLetterQueue queue = DeadLetterQueue.CHANGES;

    /** Which one it is. */
    DeadLetterQueue which() {
        return queue;
    }

    /** Its letters. */
    DeadLetterClient box(Deployment deployment) {
        return new DeadLetterClient(deployment.sqs(), deployment.resource(queue.resource()));
    }
}
