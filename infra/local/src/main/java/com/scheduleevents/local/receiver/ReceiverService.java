package com.scheduleevents.local.receiver;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.scheduleevents.local.http.Answer;
import com.scheduleevents.local.http.Reply;
import com.scheduleevents.local.http.Request;
import com.scheduleevents.local.http.Service;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Tells deliveries from what people ask, and replies to both. */
final class ReceiverService implements Service {

    private static final ObjectMapper JSON =
            new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).registerModule(new Jdk8Module());
    private static final Pattern HOOK = Pattern.compile("/(?:hooks/([A-Za-z0-9_.-]{1,64}))?");
    private static final Pattern SECRETS = Pattern.compile("/secrets/([A-Za-z0-9_.-]{1,64})");
    private static final String DEFAULT_INBOX = "default";

    private final Secrets secrets;
    private final Clock clock;
    private final Received received = new Received();
    private final Orders orders = new Orders();

    ReceiverService(Secrets secrets, Clock clock) {
        this.secrets = secrets;
        this.clock = clock;
    }

    @Override
    public Reply serve(Request request) throws Exception {
        Matcher hook = HOOK.matcher(request.path());
        if (request.method().equals("POST") && hook.matches()) {
            return delivered(request, Optional.ofNullable(hook.group(1)).orElse(DEFAULT_INBOX));
        }
        try {
            return asked(request);
        } catch (JsonProcessingException | IllegalArgumentException wrong) {
            return Answer.text(400, wrong.getMessage() + "\nGET /help says what there is.\n");
        }
    }

    private Reply delivered(Request request, String inbox) throws InterruptedException {
        Verdict verdict = Signatures.check(request, secrets.of(inbox), clock.instant());
        Optional<Order> order = orders.take(inbox);
        int own = verdict.acceptable() ? 200 : 400;
        Optional<Integer> status = order.isEmpty()
                ? Optional.of(own)
                : order.filter(Order::answers).map(Order::status);
        received.add(delivery(request, inbox, verdict, status));
        if (order.isPresent()) {
            Thread.sleep(order.get().delay());
            return order.get().reply();
        }
        return verdict.acceptable() ? Answer.empty(200) : Answer.text(400, verdict.note() + "\n");
    }

    private Delivery delivery(Request request, String inbox, Verdict verdict, Optional<Integer> status) {
        JsonNode event = event(request);
        return new Delivery(
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

    private static JsonNode event(Request request) {
        try {
            return JSON.readTree(request.body());
        } catch (java.io.IOException notJson) {
            return MissingNode.getInstance();
        }
    }

    private static Map<String, String> headers(Request request) {
        Map<String, String> headers = new TreeMap<>();
        request.headers().forEach(header -> {
            String name = header.name().toLowerCase(Locale.ROOT);
            if (name.startsWith("service-")
                    || name.startsWith("webhook-")
                    || List.of("content-type", "user-agent").contains(name)) {
                headers.put(name, header.value());
            }
        });
        return headers;
    }

    private Answer asked(Request request) throws JsonProcessingException {
        Matcher secret = SECRETS.matcher(request.path());
        if (secret.matches()) {
            return told(request, secret.group(1));
        }
        return switch (request.method() + " " + request.path()) {
            case "GET /" -> Answer.html(ReceiverPages.list(received.all(), received.totals()));
            case "GET /help" ->
                Answer.text(200, ReceiverPages.help(request.header("Host").orElse("localhost")));
            case "GET /received" -> listed(request);
            case "DELETE /received" -> {
                received.clear();
                yield Answer.empty(204);
            }
            case "GET /orders" -> json(orders.all());
            case "POST /orders" -> {
                Order order = Order.of(JSON.readTree(request.text()));
                orders.give(order);
                yield json(orders.all());
            }
            case "DELETE /orders" -> {
                orders.clear();
                yield Answer.empty(204);
            }
            default -> Answer.text(404, "There is nothing here. GET /help says what there is.\n");
        };
    }

    private Answer told(Request request, String inbox) throws JsonProcessingException {
        return switch (request.method()) {
            case "PUT" -> {
                secrets.put(inbox, Secrets.parse(JSON.readTree(request.text())));
                yield Answer.empty(204);
            }
            case "DELETE" -> {
                secrets.put(inbox, List.of());
                yield Answer.empty(204);
            }
            default -> Answer.text(405, "PUT tells a secret, DELETE forgets it; none is ever shown.\n");
        };
    }

    private Answer listed(Request request) throws JsonProcessingException {
        Map<String, List<String>> query = request.query();
        if (query.containsKey("count")) {
            return json(received.totals());
        }
        List<String> inboxes = query.getOrDefault("inbox", List.of());
        return json(received.all().stream()
                .filter(delivery -> inboxes.isEmpty() || inboxes.contains(delivery.inbox()))
                .toList());
    }

    private static Answer json(Object value) throws JsonProcessingException {
        return Answer.of(200, "application/json", JSON.writeValueAsString(value) + "\n");
    }
}
