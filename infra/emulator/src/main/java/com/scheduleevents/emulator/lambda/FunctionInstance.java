package com.scheduleevents.emulator.lambda;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.TransferQueue;

/**
 * An instance of a function: a thread that creates the handler and then serves one request at a time until the instance is
 * discarded.
 */
public final class FunctionInstance {

    /** Lambda allows 10 s for the constructor. A busy machine needs longer, so this only ends a hang. */
    private static final Duration START_TIMEOUT = Duration.ofMinutes(5);

    private final String function;
    private final String accessKeyId;
    private final Thread thread;
    private final TransferQueue<PendingCall> requests = new LinkedTransferQueue<>();
    private final CompletableFuture<ByteHandler> handler = new CompletableFuture<>();
    private final CompletableFuture<byte[]> killed = new CompletableFuture<>();
    private boolean warm;

    private record PendingCall(Work work, CompletableFuture<byte[]> response) {}

    @FunctionalInterface
    private interface Work {
        byte[] with(ByteHandler handler) throws Exception;
    }

    FunctionInstance(String function, String accessKeyId, FunctionCode code, Map<String, String> environment) {
        this.function = function;
        this.accessKeyId = accessKeyId;
        this.thread = Thread.ofPlatform().daemon().name(accessKeyId).unstarted(() -> run(code, environment));
        thread.setContextClassLoader(code.loader());
        thread.start();
    }

    /** The logical id of its function. */
    public String function() {
        return function;
    }

    /** The id of its credentials, which identifies its calls. */
    public String accessKeyId() {
        return accessKeyId;
    }

    /** Ends it like a crash: its thread is interrupted, the current invocation fails, and it serves no other. */
    public void kill(String reason) {
        killed.completeExceptionally(new FunctionFailed(reason));
        thread.interrupt();
    }

    /** Waits until its thread has ended, which an interrupted one does soon; what it prints later would be nobody's. */
    void awaitEnd(Duration atMost) throws InterruptedException {
        thread.join(atMost);
    }

    boolean isAlive() {
        return !killed.isDone() && thread.isAlive();
    }

    /** Waits until the handler is created. */
    void awaitStart() throws FunctionFailed, InterruptedException {
        await(handler, START_TIMEOUT, "did not start within " + START_TIMEOUT.toSeconds() + " seconds");
    }

    /**
     * Invokes the handler and waits for the response.
     *
     * @param timeout how long, from its second request on. The first one loads here what Lambda has from the snapshot that the
     *     instance is started from, so it may take as long as a start
     */
    byte[] invoke(byte[] event, InvocationContext context, Duration timeout)
            throws FunctionFailed, InterruptedException {
        CompletableFuture<byte[]> response = new CompletableFuture<>();
        requests.put(new PendingCall(made -> made.handle(event, context), response));
        Duration limit = warm || timeout.compareTo(START_TIMEOUT) > 0 ? timeout : START_TIMEOUT;
        warm = true;
        return await(response, limit, "Task timed out after " + limit.toSeconds() + " seconds");
    }

    /** Waits for the instance's thread; after a failure other than an exception of the handler, the instance is not reused. */
    @SuppressWarnings("unchecked") // what both futures have in common is the type of the first
    private <T> T await(CompletableFuture<T> outcome, Duration timeout, String whenLate)
            throws FunctionFailed, InterruptedException {
        try {
            return (T) CompletableFuture.anyOf(outcome, killed).get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            kill(whenLate);
            throw new FunctionFailed(whenLate, e);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new FunctionFailed(cause.getClass().getName() + ": " + cause.getMessage(), cause);
        }
    }

    private void run(FunctionCode code, Map<String, String> environment) {
        ByteHandler made;
        try {
            made = code.newHandler(environment);
        } catch (Throwable e) { // whatever it is, it is the function's, and the invocation's outcome
            handler.completeExceptionally(e);
            return;
        }
        handler.complete(made);
        try {
            while (!killed.isDone()) {
                serve(made, requests.take());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // thrown away
        }
    }

    private static void serve(ByteHandler handler, PendingCall request) {
        try {
            request.response().complete(request.work().with(handler));
        } catch (Throwable e) { // whatever it is, it is the function's, and the invocation's outcome
            request.response().completeExceptionally(e);
        }
    }
}
