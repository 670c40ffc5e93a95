package com.scheduleevents.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A program on this machine that deliveries are forwarded to. */
final class ForwardedRequests implements AutoCloseable {

    private final HttpServer server;
    private final List<Forward> all = new CopyOnWriteArrayList<>();
    private final int status;

    /** @param status of every response */
    ForwardedRequests(int status) {
        this.status = status;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::handle);
        server.start();
    }

    /** A request that it got. */
    record Forward(String line, String event, String signature, String agent, String body) {}

    /** Without a scheme, as people type it. */
    String url() {
        return "localhost:" + server.getAddress().getPort() + "/hooks?mine=1";
    }

    List<Forward> all() {
        return List.copyOf(all);
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            var headers = exchange.getRequestHeaders();
            all.add(new Forward(
                    exchange.getRequestMethod() + " " + exchange.getRequestURI(),
                    String.valueOf(headers.getFirst("webhook-id")),
                    String.valueOf(headers.getFirst("Service-Signature")),
                    String.valueOf(headers.getFirst("User-Agent")),
                    new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
            exchange.getResponseHeaders().set("Location", "/elsewhere");
            exchange.sendResponseHeaders(status, -1);
        }
    }
}
