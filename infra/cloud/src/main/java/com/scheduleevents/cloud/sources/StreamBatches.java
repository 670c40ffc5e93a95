package com.scheduleevents.cloud.sources;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Invokes a function with changes in order, batch by batch; each batch succeeds or is given up before the next begins
 * (AWS Lambda Developer Guide, "Using AWS Lambda with Amazon DynamoDB").
 */
public final class StreamBatches {

    private final SourceSpec.Stream spec;
    private final Invocation function;
    private final Consumer<GivenUpBatch> givenUp;
    private final Backoff backoff;
    private final Backoff.Sleep sleep;
    private final InstantSource clock;

    /** Invokes the function of a source. */
    @FunctionalInterface
    public interface Invocation {

        /**
         * Invokes it, and waits until it has ended.
         *
         * @param records how many changes the event has
         * @return its response; empty when it failed
         */
        Optional<byte[]> invoke(byte[] event, int records) throws InterruptedException;
    }

    /** @param failures of one invocation after the other with these changes, and without progress */
    private record Part(List<StreamChange> changes, int failures) {

        Part of(int from, int to) {
            return new Part(changes.subList(from, to), failures);
        }
    }

    /**
     * @param givenUp is told of changes that were given up
     * @param backoff how long the changes wait for another invocation after one that failed
     */
    public StreamBatches(
            SourceSpec.Stream spec,
            Invocation function,
            Consumer<GivenUpBatch> givenUp,
            Backoff backoff,
            Backoff.Sleep sleep,
            InstantSource clock) {
        this.spec = spec;
        this.function = function;
        this.givenUp = givenUp;
        this.backoff = backoff;
        this.sleep = sleep;
        this.clock = clock;
    }

    /** Returns when each change was handled or given up. */
    public void deliver(List<StreamChange> changes) throws InterruptedException {
        for (int from = 0; from < changes.size(); from += spec.batchSize()) {
            deliverBatch(changes.subList(from, Math.min(changes.size(), from + spec.batchSize())));
        }
    }

    private void deliverBatch(List<StreamChange> batch) throws InterruptedException {
        Deque<Part> parts = new ArrayDeque<>();
        parts.push(new Part(batch, 0));
        while (!parts.isEmpty()) {
            Part part = withoutTooOld(parts.pop());
            if (!part.changes().isEmpty()) {
                attempt(part, parts);
            }
        }
    }

    private void attempt(Part part, Deque<Part> parts) throws InterruptedException {
        List<StreamChange> changes = part.changes();
        Optional<Integer> handled = function.invoke(StreamEvents.event(changes), changes.size())
                .flatMap(response -> handled(response, changes));
        int done = handled.orElse(0);
        if (done == changes.size()) {
            return;
        }
        int failures = done > 0 ? 1 : part.failures() + 1;
        Part left = new Part(changes.subList(done, changes.size()), failures);
        if (spec.bisect() && handled.isEmpty() && changes.size() > 1) {
            // A batch that is split has not used up a retry.
            int middle = changes.size() / 2;
            sleep.sleep(backoff.after(failures));
            parts.push(part.of(middle, changes.size()));
            parts.push(part.of(0, middle));
        } else if (spec.maximumRetries() >= 0 && failures > spec.maximumRetries()) {
            givenUp.accept(new GivenUpBatch(left.changes(), GivenUpBatch.Reason.RETRY_ATTEMPTS_EXHAUSTED, failures));
        } else {
            sleep.sleep(backoff.after(failures));
            parts.push(left);
        }
    }

    /** How many changes precede the first that failed; empty when the invocation counts as failed. */
    private Optional<Integer> handled(byte[] response, List<StreamChange> changes) {
        List<String> numbers =
                changes.stream().map(StreamChange::sequenceNumber).toList();
        Optional<Set<String>> failed =
                spec.reportsFailures() ? PartialBatchResponse.failed(response, numbers) : Optional.of(Set.of());
        return failed.map(items -> (int)
                numbers.stream().takeWhile(number -> !items.contains(number)).count());
    }

    private Part withoutTooOld(Part part) {
        List<StreamChange> changes = part.changes();
        Optional<Instant> oldest = spec.maximumAge().map(age -> clock.instant().minus(age));
        int old = (int) changes.stream()
                .takeWhile(change -> oldest.filter(change.at()::isBefore).isPresent())
                .count();
        if (old > 0) {
            givenUp.accept(new GivenUpBatch(
                    changes.subList(0, old), GivenUpBatch.Reason.RECORD_AGE_EXCEEDED, part.failures()));
        }
        return part.of(old, changes.size());
    }
}
