package com.scheduleevents.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** An API with one pull webhook. A pull waits until the test has said what it returns. */
final class PulledApi implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpServer server;
    private final BlockingQueue<Pull> pulls = new LinkedBlockingQueue<>();
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final List<JsonNode> bodies = new CopyOnWriteArrayList<>();
    private volatile String webhooks = "";

    PulledApi() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::handle);
        server.start();
    }

    /** What a pull does: it runs the action, and then returns this. */
    private record Pull(int status, String body, Runnable first) {}

    /** The next pull returns the deliveries of these events, with their bodies. */
    PulledApi delivers(String... events) {
        ObjectNode page = JsonNodeFactory.instance.objectNode();
        var data = page.putArray("data");
        Stream.of(events).forEach(event -> data.addObject()
                .put("receipt", "rcp_" + event)
                .put("body", body(event))
                .putObject("headers")
                .put("Content-Type", "application/json")
                .put("Service-Signature", "t=1,v1=2")
                .put("User-Agent", "Schedule-Events-Webhooks/1.0")
                .put("webhook-id", event));
        pulls.add(new Pull(200, page.toString(), () -> {}));
        return this;
    }

    /** The next pull finds nothing. */
    PulledApi deliversNothing() {
        return delivers();
    }

    /** The next pull is refused. */
    PulledApi refuses(int status, String code) {
        pulls.add(new Pull(
                status,
                "{\"error\":{\"code\":\"" + code + "\",\"message\":\"It is so.\",\"request_id\":\"req_1\"}}",
                () -> {}));
        return this;
    }

    /** The next pull does this while the command waits for it. */
    PulledApi meanwhile(Runnable action) {
        pulls.add(new Pull(200, "{\"data\":[]}", action));
        return this;
    }

    /** The webhooks that the account has already. */
    PulledApi has(String... json) {
        webhooks = String.join(",", json);
        return this;
    }

    /** The body of a delivery; it is not as a JSON writer would write it. */
    static String body(String event) {
        return "{\"id\": \"" + event + "\",  \"type\":\"offer.created\",\"clinic_id\":\"cln_1\",\"note\":\"für 你\"}\n";
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** The requests that change something, without those that pull. */
    List<String> changes() {
        return lines.stream().filter(line -> !line.startsWith("GET")).toList();
    }

    /** The bodies of those requests that have one. */
    List<JsonNode> bodies() {
        return List.copyOf(bodies);
    }

    /** Waits until there were as many of these requests. */
    synchronized void awaitRequests(Predicate<String> which, int number) {
        try {
            while (lines.stream().filter(which).count() < number) {
                wait();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private synchronized void add(String line) {
        lines.add(line);
        notifyAll();
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String line = exchange.getRequestMethod() + " " + exchange.getRequestURI();
            byte[] body = exchange.getRequestBody().readAllBytes();
            add(line);
            if (body.length > 0) {
                bodies.add(JSON.readTree(body));
            }
            if (line.startsWith("GET /v1/webhooks/whk_1/queue?")) {
                Pull pull = pulls.take();
                pull.first().run();
                respond(exchange, pull.status(), pull.body());
            } else if (line.startsWith("GET /v1/webhooks?")) {
                respond(exchange, 200, "{\"data\":[" + webhooks + "],\"has_more\":false,\"next_cursor\":null}");
            } else if (line.equals("POST /v1/webhooks")) {
                respond(exchange, 201, "{\"id\":\"whk_1\",\"secret\":\"whsec_1\"}");
            } else {
                respond(exchange, 204, "");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void respond(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
    }
}
