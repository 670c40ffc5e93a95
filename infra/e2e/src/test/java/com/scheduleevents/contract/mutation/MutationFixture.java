package com.scheduleevents.contract.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.contract.Contract;
import com.scheduleevents.contract.Contract.Operation;
import com.scheduleevents.contract.Exchange;
import com.scheduleevents.e2e.Await;
import java.net.URI;
import java.net.http.HttpClient;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.stream.Collectors;

/** An account that no other test uses, and its resources. */
final class MutationFixture {

    private final Contract contract;
    private final Mutations mutations;
    private final ApiClient requests;

    MutationFixture(Contract contract, Mutations mutations, HttpClient client, URI api, String key) {
        this.contract = contract;
        this.mutations = mutations;
        this.requests = new ApiClient(client, api, key);
    }

    /**
     * Creates the resources that the variables of a path name, each with a POST to its list, wherever the contract has one.
     *
     * @return the ids, by the variables' names
     */
    Map<String, String> created(String path) {
        Map<String, String> ids = new HashMap<>();
        Matcher variables = ApiClient.VARIABLE.matcher(path);
        while (variables.find()) {
            creator(variables.group(1), path.substring(0, variables.end()))
                    .ifPresent(creator -> ids.put(variables.group(1), created(creator, ids)));
        }
        // Some resources, such as a delivery, appear only a moment later.
        operation("GET", path.substring(0, path.lastIndexOf('}') + 1))
                .map(mutations::untouched)
                .ifPresent(get -> Await.await("the resource of " + get)
                        .until(() -> send(get, ids).status() != 404));
        return ids;
    }

    private String created(Operation creator, Map<String, String> ids) {
        RequestDraft draft = mutations.untouched(creator);
        // No two webhooks of an account have the same external_id.
        Exchange exchange = send(draft.withBody(draft.body().replace("front-desk", "desk-" + UUID.randomUUID())), ids);
        assertThat(exchange.status())
                .as(creator + ": " + exchange.responseBody())
                .isBetween(200, 299);
        return ApiClient.read(exchange.responseBody()).path("id").asText();
    }

    private Optional<Operation> creator(String variable, String path) {
        return contract.operations().stream()
                .filter(operation -> operation.method().equals("GET"))
                .filter(operation -> operation.path().endsWith("/{" + variable + "}"))
                .sorted((one, other) ->
                        Boolean.compare(other.path().equals(path), one.path().equals(path)))
                .flatMap(operation -> operation("POST", parent(operation.path())).stream())
                .findFirst();
    }

    private Optional<Operation> operation(String method, String path) {
        return contract.operations().stream()
                .filter(operation -> operation.method().equals(method))
                .filter(operation -> operation.path().equals(path))
                .findFirst();
    }

    /** Deletes what a request has created, where the contract has an operation for that. */
    void undo(Exchange exchange, RequestDraft request, Map<String, String> ids) {
        String id = ApiClient.read(exchange.responseBody()).path("id").asText();
        contract.operations().stream()
                .filter(operation -> exchange.status() == 201)
                .filter(operation -> operation.method().equals("DELETE"))
                .filter(operation -> parent(operation.path()).equals(request.path()))
                .findFirst()
                .ifPresent(operation -> {
                    Map<String, String> with = new HashMap<>(ids);
                    with.put(
                            operation
                                    .path()
                                    .substring(
                                            parent(operation.path()).length() + 2,
                                            operation.path().length() - 1),
                            id);
                    send(mutations.untouched(operation), with);
                });
    }

    /**
     * The contents of every list, by path. What changes by itself is left out: the audit log, whose entries appear when a stream
     * was read, objects inside elements, the day of a key's last use, and everything but the ids in lists below another resource.
     */
    Map<String, List<String>> shown(Map<String, String> ids) {
        Map<String, List<String>> shown = new TreeMap<>();
        for (Operation operation : contract.operations()) {
            boolean list = operation.method().equals("GET")
                    && !operation.path().equals("/v1/audit_log")
                    && contract.response(operation, 200)
                            .map(response -> contract.resolved(response.at("/content/application~1json/schema")))
                            .filter(schema ->
                                    schema.at("/properties/next_cursor").isObject())
                            .isPresent();
            if (list
                    && ApiClient.VARIABLE
                            .matcher(operation.path())
                            .results()
                            .allMatch(variable -> ids.containsKey(variable.group(1)))) {
                shown.put(operation.path(), elements(operation, ids));
            }
        }
        return shown;
    }

    private List<String> elements(Operation operation, Map<String, String> ids) {
        boolean nested = operation.path().contains("{");
        List<String> elements = new ArrayList<>();
        RequestDraft first = mutations.untouched(operation);
        RequestDraft next = first;
        while (true) {
            Exchange exchange = send(next, ids);
            assertThat(exchange.status()).as(exchange.responseBody()).isEqualTo(200);
            JsonNode page = ApiClient.read(exchange.responseBody());
            page.path("data").forEach(element -> elements.add(nested ? id(element) : scalars(element)));
            if (!page.path("has_more").asBoolean()) {
                return elements;
            }
            next = first.withQuery("starting_after=" + page.path("next_cursor").asText());
        }
    }

    private static String id(JsonNode element) {
        return element.path("event_id").asText(element.path("id").asText());
    }

    private static String scalars(JsonNode element) {
        return element.propertyStream()
                .filter(field -> !field.getValue().isObject() && !field.getKey().equals("last_used_on"))
                .map(Object::toString)
                .collect(Collectors.joining(", "));
    }

    /** Sends a request; path variables come from the draft or else from the ids. */
    Exchange send(RequestDraft draft, Map<String, String> ids) {
        return requests.send(draft, ids);
    }

    private static String parent(String path) {
        return path.substring(0, path.lastIndexOf('/'));
    }
}
