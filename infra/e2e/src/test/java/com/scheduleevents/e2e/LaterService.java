package com.scheduleevents.e2e;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Responds as a later version of the service may within {@code /v1}: with an event type, values, an error code and fields that the
 * contract of today does not have. The first page of events is empty, and the list goes on. A batch whose only item has the key
 * {@code refused} is refused as a whole; of any other, no item is recorded.
 */
public final class LaterService implements AutoCloseable {

    private static final String LATER = """
            {"id": "evt_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB", "type": "appointment.parked", "clinic_id": "cln_harbour",
             "bay": {"number": 4, "floors": [1, 2]}, "created_at": "2026-11-20T14:02:11.337Z"}""";

    private static final String CANCELLED = """
            {"id": "evt_01KAJ9Z3M8V4W6X0Y2T5R7Q9PC", "type": "appointment.cancelled", "clinic_id": "cln_harbour",
             "appointment_id": "apt_8f1c", "provider_id": "prv_22", "starts_at": "2026-11-21T09:30:00Z", "duration_minutes": 30,
             "recoverable": true, "cancelled_by": "robot", "room": "4", "created_at": "2026-11-20T14:02:11.337Z"}""";

    private static final String WEBHOOK = """
            {"id": "whk_1", "mode": "stream", "url": null, "types": ["appointment.parked"], "clinic_id": null, "clinic_ids": null,
             "destination": {"type": "sns", "queue_url": "https://a.example/", "role_arn": "arn:x", "topic_arn": "arn:y"},
             "filter": null, "header_names": null, "client_certificate_details": {"subject": "CN=x", "issuer": "CN=y", "fingerprint": "0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a", "expires_at": "2030-01-01T00:00:00Z", "revoked": true}, "auth": {"type": "oidc", "token_url": "https://a.example/", "client_id": "x", "scopes": [], "audience": null, "token_endpoint_auth_method": "private_key_jwt"},
             "capture_responses": false, "payload": "slim", "ordering": "provider",
             "max_per_second": null, "description": null, "external_id": null, "metadata": {},
             "status": "paused", "created_at": "2026-11-20T14:02:11.337Z", "created_by": "key_1", "disabled_at": null,
             "disabled_reason": "budget", "notify": {"email": "desk@clinic.example", "without": ["paused"], "language": "en"},
             "notify_status": "moved", "colour": null, "health": {"circuit": "tripped", "failing_since": null, "backlog": 0,
             "next_attempt_at": null, "last_pulled_at": null, "score": 0.5},
             "signing_secrets": [{"fingerprint": null, "created_at": null, "expires_at": null, "algorithm": "ed25519"}]}""";

    private static final String DELIVERY = """
            {"event_id": "evt_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB", "event_type": "appointment.parked", "clinic_id": "cln_harbour",
             "status": "parked", "retry_cycle": 1, "attempts_count": 1, "failed_attempts_count": 0, "first_attempt_at": null,
             "next_attempt_at": null, "last_outcome": "quota", "last_status_code": null, "last_duration_ms": 3, "lane": 7}""";

    private static final String ACCOUNT = """
            {"id": "acc_1", "name": "Harbour Dental", "sandbox": true, "plan": "gold", "clinic_ids": ["cln_harbour"],
             "api_key": {"id": "key_1", "scopes": ["events:read", "waiting_lists:read"], "clinic_ids": null, "expires_at": null,
             "owner": "me"}}""";

    private static final String EVENT_TYPE = """
            {"name": "appointment.parked", "operational": false, "description": "Parked.", "schema": {"type": "object"}, "since": "2027",
             "example": %s}""".formatted(LATER);

    private static final String ERROR = """
            {"error": {"type": "closure", "code": "clinic_closed", "message": "The clinic is closed.", "param": null,
             "request_id": "7c1f0b5e-2f0d-4f3e-9c55-6f0f0a2f1b11", "hint": "Wait."}}""";

    private static final String CURSOR = "evt_01KAJ9Z3M8V4W6X0Y2T5R7Q9PD";

    private static final String EMPTY = """
            {"data": [], "has_more": true, "next_cursor": "%s", "complete_until": null, "estimate": 2}""".formatted(CURSOR);

    private static final String REJECTED = """
            {"data": [{"status": 507, "error": {"type": "closure", "code": "clinic_full", "message": "The clinic is full.", "param": null,
             "request_id": "7c1f0b5e-2f0d-4f3e-9c55-6f0f0a2f1b11"}, "queue": 2}], "failed_count": 1, "recorded_count": 0}""";

    private static final Map<String, String> BODIES = Map.of(
            "GET /v1/events", page(LATER + "," + CANCELLED, "\"complete_until\": null, "),
            "GET /v1/event_types", page(EVENT_TYPE),
            "GET /v1/webhooks/whk_1", WEBHOOK,
            "GET /v1/webhooks/whk_1/deliveries", page(DELIVERY),
            "GET /v1/account", ACCOUNT);

    /** What a client prints that reads all of these. */
    static final String[] LINES = {
        "event appointment.parked cln_harbour 2026",
        "event appointment.cancelled robot 2026",
        "webhook paused stream budget tripped appointment.parked",
        "delivery parked appointment.parked quota",
        "scopes events:read waiting_lists:read",
        "event type appointment.parked",
        "error 400 closure clinic_closed",
        "batch 503 of which 1 failed: 507 closure clinic_full",
        "batch 400 closure clinic_closed"
    };

    private final HttpServer server;

    private LaterService(HttpServer server) {
        this.server = server;
    }

    /** All of its responses. */
    public static Stream<Response> responses() {
        return Stream.concat(
                BODIES.entrySet().stream()
                        .map(body ->
                                new Response("GET", body.getKey().substring("GET ".length()), 200, body.getValue())),
                Stream.of(
                        new Response("GET", "/v1/events", 200, EMPTY),
                        new Response("POST", "/v1/events/batch", 503, REJECTED),
                        new Response("POST", "/v1/events/batch", 400, ERROR)));
    }

    /** A response to the request of a client. */
    public record Response(String method, String path, int status, String body) {}

    static LaterService start() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", LaterService::respond);
        server.start();
        return new LaterService(server);
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    private static void respond(HttpExchange exchange) throws IOException {
        try (exchange) {
            String request = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            URI uri = exchange.getRequestURI();
            String query = String.valueOf(uri.getQuery());
            String operation = exchange.getRequestMethod() + " " + uri.getPath();
            if (operation.equals("GET /v1/events") && !query.contains("starting_after=" + CURSOR)) {
                send(exchange, 200, EMPTY);
            } else if (BODIES.containsKey(operation)) {
                send(exchange, 200, BODIES.get(operation));
            } else if (operation.equals("POST /v1/events/batch") && !request.contains("\"refused\"")) {
                send(exchange, 503, REJECTED);
            } else {
                send(exchange, 400, ERROR);
            }
        }
    }

    private static void send(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    private static String page(String elements) {
        return page(elements, "");
    }

    private static String page(String elements, String fields) {
        return "{\"data\": [" + elements + "], \"has_more\": false, \"next_cursor\": null, " + fields
                + "\"estimate\": 2}";
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
