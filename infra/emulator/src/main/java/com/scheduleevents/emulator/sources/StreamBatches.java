package com.scheduleevents.emulator.sources;

import com.scheduleevents.emulator.lambda.FunctionFailed;
import com.scheduleevents.emulator.lambda.InvocableFunction;
import com.scheduleevents.emulator.template.SourceSpec;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;

/** Invokes a function with changes in order, batch by batch; each batch succeeds or is given up before the next begins. */
final class StreamBatches {

    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    private final SourceSpec.Stream spec;
    private final InvocableFunction function;
    private final GivenUp givenUp;
    private final Clock clock;

    /** Is notified of batches that were given up. */
    interface GivenUp {
        void accept(List<StreamChange> batch, Reason reason, int invocations);
    }

    /** Why a batch was given up, under Lambda's names. */
    enum Reason {
        RETRY_ATTEMPTS_EXHAUSTED("RetryAttemptsExhausted"),
        RECORD_AGE_EXCEEDED("RecordAgeExceeded");

        private final String condition;

        Reason(String condition) {
            this.condition = condition;
        }

        String condition() {
            return condition;
        }
    }

    private record Part(List<StreamChange> changes, int failures) {}

    StreamBatches(SourceSpec.Stream spec, InvocableFunction function, GivenUp givenUp, Clock clock) {
        this.spec = spec;
        this.function = function;
        this.givenUp = givenUp;
        this.clock = clock;
    }

    void deliver(List<StreamChange> changes) throws InterruptedException {
        for (int from = 0; from < changes.size(); from += spec.batchSize()) {
            deliverBatch(changes.subList(from, Math.min(changes.size(), from + spec.batchSize())));
        }
    }

    private void deliverBatch(List<StreamChange> batch) throws InterruptedException {
        Deque<Part> parts = new ArrayDeque<>();
        parts.push(new Part(batch, 0));
        while (!parts.isEmpty()) {
            Part part = withoutTooOld(parts.pop());
            if (part.changes().isEmpty()) {
                continue;
            }
            List<StreamChange> left = attempt(part.changes());
            if (!left.isEmpty()) {
                boolean moved = left.size() < part.changes().size();
                after(new Part(left, moved ? 1 : part.failures() + 1), parts);
            }
        }
    }

    /** After a failure: bisects the batch, retries it after a pause, or gives it up. */
    private void after(Part failed, Deque<Part> parts) throws InterruptedException {
        List<StreamChange> changes = failed.changes();
        if (spec.bisect() && changes.size() > 1) {
            int middle = changes.size() / 2;
            parts.push(new Part(changes.subList(middle, changes.size()), 0));
            parts.push(new Part(changes.subList(0, middle), 0));
        } else if (spec.maximumRetries() >= 0 && failed.failures() > spec.maximumRetries()) {
            givenUp.accept(changes, Reason.RETRY_ATTEMPTS_EXHAUSTED, failed.failures());
        } else {
            pause(failed.failures());
            parts.push(failed);
        }
    }

    private static void pause(int failures) throws InterruptedException {
        Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(failures - 1, 10));
        Thread.sleep(pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE);
    }

    private Part withoutTooOld(Part part) {
        if (spec.maximumAge().isEmpty()) {
            return part;
        }
        Instant oldest = clock.instant().minus(spec.maximumAge().get());
        int young = 0;
        while (young < part.changes().size() && part.changes().get(young).at().isBefore(oldest)) {
            young++;
        }
        if (young > 0) {
            givenUp.accept(part.changes().subList(0, young), Reason.RECORD_AGE_EXCEEDED, part.failures());
        }
        return new Part(part.changes().subList(young, part.changes().size()), part.failures());
    }

    /** The records that remain after an invocation: none, or all from the first that failed. */
    private List<StreamChange> attempt(List<StreamChange> batch) {
        try {
            byte[] response = function.invoke(StreamEvents.event(batch));
            if (!spec.reportsFailures()) {
                return List.of();
            }
            Set<String> failed = PartialBatchResponse.failed(
                    response, batch.stream().map(StreamChange::sequenceNumber).toList());
            int first = 0;
            while (first < batch.size() && !failed.contains(batch.get(first).sequenceNumber())) {
                first++;
            }
            return batch.subList(first, batch.size());
        } catch (FunctionFailed e) {
            return batch; // the host has logged it
        }
    }
}
