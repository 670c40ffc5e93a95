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
 * Lambda's Runtime API (AWS Lambda Developer Guide, "Using the Lambda runtime API for custom runtimes") for one process: serves
 * events, blocks the process where Lambda would take the snapshot, and records the calls of the process.
 */
final class RuntimeApi implements AutoCloseable {

    /** The id of every invocation. */
    static final String REQUEST = "8a4c0d6e-0000-4000-8000-00000000beef";

    /** The call of a process that has completed everything that comes before a snapshot. */
    static final String READY = "/restore/next";

    private static final String NEXT = "/invocation/next";
    private static final String BASE = "/2018-06-01/runtime";
    private static final int MAX_BODY = 7 * 1024 * 1024;
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
    private final BlockingQueue<RuntimeCall> calls = new LinkedBlockingQueue<>();
    private final CountDownLatch restored = new CountDownLatch(1);
    private final LoopbackServer server = LoopbackServer.start("runtime api", 0, MAX_BODY, this::serve);

    /**
     * A call of the process.
     *
     * @param path such as {@code /init/error}, without the version
     * @param body the body of the request
     */
    record RuntimeCall(String path, String body) {}

    /** The host and port for the runtime client. */
    String authority() {
        return server.url().getAuthority();
    }

    /** Queues an event for the process. */
    void queue(String event) {
        events.add(event);
    }

    /** Lets the process continue as if restored from a snapshot. */
    void restore() {
        restored.countDown();
    }

    /** The next call of the process; empty when there is none within the time limit. */
    Optional<RuntimeCall> nextCall(Duration limit) throws InterruptedException {
        return Optional.ofNullable(calls.poll(limit.toMillis(), TimeUnit.MILLISECONDS));
    }

    private ServerAction serve(ServerRequest request) throws InterruptedException {
        String path = request.path().substring(BASE.length());
        if (path.equals(NEXT)) {
            return next();
        }
        calls.add(new RuntimeCall(path, request.text()));
        return path.equals(READY) ? frozen() : ServerResponse.of(202, "application/json", "{\"status\":\"OK\"}");
    }

    private ServerAction frozen() throws InterruptedException {
        return restored.await(LIMIT.toMillis(), TimeUnit.MILLISECONDS)
                ? ServerResponse.empty(200)
                : ServerResponse.text(500, "The process was not restored in time.");
    }

    /** Lambda freezes a process that polls while there is no event. */
    private ServerAction next() throws InterruptedException {
        String event = events.poll(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
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
                                Long.toString(Instant.now().plus(LIMIT).toEpochMilli())),
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
