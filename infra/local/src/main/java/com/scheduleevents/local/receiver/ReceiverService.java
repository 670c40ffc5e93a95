package com.scheduleevents.local.receiver;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.scheduleevents.emulator.http.Header;
import com.scheduleevents.emulator.http.HttpService;
import com.scheduleevents.emulator.http.ServerAction;
import com.scheduleevents.emulator.http.ServerRequest;
import com.scheduleevents.emulator.http.ServerResponse;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Handles deliveries and the requests for pages, JSON, orders and secrets. */
final class ReceiverService implements HttpService {

    private static final ObjectMapper JSON =
            new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).registerModule(new Jdk8Module());
    private static final Pattern HOOK = Pattern.compile("/(?:hooks/([A-Za-z0-9_.-]{1,64}))?");
    private static final Pattern SECRETS = Pattern.compile("/secrets/([A-Za-z0-9_.-]{1,64})");
    private static final String DEFAULT_INBOX = "default";

    private final ReceiverSecrets secrets;
    private final Clock clock;
    private final ReceivedDeliveries received = new ReceivedDeliveries();
    private final CurrentOrders orders = new CurrentOrders();

    ReceiverService(ReceiverSecrets secrets, Clock clock) {
        this.secrets = secrets;
        this.clock = clock;
    }

    @Override
    public ServerAction serve(ServerRequest request) throws Exception {
        Matcher hook = HOOK.matcher(request.path());
        if (request.method().equals("POST") && hook.matches()) {
            return delivered(request, Optional.ofNullable(hook.group(1)).orElse(DEFAULT_INBOX));
        }
        try {
            return asked(request);
        } catch (JsonProcessingException | IllegalArgumentException wrong) {
            return ServerResponse.text(400, wrong.getMessage() + "\nSee GET /help.\n");
        }
    }

    private ServerAction delivered(ServerRequest request, String inbox) throws InterruptedException {
        SignatureVerdict verdict = SignatureCheck.check(request, secrets.of(inbox), clock.instant());
        Optional<ReceiverOrder> order = orders.take(inbox);
        int own = verdict.acceptable() ? 200 : 400;
        Optional<Integer> status = order.isEmpty()
                ? Optional.of(own)
                : order.filter(ReceiverOrder::sendsResponse).map(ReceiverOrder::status);
        received.add(delivery(request, inbox, verdict, status));
        if (order.isPresent()) {
            Thread.sleep(order.get().delay());
            return order.get().action();
        }
        return verdict.acceptable() ? accepted(request) : ServerResponse.text(400, verdict.note() + "\n");
    }

    /** A challenge has to be returned. */
    private static ServerResponse accepted(ServerRequest request) {
        ServerResponse response = ServerResponse.empty(200);
        JsonNode challenge = event(request).path("challenge");
        return challenge.isTextual() ? response.with(new Header("Service-Challenge", challenge.asText())) : response;
    }

    private ReceivedDelivery delivery(
            ServerRequest request, String inbox, SignatureVerdict verdict, Optional<Integer> status) {
        JsonNode event = event(request);
        return new ReceivedDelivery(
                clock.instant().toString(),
                inbox,
                event.path("id").asText(request.header("webhook-id").orElse("")),
                event.path("type").asText(""),
                request.header("Service-Attempt"),
                verdict.verified(),
                verdict.note(),
                false,
                status,
                headers(request),
                request.text());
    }

    private static JsonNode event(ServerRequest request) {
        try {
            return JSON.readTree(request.body());
        } catch (java.io.IOException notJson) {
            return MissingNode.getInstance();
        }
    }

    private static Map<String, String> headers(ServerRequest request) {
        Map<String, String> headers = new TreeMap<>();
        request.headers().forEach(header -> {
            String name = header.name().toLowerCase(Locale.ROOT);
            if (name.startsWith("service-")
                    || name.startsWith("webhook-")
                    || name.startsWith("x-")
                    || List.of("content-type", "user-agent").contains(name)) {
                headers.put(name, header.value());
            }
        });
        return headers;
    }

    private ServerResponse asked(ServerRequest request) throws JsonProcessingException {
        Matcher secret = SECRETS.matcher(request.path());
        if (secret.matches()) {
            return told(request, secret.group(1));
        }
        return switch (request.method() + " " + request.path()) {
            case "GET /" -> ServerResponse.html(ReceiverPages.list(received.all(), received.totals()));
            case "GET /help" ->
                ServerResponse.text(
                        200, ReceiverPages.help(request.header("Host").orElse("localhost")));
            case "GET /received" -> listed(request);
            case "DELETE /received" -> {
                received.clear();
                yield ServerResponse.empty(204);
            }
            case "GET /orders" -> json(orders.all());
            case "POST /orders" -> {
                ReceiverOrder order = ReceiverOrder.of(JSON.readTree(request.text()));
                orders.give(order);
                yield json(orders.all());
            }
            case "DELETE /orders" -> {
                orders.clear();
                yield ServerResponse.empty(204);
            }
            default -> ServerResponse.text(404, "Not found; see GET /help.\n");
        };
    }

    private ServerResponse told(ServerRequest request, String inbox) throws JsonProcessingException {
        return switch (request.method()) {
            case "PUT" -> {
                secrets.put(inbox, ReceiverSecrets.parse(JSON.readTree(request.text())));
                yield ServerResponse.empty(204);
            }
            case "DELETE" -> {
                secrets.put(inbox, List.of());
                yield ServerResponse.empty(204);
            }
            default ->
                ServerResponse.text(405, "Use PUT to set a secret, DELETE to delete it; secrets are never shown.\n");
        };
    }

    private ServerResponse listed(ServerRequest request) throws JsonProcessingException {
        Map<String, List<String>> query = request.query();
        if (query.containsKey("count")) {
            return json(received.totals());
        }
        List<String> inboxes = query.getOrDefault("inbox", List.of());
        return json(received.all().stream()
                .filter(delivery -> inboxes.isEmpty() || inboxes.contains(delivery.inbox()))
                .toList());
    }

    private static ServerResponse json(Object value) throws JsonProcessingException {
        return ServerResponse.of(200, "application/json", JSON.writeValueAsString(value) + "\n");
    }
}
