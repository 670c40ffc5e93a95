package com.scheduleevents.contract.mutation;

import static com.scheduleevents.contract.mutation.MutatedRequest.refused;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.contract.Contract;
import com.scheduleevents.contract.Contract.Operation;
import com.scheduleevents.contract.mutation.MutatedRequest.ExpectedOutcome;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Mutates every parameter in path, query and headers. */
final class ParameterMutations {

    /** Percent-encoded. The lone surrogates and the last two are invalid UTF-8. */
    private static final Map<String, String> HOSTILE = Map.of(
            "NUL", "%00",
            "four bytes", "%F0%9F%A6%B7",
            "right to left", "%E2%80%AE",
            "a line break", "%0D%0A",
            "a lone surrogate", "%ED%A0%80",
            "half a character", "%C3",
            "a byte that is never there", "%FF");

    private final Contract contract;
    private final ContractSamples samples;
    private final RequestDraft draft;
    private final List<MutatedRequest> mutants = new ArrayList<>();

    private ParameterMutations(Contract contract, RequestDraft draft) {
        this.contract = contract;
        this.samples = new ContractSamples(contract);
        this.draft = draft;
    }

    /**
     * Changes of the parameters.
     *
     * @param draft the valid request
     */
    static List<MutatedRequest> of(Contract contract, Operation operation, RequestDraft draft) {
        ParameterMutations parameters = new ParameterMutations(contract, draft);
        operation.described().path("parameters").forEach(reference -> {
            JsonNode parameter = contract.resolved(reference);
            switch (parameter.path("in").asText()) {
                case "path" -> parameters.path(parameter);
                case "query" -> parameters.query(parameter);
                default -> parameters.header(parameter);
            }
        });
        for (String unknown : List.of("unknown", "%00", "%F0%9F%A6%B7", "%FF", "x".repeat(1_000))) {
            parameters.mutants.add(refused("query", "?" + unknown + "=1", draft.withQuery(unknown + "=1")));
            parameters.mutants.add(refused("query", "?" + unknown, draft.withQuery(unknown)));
        }
        parameters.mutants.add(refused("query", "?=1", draft.withQuery("=1")));
        return parameters.mutants;
    }

    private void path(JsonNode parameter) {
        String name = parameter.path("name").asText();
        String place = "path " + name;
        String good = parameter.path("example").asText("x");
        ValueMutations.texts(parameter.path("schema"), good)
                .forEach(value -> mutants.add(refused(place, value, draft.withVariable(name, encoded(value)), name)));
        HOSTILE.forEach((what, value) -> {
            mutants.add(refused(place, what, draft.withVariable(name, value)));
            mutants.add(refused(place, "an id and " + what, draft.withVariable(name, good + value)));
        });
        for (String other :
                List.of("%2F", "%2E%2E", "%2E%2E%2F" + good, "%25", "%3F", "*", ";a=b", "%7B" + name + "%7D")) {
            mutants.add(refused(place, other, draft.withVariable(name, other)));
        }
    }

    private void query(JsonNode parameter) {
        String name = parameter.path("name").asText();
        String place = "query " + name;
        JsonNode schema = contract.resolved(parameter.path("schema"));
        JsonNode element =
                contract.resolved(schema.path("type").asText().equals("array") ? schema.path("items") : schema);
        String good = good(parameter, element);
        for (JsonNode choice : samples.choices(element)) {
            ValueMutations.texts(choice, good)
                    .forEach(value -> query(place, value, name, "=" + encoded(value), ExpectedOutcome.AS_CONTRACT));
        }
        HOSTILE.forEach((what, value) -> {
            query(place, what, name, "=" + value, ExpectedOutcome.REFUSED);
            query(place, "a good one and " + what, name, "=" + encoded(good) + value, ExpectedOutcome.REFUSED);
        });
        query(place, "empty", name, "=", ExpectedOutcome.REFUSED);
        query(place, "no value", name, "", ExpectedOutcome.REFUSED);
        query(place, "a good one", name, "=" + encoded(good), ExpectedOutcome.AS_CONTRACT);
        query(
                place,
                "twice",
                name,
                "=" + encoded(good) + "&" + name + "=" + encoded(good),
                ExpectedOutcome.AS_CONTRACT);
        query(place, "twice, once empty", name, "=" + encoded(good) + "&" + name + "=", ExpectedOutcome.REFUSED);
        query(
                place,
                "20 times",
                name,
                "=" + encoded(good) + ("&" + name + "=" + encoded(good)).repeat(19),
                ExpectedOutcome.AS_CONTRACT);
        for (String other :
                List.of(name.toUpperCase(Locale.ROOT), name + "[]", name + "[0]", name + "%20", "%20" + name)) {
            mutants.add(refused(place, "as " + other, draft.withQuery(other + "=" + encoded(good))));
        }
    }

    private void query(String place, String what, String name, String value, ExpectedOutcome verdict) {
        mutants.add(new MutatedRequest(place, what, draft.withQuery(name + value), verdict, Set.of(name)));
    }

    private void header(JsonNode parameter) {
        String name = parameter.path("name").asText();
        String place = "header " + name;
        JsonNode schema = contract.resolved(parameter.path("schema"));
        String good = good(parameter, schema);
        for (String value : ValueMutations.texts(schema, good)) {
            // HTTP strips whitespace from the ends of a header value.
            if (value.chars().allMatch(c -> c >= ' ' && c < 0x7f) && value.equals(value.strip())) {
                header(place, value, draft.withHeader(name, value), name);
            }
        }
        header(place, "empty", draft.withHeader(name, ""), name);
        header(place, "5,000 characters", draft.withHeader(name, "x".repeat(5_000)), name);
        // With its other headers, nearly the 10,240 bytes that API Gateway lets through.
        header(place, "a list of 9,000 characters", draft.withHeader(name, "\"\",".repeat(3_000) + good), name);
        String small = name.toLowerCase(Locale.ROOT);
        String capitals = name.toUpperCase(Locale.ROOT);
        header(place, "in small letters", draft.withHeader(small, good), name);
        header(place, "in capitals", draft.withHeader(capitals, good), name);
        header(place, "in capitals, and wrong", draft.withHeader(capitals, " "), name);
        header(place, "twice", draft.withHeader(small, good).withHeader(capitals, good), name);
    }

    private void header(String place, String what, RequestDraft changed, String name) {
        mutants.add(new MutatedRequest(place, what, changed, ExpectedOutcome.AS_CONTRACT, Set.of(name)));
    }

    private String good(JsonNode parameter, JsonNode schema) {
        JsonNode example = parameter.path("example");
        JsonNode one = example.isArray() ? example.path(0) : example;
        return one.isMissingNode() ? samples.of(schema).asText() : one.asText();
    }

    private static String encoded(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
