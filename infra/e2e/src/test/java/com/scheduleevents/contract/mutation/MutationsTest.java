package com.scheduleevents.contract.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.contract.Contract;
import com.scheduleevents.contract.Contract.Operation;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that every part of every request is mutated, so that new routes, fields and parameters are covered too. */
class MutationsTest {

    private static final Contract CONTRACT = Contract.read();

    /** The minimum number of mutations of each part. */
    private static final int MANY = 10;

    private final Mutations mutations = new Mutations(CONTRACT, body -> body);

    static Stream<Operation> operations() {
        return CONTRACT.operations().stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("operations")
    void everyPartOfARequestHasManyMutations(Operation operation) {
        Map<String, Set<String>> ways = mutations.of(operation).stream()
                .collect(Collectors.groupingBy(
                        MutatedRequest::place, Collectors.mapping(MutatedRequest::what, Collectors.toSet())));
        for (String place : places(operation)) {
            assertThat(ways.getOrDefault(place, Set.of())).as(place).hasSizeGreaterThanOrEqualTo(MANY);
        }
    }

    private static Set<String> places(Operation operation) {
        Set<String> places = new TreeSet<>(Set.of(
                "header Accept",
                "header Authorization",
                "header Idempotency-Key",
                "header If-Match",
                "header If-None-Match",
                "header Origin",
                "query"));
        operation.described().path("parameters").forEach(reference -> {
            JsonNode parameter = CONTRACT.resolved(reference);
            places.add(
                    parameter.path("in").asText() + " " + parameter.path("name").asText());
        });
        JsonNode body = CONTRACT.resolved(operation.described().path("requestBody"));
        if (body.isObject()) {
            places.addAll(Set.of("body", "body ", "header Content-Type"));
            fields(body.at("/content/application~1json/schema"), "body ", places);
        }
        return places;
    }

    private static void fields(JsonNode reference, String at, Set<String> found) {
        JsonNode schema = CONTRACT.resolved(reference);
        schema.path("properties").properties().forEach(field -> {
            found.add(at + "/" + field.getKey());
            fields(field.getValue(), at + "/" + field.getKey(), found);
        });
        if (schema.path("items").path("properties").isObject()
                || schema.path("items").has("$ref")) {
            found.add(at + "/0");
            fields(schema.path("items"), at + "/0", found);
        }
        Stream.of("oneOf", "anyOf", "allOf")
                .flatMap(kind -> schema.path(kind).valueStream())
                .forEach(choice -> fields(choice, at, found));
    }
}
