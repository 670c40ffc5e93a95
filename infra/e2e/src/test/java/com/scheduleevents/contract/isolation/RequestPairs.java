package com.scheduleevents.contract.isolation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.contract.Contract;
import com.scheduleevents.contract.Contract.Operation;
import com.scheduleevents.contract.mutation.ApiClient;
import com.scheduleevents.contract.mutation.Mutations;
import com.scheduleevents.contract.mutation.RequestDraft;
import com.scheduleevents.domain.account.Scope;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The requests that name something of a {@link TestTenants}: in their path, body or query, wherever the contract takes such an id. */
final class RequestPairs {

    private static final Pattern CLINIC = Pattern.compile("cln_[A-Za-z0-9_-]+");
    private static final Pattern PREFIX = Pattern.compile("[a-z]{3}_");
    private static final Pattern SCOPE = Pattern.compile("Needs the\\s+scope\\s+`([a-z:]+)`");
    private static final String CURSOR = "starting_after";

    /** So many characters of an id tell what it is of, and of which time. */
    private static final int FORM = 8;

    /** Those of a ULID, in their order. */
    private static final String DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

    private final Contract contract;
    private final Mutations mutations;
    private final TestTenants realm;
    private final Random random;

    /** @param mutations makes the contract's own requests */
    RequestPairs(Contract contract, Mutations mutations, TestTenants realm, Random random) {
        this.contract = contract;
        this.mutations = mutations;
        this.realm = realm;
        this.random = random;
    }

