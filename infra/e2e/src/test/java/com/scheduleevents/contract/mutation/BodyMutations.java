package com.scheduleevents.contract.mutation;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.scheduleevents.contract.Contract;
import com.scheduleevents.contract.Contract.Operation;
import com.scheduleevents.contract.ContractCheck;
import com.scheduleevents.contract.Exchange;
import com.scheduleevents.contract.mutation.MutatedRequest.ExpectedOutcome;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Changes every field of a body, and the body as a whole. */
final class BodyMutations {

    private static final String MARK = "@the changed value@";
    private static final JsonPointer ROOT = JsonPointer.empty();

    private final Contract contract;
    private final Operation operation;
    private final ContractSamples samples;
    private final List<MutatedRequest> mutants = new ArrayList<>();

    /** The parts that were mutated already; a part that several kinds of body share is mutated in the first of them only. */
    private final Set<String> done = new HashSet<>();

    /** What the usual body has and the present one excludes; without the field that excludes it, it is missing. */
    private Set<String> excluded = Set.of();

    private BodyMutations(Contract contract, Operation operation) {
        this.contract = contract;
        this.operation = operation;
        this.samples = new ContractSamples(contract);
    }

    /**
     * Changes of the body.
     *
     * @param draft the request, without a body
     */
    static List<MutatedRequest> of(Contract contract, Operation operation, RequestDraft draft) {
        JsonNode body = contract.resolved(operation.described().path("requestBody"));
        if (body.isMissingNode()) {
            return List.of();
        }
        JsonNode schema = body.at("/content/application~1json/schema");
        BodyMutations bodies = new BodyMutations(contract, operation);
        bodies.whole(draft, bodies.samples.of(schema), body.path("required").asBoolean());
        bodies.part(draft, schema, ROOT, bodies.samples.of(schema));
        return bodies.mutants;
    }

    private void whole(RequestDraft draft, JsonNode good, boolean required) {
        String text = good.toString();
        mutants.add(new MutatedRequest(
                "body",
                "nothing",
                draft.withBody(""),
                required ? ExpectedOutcome.REFUSED : ExpectedOutcome.ACCEPTED,
                Set.of()));
        mutants.add(MutatedRequest.refused("body", "blanks", draft.withBody(" \r\n\t ")));
        Stream.of(
                        "{",
                        text + text,
                        text + "x",
                        text.substring(0, text.length() - 1),
                        "\uFEFF" + text,
                        "\u0000" + text,
                        "/* no */" + text,
                        "{a:1}",
                        "{\"a\":1,}",
                        "[" + text + "]",
                        "{\"a\":1,\"a\":1}",
                        "{\"\\ud800\":1}",
                        "{\"\uFFFD\":1}",
                        text.replaceFirst("\"}", "\uFFFD\"}").concat(text.contains("\"}") ? "" : "\uFFFD"))
                .forEach(body -> mutants.add(MutatedRequest.refused("body", body, draft.withBody(body))));
        mutants.add(MutatedRequest.refused("body", "more than 1 MB", draft.withBody(" ".repeat(1024 * 1024) + text)));
        mutants.add(MutatedRequest.refused(
                "body",
                "10,000 fields",
                draft.withBody(IntStream.range(0, 10_000)
                        .mapToObj(i -> "\"f" + i + "\":1")
                        .collect(Collectors.joining(",", "{", "}")))));
        mutants.add(MutatedRequest.accepted("body", "blanks around it", draft.withBody(" \r\n\t" + text + "\n")));
        mutants.add(MutatedRequest.accepted("body", "unchanged", draft.withBody(text)));
    }

    private void part(RequestDraft draft, JsonNode reference, JsonPointer at, JsonNode whole) {
        List<JsonNode> choices = samples.choices(reference);
        JsonNode good = whole.at(at);
        if (done.add(place(at))) {
            ValueMutations.json(
                            Stream.concat(Stream.of(contract.resolved(reference)), choices.stream())
                                    .toList(),
                            good)
                    .forEach((what, value) -> add(
                            draft, at, what, put(whole, at, value), ExpectedOutcome.AS_CONTRACT, names(at, choices)));
            ValueMutations.unreadable()
                    .forEach((what, value) ->
                            add(draft, at, what, put(whole, at, value), ExpectedOutcome.REFUSED, Set.of()));
            if (!at.equals(ROOT)) {
                add(draft, at, "no value", put(whole, at, ""), ExpectedOutcome.REFUSED, Set.of());
            }
        }
        for (JsonNode choice : choices) {
            JsonNode here = choices.size() == 1 ? whole : with(whole, at, samples.of(choice));
            fields(draft, choice, at, here);
            elements(draft, choice, at, here);
        }
    }

