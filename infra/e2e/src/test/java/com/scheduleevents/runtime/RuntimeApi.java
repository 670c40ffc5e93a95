package com.scheduleevents.runtime;

import com.scheduleevents.emulator.http.Header;
import com.scheduleevents.emulator.http.LoopbackServer;
import com.scheduleevents.emulator.http.ServerAction;
import com.scheduleevents.emulator.http.ServerRequest;
import com.scheduleevents.emulator.http.ServerResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Lambda's Runtime API (AWS Lambda Developer Guide, "Using the Lambda runtime API for custom runtimes"), for one process: hands
 * out events, holds the process where Lambda would take the snapshot, and keeps what it tells.
 */
final class RuntimeApi implements AutoCloseable {

    /** The id of every request that it hands out. */
    static final String REQUEST = "8a4c0d6e-0000-4000-8000-00000000beef";

    /** What a process tells, and asks for, when everything that comes before a snapshot is done. */
    static final String READY = "/restore/next";

    private static final String NEXT = "/invocation/next";
    private static final String BASE = "/2018-06-01/runtime";
    private static final int MAX_BODY = 7 * 1024 * 1024;
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
    private final BlockingQueue<Told> told = new LinkedBlockingQueue<>();
    private final CountDownLatch restored = new CountDownLatch(1);
    private final LoopbackServer server = LoopbackServer.start("runtime api", 0, MAX_BODY, this::serve);

    /**
     * What the process told.
     *
     * @param path such as {@code /init/error}, after the version
     * @param body what it sent along
     */
    record Told(String path, String body) {}

    /** What the runtime client takes for its address. */
    String authority() {
        return server.address().getAuthority();
    }

    /** Hands an event to the process, as soon as it asks for one. */
    void hand(String event) {
        events.add(event);
    }

    /** Lets the process go on as if it had just been restored from a snapshot. */
    void restore() {
        restored.countDown();
    }

    /** What the process tells next; empty when it is silent for so long. */
    Optional<Told> told(Duration patience) throws InterruptedException {
        return Optional.ofNullable(told.poll(patience.toMillis(), TimeUnit.MILLISECONDS));
    }

    private ServerAction serve(ServerRequest request) throws InterruptedException {
        String path = request.path().substring(BASE.length());
        if (path.equals(NEXT)) {
            return next();
        }
        told.add(new Told(path, request.text()));
        return path.equals(READY) ? frozen() : ServerResponse.of(202, "application/json", "{\"status\":\"OK\"}");
    }

    private ServerAction frozen() throws InterruptedException {
        return restored.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                ? ServerResponse.empty(200)
                : ServerResponse.text(500, "Nobody restored the process.");
    }

    /** Lambda freezes a process that asks while there is no event. */
    private ServerAction next() throws InterruptedException {
        String event = events.poll(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        return event == null ? ServerResponse.text(500, "There was no event.") : invocation(event);
    }

    private static ServerResponse invocation(String event) {
        return new ServerResponse(
                200,
                List.of(
                        new Header("Content-Type", "application/json"),
                        new Header("Lambda-Runtime-Aws-Request-Id", REQUEST),
                        new Header(
                                "Lambda-Runtime-Deadline-Ms",
                                Long.toString(Instant.now().plus(PATIENCE).toEpochMilli())),
                        new Header(
                                "Lambda-Runtime-Invoked-Function-Arn",
                                "arn:aws:lambda:us-east-1:000000000000:function:test:live")),
                event.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        server.close();
    }
}
