package com.scheduleevents.benchmark.speed;

import com.scheduleevents.emulator.http.Header;
import com.scheduleevents.emulator.http.LoopbackServer;
import com.scheduleevents.emulator.http.ServerAction;
import com.scheduleevents.emulator.http.ServerRequest;
import com.scheduleevents.emulator.http.ServerResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * What the process of a function sees of Lambda and AWS: Lambda's runtime API with a single event, and, for all services of AWS, a server
 * that responds {@code {}}, which to DynamoDB's client means that nothing was found. So the first response may well be an error: it is
 * timed whatever it says.
 */
final class RuntimeEndpoint implements AutoCloseable {

    private static final String RUNTIME = "/2018-06-01/runtime";
    private static final int MAX_BODY = 7 * 1024 * 1024;
    private static final Duration LIMIT = Duration.ofMinutes(3);

    private final String event;
    private final LoopbackServer server = LoopbackServer.start("runtime endpoint", 0, MAX_BODY, this::serve);
    private final AtomicBoolean taken = new AtomicBoolean();
    private final CompletableFuture<Long> snapshot = new CompletableFuture<>();
    private final CompletableFuture<Long> responded = new CompletableFuture<>();
    private final CountDownLatch restored = new CountDownLatch(1);
    private final CountDownLatch never = new CountDownLatch(1);

    /** @param event the only one, as JSON */
    RuntimeEndpoint(String event) {
        this.event = event;
    }

    /** The host and port, for {@code AWS_LAMBDA_RUNTIME_API}. */
    String authority() {
        return server.url().getAuthority();
    }

    /** The endpoint of all services. */
    String aws() {
        return server.url().toString();
    }

    /**
     * Waits until the process has done all that comes before a snapshot, and lets it go on.
     *
     * @return when, as {@link System#nanoTime}
     */
    long restore() throws InterruptedException {
        await(snapshot);
        long now = System.nanoTime();
        restored.countDown();
        return now;
    }

    /**
     * Waits for the first response.
     *
     * @return when it came, as {@link System#nanoTime}
     */
    long response() throws InterruptedException {
        return await(responded);
    }

    private static long await(CompletableFuture<Long> call) throws InterruptedException {
        try {
            return call.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("the function did not get so far", e);
        }
    }

    private ServerAction serve(ServerRequest request) throws InterruptedException {
        long now = System.nanoTime();
        if (!request.path().startsWith(RUNTIME)) {
            return ServerResponse.of(200, "application/x-amz-json-1.0", "{}");
        }
        String call = request.path().substring(RUNTIME.length());
        return switch (call) {
            case "/invocation/next" -> next();
            case "/restore/next" -> frozen(now);
            case "/init/error", "/restore/error" -> failed(request.text());
            default -> {
                responded.complete(now);
                yield ServerResponse.of(202, "application/json", "{\"status\":\"OK\"}");
            }
        };
    }

    private ServerAction next() throws InterruptedException {
        if (!taken.compareAndSet(false, true)) {
            // Until the process or the server ends.
            never.await();
        }
        return new ServerResponse(
                200,
                List.of(
                        new Header("Content-Type", "application/json"),
                        new Header("Lambda-Runtime-Aws-Request-Id", "8a4c0d6e-0000-4000-8000-00000000feed"),
                        new Header(
                                "Lambda-Runtime-Deadline-Ms",
                                Long.toString(Instant.now().plus(LIMIT).toEpochMilli())),
                        new Header(
                                "Lambda-Runtime-Invoked-Function-Arn",
                                "arn:aws:lambda:us-east-1:000000000000:function:measured:live")),
                event.getBytes(StandardCharsets.UTF_8));
    }

    private ServerAction frozen(long now) throws InterruptedException {
        snapshot.complete(now);
        restored.await();
        return ServerResponse.empty(200);
    }

    private ServerAction failed(String why) {
        IllegalStateException failure = new IllegalStateException(why);
        snapshot.completeExceptionally(failure);
        responded.completeExceptionally(failure);
        return ServerResponse.of(202, "application/json", "{\"status\":\"OK\"}");
    }

    @Override
    public void close() {
        server.close();
    }
}
