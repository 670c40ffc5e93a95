package com.scheduleevents.operator.deadletters;

import com.scheduleevents.domain.error.Sanitized;
import com.scheduleevents.operator.deployment.Deployment;
import java.util.Arrays;
import java.util.Iterator;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** The parameter that says which dead-letter queue a command works on. */
final class QueueArgument {

    @Parameters(
            paramLabel = "QUEUE",
            converter = Reader.class,
            completionCandidates = Words.class,
            description = "One of ${COMPLETION-CANDIDATES}.")
    private DeadLetterQueue queue = DeadLetterQueue.CHANGES;

    DeadLetterQueue queue() {
        return queue;
    }

    DeadLetterClient client(Deployment deployment) {
        return DeadLetterClient.of(deployment, queue);
    }

    private static final class Reader implements ITypeConverter<DeadLetterQueue> {
        @Override
        public DeadLetterQueue convert(String text) {
            return DeadLetterQueue.named(text)
                    .orElseThrow(() -> new TypeConversionException("there is no dead-letter queue " + Sanitized.of(text)
                            + "; there are " + String.join(", ", new Words())));
        }
    }

    private static final class Words implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(DeadLetterQueue.values())
                    .map(DeadLetterQueue::word)
                    .iterator();
        }
    }
}
