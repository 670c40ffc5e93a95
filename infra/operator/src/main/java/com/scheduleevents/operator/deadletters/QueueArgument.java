package com.scheduleevents.operator.deadletters;

import com.scheduleevents.domain.error.Sanitized;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads which dead-letter queue an operator means. */
final class QueueArgument implements ITypeConverter<DeadLetterQueue> {

    @Override
    public DeadLetterQueue convert(String text) {
        return DeadLetterQueue.named(text)
                .orElseThrow(() -> new TypeConversionException("there is no dead-letter queue " + Sanitized.of(text)
                        + "; there are " + DeadLetterQueue.words()));
    }

    /** All words, for the help. */
    static final class Words extends java.util.AbstractList<String> {

        private final List<String> words = Arrays.stream(DeadLetterQueue.values())
                .map(DeadLetterQueue::word)
                .toList();

        @Override
        public String get(int index) {
            return words.get(index);
        }

        @Override
        public int size() {
            return words.size();
        }
    }
}