    static List<String> variables(Operation operation) {
        return ApiClient.VARIABLE
                .matcher(operation.path())
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    /** What the contract says that a request needs. */
    static Optional<Scope> scope(Operation operation) {
        Matcher needs = SCOPE.matcher(operation.described().path("description").asText());
        return needs.find() ? Optional.of(Scope.named(needs.group(1)).orElseThrow()) : Optional.empty();
    }

    /**
     * What requests of the operation can name: so much that each id is named at least once. What is there comes before what is
     * gone, since an id can be of both.
     */
    List<Resource> named(Operation operation) {
        List<Resource> all = new ArrayList<>(
                realm.things().stream().filter(thing -> takes(operation, thing)).toList());
        Collections.shuffle(all, random);
        all.sort(Comparator.comparing(Resource::gone));
        Set<String> named = new HashSet<>();
        all.removeIf(thing -> !named.addAll(thing.ids().values()));
        return all;
    }

    private boolean takes(Operation operation, Resource thing) {
        return inPath(operation, thing)
                || inBody(operation, thing)
                || inQuery(operation, thing).findAny().isPresent();
    }

    /** Requests that name what he is not to see, or may not ask for. */
    List<RequestPair> of(Operation operation, Resource thing, KeyHolder caller, Relation relation) {
        boolean mayAsk = relation == Relation.STRANGER || relation == Relation.OUTSIDER;
        Predicate<String> hidden = id -> !mayAsk || !realm.shows(caller, id);
        RequestDraft draft = mutations.untouched(operation);
        List<RequestPair> probes = new ArrayList<>();
        if (inPath(operation, thing)) {
            probes.add(path(draft, operation, thing, caller, hidden));
        }
        context(operation, thing, caller, mayAsk).map(draft::withVariables).ifPresent(placed -> {
            if (inBody(operation, thing)) {
                probes.add(new RequestPair(
                        naming(placed, operation, thing.id()), naming(placed, operation, unknown(thing.id()))));
            }
            inQuery(operation, thing)
                    .forEach(parameter -> probes.add(new RequestPair(
                            placed.withQuery(parameter + thing.id()),
                            placed.withQuery(parameter
                                    + (parameter.startsWith(CURSOR) ? justBelow(thing.id()) : unknown(thing.id()))))));
        });
        return probes;
    }

    /** The requests that name what he sees. */
    List<RequestDraft> own(Operation operation, Resource thing) {
        RequestDraft draft = mutations.untouched(operation);
        if (inPath(operation, thing)) {
            return List.of(draft.withVariables(thing.ids()));
        }
        if (!variables(operation).isEmpty()) {
            return List.of();
        }
        return Stream.concat(
                        Stream.of(thing)
                                .filter(one -> inBody(operation, one))
                                .map(one -> naming(draft, operation, one.id())),
                        inQuery(operation, thing).map(parameter -> draft.withQuery(parameter + thing.id())))
                .toList();
    }

    private boolean inPath(Operation operation, Resource thing) {
        return thing.isNamedBy(Set.copyOf(variables(operation)));
    }

    private boolean inBody(Operation operation, Resource thing) {
        return thing.isClinic()
                && CLINIC.matcher(naming(mutations.untouched(operation), operation, thing.id())
                                .body())
                        .find();
    }

    /** The parameters that take its id, as far as before the id. */
    private Stream<String> inQuery(Operation operation, Resource thing) {
        List<String> variables = variables(operation);
        if (thing.ids().size() > 1 && !variables.contains(Resource.WEBHOOK)) {
            return Stream.of();
        }
        return operation
                .described()
                .path("parameters")
                .valueStream()
                .map(contract::resolved)
                .filter(parameter -> parameter.path("in").asText().equals("query"))
                .flatMap(parameter -> {
                    String pattern = contract.resolved(parameter.path("schema"))
                            .path("pattern")
                            .asText();
                    Matcher prefix = PREFIX.matcher(pattern);
                    // The cursor of usage is a day and a clinic.
                    String day = pattern.startsWith("^[0-9]{4}-") ? LocalDate.now(ZoneOffset.UTC) + "_" : "";
                    return prefix.find() && thing.id().startsWith(prefix.group())
                            ? Stream.of(parameter.path("name").asText() + "=" + day)
                            : Stream.of();
                });
    }

    /** The thing itself, or half of it together with half of something that he sees. */
    private RequestPair path(
            RequestDraft draft, Operation operation, Resource thing, KeyHolder caller, Predicate<String> hidden) {
        List<Map<String, String>> mixed = new ArrayList<>(List.of(thing.ids()));
        List<Resource> own = realm.seenBy(caller, thing.ids().keySet());
        if (thing.ids().size() > 1 && !own.isEmpty()) {
            Resource other = own.get(random.nextInt(own.size()));
            thing.ids().forEach((variable, id) -> {
                Map<String, String> mix = new HashMap<>(other.ids());
                mix.put(variable, id);
                mixed.add(mix);
            });
        }
        List<Map<String, String>> probing = mixed.stream()
                .filter(ids -> ids.values().stream().anyMatch(hidden))
                .toList();
        Map<String, String> ids = probing.get(random.nextInt(probing.size()));
        Map<String, String> unknown = with(ids, hidden, RequestPairs::unknown);
        Map<String, String> form = with(ids, hidden, id -> id.substring(0, FORM));
        if (random.nextBoolean()) {
            return new RequestPair(draft.withVariables(ids), draft.withVariables(unknown), form);
        }
        form.put("headers", "all");
        return new RequestPair(
                conditional(draft, operation, ids).withVariables(ids),
                conditional(draft, operation, unknown).withVariables(unknown),
                form);
    }

    private static Map<String, String> with(
            Map<String, String> ids, Predicate<String> hidden, UnaryOperator<String> other) {
        Map<String, String> with = new HashMap<>(ids);
        with.replaceAll((_, id) -> hidden.test(id) ? other.apply(id) : id);
        return with;
    }

    /** With the headers that the operation knows. */
    private RequestDraft conditional(RequestDraft draft, Operation operation, Map<String, String> ids) {
        String tag = "\"" + ids.getOrDefault(Resource.EVENT, "1") + "\"";
        RequestDraft all = draft;
        for (JsonNode parameter : operation.described().path("parameters")) {
            String name = contract.resolved(parameter).path("name").asText();
            if (contract.resolved(parameter).path("in").asText().equals("header")) {
                all = all.withHeader(name, name.startsWith("If-") ? tag : "sesame");
            }
        }
        return all;
    }

    /** What the path names beside the thing: something of his own, where he may ask at all. */
    private Optional<Map<String, String>> context(
            Operation operation, Resource thing, KeyHolder caller, boolean mayAsk) {
        Set<String> variables = Set.copyOf(variables(operation));
        if (variables.isEmpty()) {
            return Optional.of(Map.of());
        }
        List<Resource> candidates = mayAsk
                ? realm.seenBy(caller, variables)
                : realm.things().stream()
                        .filter(one -> one.isNamedBy(variables))
                        .toList();
        // What is of a clinic that is gone still names it.
        List<Resource> others =
                candidates.stream().filter(one -> !one.of().equals(thing.of())).toList();
        return others.isEmpty()
                ? Optional.empty()
                : Optional.of(others.get(random.nextInt(others.size())).ids());
    }

    /** With the clinic in its body, wherever one can be. */
    private RequestDraft naming(RequestDraft draft, Operation operation, String clinic) {
        if (draft.body().isEmpty()) {
            return draft;
        }
        JsonNode schema = contract.resolved(
                contract.resolved(operation.described().path("requestBody")).at("/content/application~1json/schema"));
        JsonNode body = ApiClient.read(draft.body());
        if (schema.path("properties").has(Resource.CLINIC) && body instanceof ObjectNode object) {
            object.put(Resource.CLINIC, clinic);
        }
        return draft.withBody(CLINIC.matcher(body.toString()).replaceAll(clinic));
    }

    /** Every id that a request names where it could be anybody's. */
    static Set<String> named(RequestDraft draft) {
        Set<String> named = new HashSet<>(draft.variables().values());
        Matcher query = Pattern.compile("=(.+)$").matcher(draft.query());
        if (query.find()) {
            named.add(query.group(1));
        }
        Stream.of(draft.body(), draft.query())
                .flatMap(text -> CLINIC.matcher(text).results())
                .forEach(clinic -> named.add(clinic.group()));
        return named;
    }

    /** An id of the same form, and nobody's. */
    static String unknown(String id) {
        String end = "7Z7Z7Z";
        return id.substring(0, id.length() - end.length())
                + (id.startsWith("cln_") ? end.toLowerCase(Locale.ROOT) : end);
    }

    /** Nobody's as well. As a cursor it is a position, and this is the same one: nothing lies between the two. */
    private static String justBelow(String id) {
        int last = id.length() - 1;
        if (id.startsWith("cln_")) {
            return id.substring(0, last) + (char) (id.charAt(last) - 1) + "z";
        }
        while (id.charAt(last) == DIGITS.charAt(0)) {
            last--;
        }
        return id.substring(0, last)
                + DIGITS.charAt(DIGITS.indexOf(id.charAt(last)) - 1)
                + "Z".repeat(id.length() - 1 - last);
    }
}