    private void fields(RequestDraft draft, JsonNode schema, JsonPointer at, JsonNode whole) {
        if (!whole.at(at).isObject()) {
            return;
        }
        schema.path("properties").properties().forEach(field -> {
            String name = field.getKey();
            JsonPointer there = at.appendProperty(name);
            JsonNode complete = whole.at(there).isMissingNode()
                    ? completed(draft, schema, whole, there, samples.of(field.getValue()))
                    : whole;
            String value = complete.at(there).toString();
            add(draft, there, "missing", without(whole, at, name), ExpectedOutcome.AS_CONTRACT, Set.of(name));
            if (done.contains(place(there))) {
                return;
            }
            add(
                    draft,
                    there,
                    "twice",
                    put(complete, there, value + ",\"" + name + "\":" + value),
                    ExpectedOutcome.REFUSED,
                    Set.of());
            String capitals = name.toUpperCase(Locale.ROOT);
            add(
                    draft,
                    there,
                    "in capitals besides",
                    put(complete, there, value + ",\"" + capitals + "\":" + value),
                    ExpectedOutcome.REFUSED,
                    Set.of(capitals));
            if (at.equals(ROOT)) {
                excluded = lacking(whole, complete);
            }
            part(draft, field.getValue(), there, complete);
        });
        if (!done.add(place(at) + " more")) {
            return;
        }
        for (String extra : List.of(
                "unknown_field", "__proto__", "", "x".repeat(100), "\\u0000", "\\ud800", "\u202E", "\uD83E\uDDB7")) {
            String text = whole.at(at).toString();
            String more =
                    text.substring(0, text.length() - 1) + (text.length() > 2 ? "," : "") + "\"" + extra + "\":1}";
            add(
                    draft,
                    at,
                    "a field \"" + extra + "\" besides",
                    put(whole, at, more),
                    ExpectedOutcome.REFUSED,
                    Set.of());
        }
    }

    /**
     * The body with a field that it lacks. Where the contract does not allow that field beside the others, it is the example that has it, such as a webhook
     * with a queue and without a URL.
     */
    private JsonNode completed(
            RequestDraft draft, JsonNode schema, JsonNode whole, JsonPointer there, JsonNode sample) {
        JsonNode both = with(whole, there, sample);
        return isAllowed(draft.withBody(both.toString()))
                ? both
                : schema.path("examples")
                        .valueStream()
                        .filter(example ->
                                there.head().equals(ROOT) && !example.at(there).isMissingNode())
                        .findFirst()
                        .orElse(both);
    }

    private boolean isAllowed(RequestDraft draft) {
        URI url = URI.create("/?" + draft.query());
        Exchange request = new Exchange(draft.method(), url, draft.headers(), draft.body(), 0, Map.of(), "");
        return ContractCheck.INSTANCE.requestFaults(operation, request).isEmpty();
    }

    private static Set<String> lacking(JsonNode whole, JsonNode other) {
        return whole.propertyStream()
                .map(Map.Entry::getKey)
                .filter(name -> !other.has(name))
                .collect(Collectors.toUnmodifiableSet());
    }

    private void elements(RequestDraft draft, JsonNode schema, JsonPointer at, JsonNode whole) {
        if (!(whole.at(at) instanceof ArrayNode list) || !schema.has("items")) {
            return;
        }
        int max = schema.path("maxItems").asInt(100);
        for (int count : new int[] {2, max, max + 1}) {
            add(
                    draft,
                    at,
                    count + " times the same in it",
                    put(whole, at, ContractSamples.copies(list.path(0), count).toString()),
                    ExpectedOutcome.AS_CONTRACT,
                    names(at, List.of(schema)));
        }
        part(draft, schema.path("items"), at.appendIndex(0), whole);
    }

    private void add(
            RequestDraft draft, JsonPointer at, String what, String body, ExpectedOutcome verdict, Set<String> params) {
        mutants.add(new MutatedRequest(place(at), what, draft.withBody(body), verdict, params));
    }

    private static String place(JsonPointer at) {
        return "body " + at;
    }

    /** The names that an error can have as its param: the field, or, where it contains an object, a field of that; or what is missing without the field. */
    private Set<String> names(JsonPointer at, List<JsonNode> choices) {
        Set<String> names = new HashSet<>(excluded);
        JsonPointer named = at;
        while (!named.equals(ROOT) && named.last().mayMatchElement()) {
            named = named.head();
        }
        if (!named.equals(ROOT)) {
            names.add(named.last().getMatchingProperty());
        }
        boolean objects =
                choices.stream().anyMatch(choice -> choice.path("type").asText().equals("object"));
        if (objects) {
            names.add("a");
            choices.forEach(choice -> choice.path("properties").fieldNames().forEachRemaining(names::add));
        }
        return objects && named.equals(ROOT) ? Set.of() : names;
    }

    private static String put(JsonNode whole, JsonPointer at, String value) {
        return at.equals(ROOT)
                ? value
                : with(whole, at, TextNode.valueOf(MARK)).toString().replace("\"" + MARK + "\"", value);
    }

    private static JsonNode with(JsonNode whole, JsonPointer at, JsonNode value) {
        if (at.equals(ROOT)) {
            return value;
        }
        JsonNode copy = whole.deepCopy();
        switch (copy.at(at.head())) {
            case ObjectNode object -> object.set(at.last().getMatchingProperty(), value);
            case ArrayNode list -> list.set(at.last().getMatchingIndex(), value);
            default -> throw new IllegalStateException("nothing stands at " + at.head() + " in " + whole);
        }
        return copy;
    }

    private static String without(JsonNode whole, JsonPointer at, String name) {
        JsonNode copy = whole.deepCopy();
        ((ObjectNode) copy.at(at)).remove(name);
        return copy.toString();
    }
}
