package com.scheduleevents.runtime;

import com.scheduleevents.local.http.Answer;
import com.scheduleevents.local.http.Header;
import com.scheduleevents.local.http.LoopbackServer;
import com.scheduleevents.local.http.Reply;
import com.scheduleevents.local.http.Request;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Lambda's Runtime API (AWS Lambda Developer Guide, "Using the Lambda runtime API for custom runtimes"), for one process: hands
 * out events and keeps what comes back.
 */
final class RuntimeApi implements AutoCloseable {

    /** The id of every request that it hands out. */
    static final String REQUEST = "8a4c0d6e-0000-4000-8000-00000000beef";

    private static final String BASE = "/2018-06-01/runtime";
    private static final int MAX_BODY = 7 * 1024 * 1024;

    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
    private final BlockingQueue<Told> told = new LinkedBlockingQueue<>();
    private final CountDownLatch closed = new CountDownLatch(1);
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

    void hand(String event) {
        events.add(event);
    }

    /** What the process tells, in order. */
    BlockingQueue<Told> told() {
        return told;
    }

    private Reply serve(Request request) throws InterruptedException {
        String path = request.path().substring(BASE.length());
        return switch (path) {
            case "/invocation/next" -> next();
            default -> {
                told.add(new Told(path, request.text()));
                yield Answer.of(202, "application/json", "{\"status\":\"OK\"}");
            }
        };
    }

    /** As long as there is no event, Lambda freezes the process; here it waits. */
    private Reply next() throws InterruptedException {
        while (closed.getCount() > 0) {
            String event = events.poll(100, java.util.concurrent.TimeUnit.MILLISECONDS);
            if (event != null) {
                return new Answer(
                        200,
                        List.of(
                                new Header("Content-Type", "application/json"),
                                new Header("Lambda-Runtime-Aws-Request-Id", REQUEST),
                                new Header(
                                        "Lambda-Runtime-Deadline-Ms",
                                        Long.toString(
                                                Instant.now().plusSeconds(120).toEpochMilli())),
                                new Header(
                                        "Lambda-Runtime-Invoked-Function-Arn",
                                        "arn:aws:lambda:us-east-1:000000000000:function:test")),
                        event.getBytes(StandardCharsets.UTF_8));
            }
        }
        return new Reply.Silence();
    }

    @Override
    public void close() {
        closed.countDown();
        server.close();
    }
}
