package com.scheduleevents.emulator.runtime;

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

    private static final String NEXT = "/invocation/next";
    private static final String BASE = "/2018-06-01/runtime";
    private static final int MAX_BODY = 7 * 1024 * 1024;
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
    private final BlockingQueue<RuntimeCall> calls = new LinkedBlockingQueue<>();
    private final CountDownLatch restored = new CountDownLatch(1);
    private final LoopbackServer server = LoopbackServer.start("runtime api", 0, MAX_BODY, this::serve);

    /** The host and port, for {@code AWS_LAMBDA_RUNTIME_API}. */
    String authority() {
        return server.url().getAuthority();
    }

    void queue(String event) {
        events.add(event);
    }

    void restore() {
        restored.countDown();
    }

    /** The next call of the process that does not ask for an event; empty when there is none within the time limit. */
    Optional<RuntimeCall> nextCall(Duration limit) throws InterruptedException {
        return Optional.ofNullable(calls.poll(limit.toMillis(), TimeUnit.MILLISECONDS));
    }

    private ServerAction serve(ServerRequest request) throws InterruptedException {
        long now = System.nanoTime();
        String path = request.path().substring(BASE.length());
        if (path.equals(NEXT)) {
            // Lambda freezes a process that polls while there is no event.
            return invocation(events.take());
        }
        calls.add(new RuntimeCall(path, request.text(), now));
        if (path.equals(RuntimeCall.READY)) {
            restored.await();
            return ServerResponse.empty(200);
        }
        return ServerResponse.of(202, "application/json", "{\"status\":\"OK\"}");
    }

    private static ServerResponse invocation(String event) {
        return new ServerResponse(
                200,
                List.of(
                        new Header("Content-Type", "application/json"),
                        new Header("Lambda-Runtime-Aws-Request-Id", FunctionProcess.REQUEST),
                        new Header(
                                "Lambda-Runtime-Deadline-Ms",
                                Long.toString(Instant.now().plus(TIMEOUT).toEpochMilli())),
                        new Header(
                                "Lambda-Runtime-Invoked-Function-Arn",
                                "arn:aws:lambda:us-east-1:000000000000:function:process:live")),
                event.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        server.close();
    }
}
