package com.scheduleevents.contract;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.scheduleevents.contract.Contract.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Checks that a request and its response are within the contract. */
public final class ContractCheck {

    /** Read once for all tests. */
    public static final ContractCheck INSTANCE = new ContractCheck(Contract.read());

    /** Keeps the precision of every number. */
    private static final ObjectMapper JSON =
            new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

    private static final String JSON_BODY = "/content/application~1json";

    /** Where the gateway does not know which paths there are, and asks for a key first. */
    private static final Pattern BELOW_A_WEBHOOK = Pattern.compile("/v1/webhooks/[^/]+/.+");

    private final Contract contract;
    private final Schemas schemas;
    private final Requests requests;

    private ContractCheck(Contract contract) {
        this.contract = contract;
        this.schemas = new Schemas(contract);
        this.requests = new Requests(contract, schemas);
    }

    /**
     * Checks one exchange.
     *
     * @throws AssertionError naming everything that is outside the contract
     */
    public void check(Exchange exchange) {
        List<String> faults = faults(exchange);
        if (!faults.isEmpty()) {
            throw new AssertionError("Outside docs/openapi.yaml: " + exchange.method() + " " + exchange.url()
                    + " → " + exchange.status() + " " + shortened(exchange.responseBody()) + "\n  "
                    + String.join("\n  ", faults));
        }
    }

    /** The violations of a request to an operation, whatever the response; empty when the contract allows it. */
    public List<String> requestFaults(Operation operation, Exchange exchange) {
        return requests.faults(operation, exchange);
    }

    List<String> faults(Exchange exchange) {
        List<String> faults = new ArrayList<>(ofEveryResponse(exchange));
        List<Operation> here = contract.at(exchange.url().getRawPath());
        String method = exchange.method().equals("HEAD") ? "GET" : exchange.method();
        Optional<Operation> operation =
                here.stream().filter(one -> one.method().equals(method)).findFirst();
        if (operation.isPresent()) {
            faults.addAll(of(operation.get(), exchange));
        } else if (here.isEmpty()) {
            faults.addAll(
                    BELOW_A_WEBHOOK.matcher(exchange.url().getRawPath()).matches()
                            ? oneOf(exchange, "NotFound", "BodyTooLarge", "Unauthorized")
                            : oneOf(exchange, "NotFound", "BodyTooLarge"));
        } else if (method.equals("OPTIONS")) {
            faults.addAll(preflight(exchange));
        } else {
            faults.addAll(oneOf(exchange, "MethodNotAllowed", "Unauthorized", "BodyTooLarge", "BadParameter"));
        }
        return faults;
    }

    private static List<String> ofEveryResponse(Exchange exchange) {
        List<String> faults = new ArrayList<>();
        if (exchange.responseHeader("Request-Id").filter(id -> !id.isBlank()).isEmpty()) {
            faults.add("the response has no Request-Id");
        }
        if (!exchange.responseHeader("Cache-Control").equals(Optional.of("no-store"))) {
            faults.add("the response lacks Cache-Control: no-store");
        }
        String reported = read(exchange.responseBody()).at("/error/request_id").asText();
        if (!reported.isEmpty() && !exchange.responseHeader("Request-Id").equals(Optional.of(reported))) {
            faults.add("request_id and Request-Id differ");
        }
        return faults;
    }

    private List<String> of(Operation operation, Exchange exchange) {
        Optional<JsonNode> response = contract.response(operation, exchange.status());
        if (response.isEmpty()) {
            return List.of(operation + " lists no " + exchange.status());
        }
        List<String> faults = new ArrayList<>(ofResponse(response.get(), exchange));
        if (wasAccepted(exchange)) {
            requests.faults(operation, exchange).forEach(fault -> faults.add("accepted, although " + fault));
        }
        return faults;
    }

    /** A batch is accepted even where some of its items are rejected. */
    private static boolean wasAccepted(Exchange exchange) {
        return exchange.status() < 400
                && read(exchange.responseBody()).path("data").valueStream().noneMatch(result -> result.has("error"));
    }

    private List<String> preflight(Exchange exchange) {
        if (exchange.status() != 204) {
            return List.of("the status of OPTIONS is " + exchange.status());
        }
        return exchange.responseHeader("Allow").isPresent() ? List.of() : List.of("the response has no Allow");
    }

    private List<String> oneOf(Exchange exchange, String... names) {
        String code = read(exchange.responseBody()).at("/error/code").asText();
        for (String name : names) {
            JsonNode response = contract.errorResponse(name);
            if (contract.codes(response).contains(code) || exchange.method().equals("HEAD")) {
                return ofResponse(response, exchange);
            }
        }
        return List.of("the response is none of " + String.join(", ", names));
    }

    private List<String> ofResponse(JsonNode response, Exchange exchange) {
        List<String> faults = new ArrayList<>();
        response.path("headers").properties().forEach(header -> {
            JsonNode described = contract.resolved(header.getValue());
            Optional<String> value = exchange.responseHeader(header.getKey());
            if (value.isEmpty() && described.path("required").asBoolean()) {
                faults.add("the response has no " + header.getKey());
            }
            value.ifPresent(
                    text -> schemas.faults(described.path("schema"), Requests.value(described.path("schema"), text))
                            .forEach(fault -> faults.add("header " + header.getKey() + fault)));
        });
        faults.addAll(body(response, exchange));
        return faults;
    }

    private List<String> body(JsonNode response, Exchange exchange) {
        JsonNode content = response.at(JSON_BODY);
        if (content.isMissingNode() || exchange.method().equals("HEAD")) {
            return exchange.responseBody().isEmpty() ? List.of() : List.of("the response has a body");
        }
        if (!exchange.responseHeader("Content-Type").equals(Optional.of("application/json"))) {
            return List.of("the response is not declared application/json");
        }
        JsonNode json = read(exchange.responseBody());
        List<String> faults = new ArrayList<>(schemas.faults(content.path("schema"), json));
        String code = json.at("/error/code").asText();
        if (content.has("examples") && !contract.codes(response).contains(code)) {
            faults.add("there is no example of the code " + code);
        }
        return faults;
    }

    static JsonNode read(String text) {
        try {
            return text.isEmpty() ? MissingNode.getInstance() : JSON.readTree(text);
        } catch (JsonProcessingException e) {
            return MissingNode.getInstance();
        }
    }

    private static String shortened(String text) {
        return text.length() > 1000 ? text.substring(0, 1000) + "…" : text;
    }
}
