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
import java.util.regex.Matcher;
import java.util.stream.Collectors;

/** An account that nobody else uses, and what there is in it. */
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
     * Makes what the variables of a path name: each with the POST to the list that it is in, wherever the contract has one.
     *
     * @return the ids, by the variables' names
     */
    Map<String, String> made(String path) {
        Map<String, String> ids = new HashMap<>();
        Matcher variables = ApiClient.VARIABLE.matcher(path);
        while (variables.find()) {
            maker(variables.group(1), path.substring(0, variables.end()))
                    .ifPresent(maker -> ids.put(variables.group(1), made(maker, ids)));
        }
        // A delivery, for one, is there a moment after what it is made of.
        operation("GET", path.substring(0, path.lastIndexOf('}') + 1))
                .map(mutations::untouched)
                .ifPresent(get -> Await.await("what " + get + " shows")
                        .until(() -> send(get, ids).status() != 404));
        return ids;
    }

    private String made(Operation maker, Map<String, String> ids) {
        Exchange answer = send(mutations.untouched(maker), ids);
        assertThat(answer.status()).as(maker + ": " + answer.answer()).isBetween(200, 299);
        return ApiClient.read(answer.answer()).path("id").asText();
    }

    private Optional<Operation> maker(String variable, String path) {
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

    /** Takes away what a request has made, where the contract has a way. */
    void undo(Exchange exchange, RequestDraft request, Map<String, String> ids) {
        String id = ApiClient.read(exchange.answer()).path("id").asText();
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
     * All that lists show, by their paths. What moves by itself is left out: objects inside elements, and more than the ids in
     * lists that belong to something.
     */
    Map<String, List<String>> shown(Map<String, String> ids) {
        Map<String, List<String>> shown = new TreeMap<>();
        for (Operation operation : contract.operations()) {
            boolean list = operation.method().equals("GET")
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
            assertThat(exchange.status()).as(exchange.answer()).isEqualTo(200);
            JsonNode page = ApiClient.read(exchange.answer());
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
                .filter(field -> !field.getValue().isObject())
                .map(Object::toString)
                .collect(Collectors.joining(", "));
    }

    /** Sends a request, its variables as it says or as there is something. */
    Exchange send(RequestDraft draft, Map<String, String> ids) {
        return requests.send(draft, ids);
    }

    private static String parent(String path) {
        return path.substring(0, path.lastIndexOf('/'));
    }
}
