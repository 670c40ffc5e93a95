package com.scheduleevents.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** An API with the responses that a test sets, which records its requests. Any other path is not found. */
final class ScriptedApi implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpServer server;
    private final Map<String, Deque<ScriptedResponse>> responses = new HashMap<>();
    private final List<SentRequest> requests = new ArrayList<>();

    ScriptedApi() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::handle);
        server.start();
    }

    /**
     * A request that it got.
     *
     * @param line method, path and query
     */
    record SentRequest(String line, Map<String, List<String>> headers, String body) {

        String header(String name) {
            return String.join(",", headers.getOrDefault(name, List.of()));
        }

        JsonNode json() {
            try {
                return JSON.readTree(body);
            } catch (JsonProcessingException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private record ScriptedResponse(int status, Map<String, String> headers, String body) {}

    /** The next response to a request; the last one is repeated. */
    ScriptedApi on(String methodAndPath, int status, String body) {
        return on(methodAndPath, status, body, Map.of());
    }

    /** The same with headers. */
    synchronized ScriptedApi on(String methodAndPath, int status, String body, Map<String, String> headers) {
        responses
                .computeIfAbsent(methodAndPath, _ -> new ArrayDeque<>())
                .add(new ScriptedResponse(status, headers, body));
        return this;
    }

    /** A response with an error. */
    ScriptedApi refuse(String methodAndPath, int status, String code) {
        return on(methodAndPath, status, error(code));
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    synchronized List<SentRequest> requests() {
        return List.copyOf(requests);
    }

    /** The lines of all requests. */
    List<String> lines() {
        return requests().stream().map(SentRequest::line).toList();
    }

    SentRequest last() {
        return requests().getLast();
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            ScriptedResponse response = response(exchange, body);
            response.headers().forEach(exchange.getResponseHeaders()::set);
            byte[] bytes = response.body().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(response.status(), bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    private synchronized ScriptedResponse response(HttpExchange exchange, String body) {
        String method = exchange.getRequestMethod();
        requests.add(new SentRequest(
                method + " " + exchange.getRequestURI(), Map.copyOf(exchange.getRequestHeaders()), body));
        Optional<Deque<ScriptedResponse>> found = Optional.ofNullable(
                responses.get(method + " " + exchange.getRequestURI().getRawPath()));
        return found.map(next -> next.size() > 1 ? next.removeFirst() : next.getFirst())
                .orElseGet(() -> new ScriptedResponse(404, Map.of(), error("unknown_path")));
    }

    private static String error(String code) {
        return "{\"error\":{\"type\":\"t\",\"code\":\"" + code
                + "\",\"message\":\"It is so.\",\"param\":null,\"request_id\":\"req_1\"}}";
    }
}
