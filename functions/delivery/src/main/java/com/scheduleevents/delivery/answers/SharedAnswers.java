package com.scheduleevents.delivery.answers;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Answers that hold for a while, such as access tokens. Attempts that need the same answer at the same time wait for one request.
 *
 * @param <K> what is asked for; whatever may change the answer is part of it
 * @param <A> the answers
 */
public final class SharedAnswers<K, A extends SharedAnswers.Answer> {

    private static final int MOST = 1_000;

    /** Those used last come last. */
    private final Map<K, CompletableFuture<A>> answers = new LinkedHashMap<>(16, 0.75f, true);

    /** An answer, good or bad. */
    public interface Answer {

        /** Whether it still holds. */
        boolean holds(Instant now);
    }

    /** The answer that holds now, or that of the request. */
    public A of(K key, Instant now, Supplier<A> request) {
        CompletableFuture<A> own = new CompletableFuture<>();
        CompletableFuture<A> known = known(key, own, now);
        if (known != own) {
            return shared(known, request);
        }
        try {
            own.complete(request.get());
            return own.join();
        } finally {
            // No effect on one that is complete.
            own.cancel(false);
        }
    }

    /** Forgets an answer that turned out not to hold, unless another one has taken its place. */
    public synchronized void forget(K key, A refuted) {
        answers.computeIfPresent(
                key,
                (_, answer) -> answer.isDone()
                                && !answer.isCancelled()
                                && answer.join().equals(refuted)
                        ? null
                        : answer);
    }

    /** The answer that holds or is awaited; the own one, which is awaited from now on, when there is none. */
    private synchronized CompletableFuture<A> known(K key, CompletableFuture<A> own, Instant now) {
        CompletableFuture<A> known = answers.compute(
                key,
                (_, answer) -> answer == null
                                || answer.isCancelled()
                                || (answer.isDone() && !answer.join().holds(now))
                        ? own
                        : answer);
        if (answers.size() > MOST) {
            answers.remove(answers.keySet().iterator().next());
        }
        return known;
    }

    private static <A> A shared(CompletableFuture<A> awaited, Supplier<A> request) {
        try {
            return awaited.join();
        } catch (CancellationException failed) {
            // The request failed for a reason of whoever made it, such as an interrupt.
            return request.get();
        }
    }
}
