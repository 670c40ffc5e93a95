package com.scheduleevents.contract.isolation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
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

/** Builds requests with the ids of {@link TestTenants} in path, body or query, wherever the contract takes such an id. */
final class RequestPairs {

    private static final Pattern CLINIC = Pattern.compile("cln_[A-Za-z0-9_-]+");
    private static final Pattern PREFIX = Pattern.compile("[a-z]{3}_");
    private static final Pattern SCOPE = Pattern.compile("Needs the\\s+scope\\s+`([a-z:]+)`");
    private static final Pattern ALL_CLINICS = Pattern.compile("a key that\\s+sees all clinics");
    private static final String SEVERAL = "clinic_ids";
    private static final String CURSOR = "starting_after";

    /** The length of the start of an id that identifies its kind and time. */
    private static final int FORM = 8;

    /** The digits of a ULID, in their order. */
    private static final String DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

    private final Contract contract;
    private final Mutations mutations;
    private final TestTenants tenants;
    private final Random random;

    /** @param mutations makes the contract's own requests */
    RequestPairs(Contract contract, Mutations mutations, TestTenants tenants, Random random) {
        this.contract = contract;
        this.mutations = mutations;
        this.tenants = tenants;
        this.random = random;
    }

    static List<String> variables(Operation operation) {
        return ApiClient.VARIABLE
                .matcher(operation.path())
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    /** The scope that the contract requires of a request. */
    static Optional<Scope> scope(Operation operation) {
        Matcher needs = SCOPE.matcher(operation.described().path("description").asText());
        return needs.find() ? Optional.of(Scope.named(needs.group(1)).orElseThrow()) : Optional.empty();
    }

    /** Whether the contract refuses the operation to keys that see only some clinics. */
    static boolean needsAllClinics(Operation operation) {
        return ALL_CLINICS
                .matcher(operation.described().path("description").asText())
                .find();
    }

    /**
     * The resources that requests of the operation can name, so that each id occurs at least once. Existing resources come before
     * deleted ones, because an id can belong to both.
     */
    List<Resource> named(Operation operation) {
        List<Resource> all = new ArrayList<>(tenants.resources().stream()
                .filter(resource -> takes(operation, resource))
                .toList());
        Collections.shuffle(all, random);
        all.sort(Comparator.comparing(Resource::gone));
        Set<String> named = new HashSet<>();
        all.removeIf(resource -> !named.addAll(resource.ids().values()));
        return all;
    }

    private boolean takes(Operation operation, Resource resource) {
        return inPath(operation, resource)
                || inBody(operation, resource)
                || inQuery(operation, resource).findAny().isPresent();
    }

    /** Requests that name what the caller may not see, or may not request. */
    List<RequestPair> of(Operation operation, Resource resource, KeyHolder caller, Relation relation) {
        boolean mayRequest = relation == Relation.STRANGER || relation == Relation.OUTSIDER;
        Predicate<String> hidden = id -> !mayRequest || !tenants.shows(caller, id);
        RequestDraft draft = mutations.untouched(operation);
        List<RequestPair> pairs = new ArrayList<>();
        if (inPath(operation, resource)) {
            pairs.add(path(draft, operation, resource, caller, hidden));
        }
        context(operation, resource, caller, mayRequest)
                .map(draft::withVariables)
                .ifPresent(placed -> {
                    if (inBody(operation, resource)) {
                        pairs.add(new RequestPair(
                                naming(placed, operation, resource.id()),
                                naming(placed, operation, unknown(resource.id()))));
                        if (takesSeveral(operation)) {
                            pairs.add(new RequestPair(
                                    namingSeveral(placed, resource.id(), caller),
                                    namingSeveral(placed, unknown(resource.id()), caller)));
                        }
                    }
                    inQuery(operation, resource)
                            .forEach(parameter -> pairs.add(new RequestPair(
                                    placed.withQuery(parameter + resource.id()),
                                    placed.withQuery(parameter
                                            + (parameter.startsWith(CURSOR)
                                                    ? justBelow(resource.id())
                                                    : unknown(resource.id()))))));
                });
        return pairs;
    }

    /** The requests that name the resource, for a caller who may see it. */
    List<RequestDraft> own(Operation operation, Resource resource) {
        RequestDraft draft = mutations.untouched(operation);
        if (inPath(operation, resource)) {
            return List.of(draft.withVariables(resource.ids()));
        }
        if (!variables(operation).isEmpty()) {
            return List.of();
        }
        return Stream.concat(
                        Stream.of(resource)
                                .filter(one -> inBody(operation, one))
                                .map(one -> naming(draft, operation, one.id())),
                        inQuery(operation, resource).map(parameter -> draft.withQuery(parameter + resource.id())))
                .toList();
    }

    private boolean inPath(Operation operation, Resource resource) {
        return resource.isNamedBy(Set.copyOf(variables(operation)));
    }

    private boolean inBody(Operation operation, Resource resource) {
        return resource.isClinic()
                && CLINIC.matcher(naming(mutations.untouched(operation), operation, resource.id())
                                .body())
                        .find();
    }

    /** The query parameters that take its id, up to the value. */
    private Stream<String> inQuery(Operation operation, Resource resource) {
        List<String> variables = variables(operation);
        if (resource.ids().size() > 1 && !variables.contains(Resource.WEBHOOK)) {
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
                    return prefix.find() && resource.id().startsWith(prefix.group())
                            ? Stream.of(parameter.path("name").asText() + "=" + day)
                            : Stream.of();
                });
    }

    /** Names the resource itself, or one of its ids together with one of a resource that the caller may see. */
    private RequestPair path(
            RequestDraft draft, Operation operation, Resource resource, KeyHolder caller, Predicate<String> hidden) {
        List<Map<String, String>> mixed = new ArrayList<>(List.of(resource.ids()));
        List<Resource> own = tenants.seenBy(caller, resource.ids().keySet());
        if (resource.ids().size() > 1 && !own.isEmpty()) {
            Resource other = own.get(random.nextInt(own.size()));
            resource.ids().forEach((variable, id) -> {
                Map<String, String> mix = new HashMap<>(other.ids());
                mix.put(variable, id);
                mixed.add(mix);
            });
        }
        List<Map<String, String>> candidates = mixed.stream()
                .filter(ids -> ids.values().stream().anyMatch(hidden))
                .toList();
        Map<String, String> ids = candidates.get(random.nextInt(candidates.size()));
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

    /** Adds every header that the operation knows. */
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

    /**
     * The path variables beside the resource: a resource that the caller may see, where the caller may make the request at all.
     */
    private Optional<Map<String, String>> context(
            Operation operation, Resource resource, KeyHolder caller, boolean mayRequest) {
        Set<String> variables = Set.copyOf(variables(operation));
        if (variables.isEmpty()) {
            return Optional.of(Map.of());
        }
        List<Resource> candidates = mayRequest
                ? tenants.seenBy(caller, variables)
                : tenants.resources().stream()
                        .filter(one -> one.isNamedBy(variables))
                        .toList();
        // A resource of a removed clinic still contains its id.
        List<Resource> others = candidates.stream()
                .filter(one -> !one.of().equals(resource.of()))
                .toList();
        return others.isEmpty()
                ? Optional.empty()
                : Optional.of(others.get(random.nextInt(others.size())).ids());
    }

    /** Puts the clinic into the body wherever the schema takes one. */
    private RequestDraft naming(RequestDraft draft, Operation operation, String clinic) {
        if (draft.body().isEmpty()) {
            return draft;
        }
        JsonNode schema = bodySchema(operation);
        JsonNode body = ApiClient.read(draft.body());
        if (schema.path("properties").has(Resource.CLINIC) && body instanceof ObjectNode object) {
            object.put(Resource.CLINIC, clinic);
        }
        return draft.withBody(CLINIC.matcher(body.toString()).replaceAll(clinic));
    }

    private boolean takesSeveral(Operation operation) {
        return bodySchema(operation).path("properties").has(SEVERAL);
    }

    /** Names the clinic together with those that the caller may see. */
    private RequestDraft namingSeveral(RequestDraft draft, String clinic, KeyHolder caller) {
        ObjectNode body = (ObjectNode) ApiClient.read(draft.body());
        ArrayNode clinics = body.putArray(SEVERAL).add(clinic);
        tenants.seenBy(caller, Set.of(Resource.CLINIC)).stream()
                .map(Resource::id)
                .filter(id -> !id.equals(clinic))
                .limit(2)
                .forEach(clinics::add);
        return draft.withBody(body.toString());
    }

    private JsonNode bodySchema(Operation operation) {
        return contract.resolved(
                contract.resolved(operation.described().path("requestBody")).at("/content/application~1json/schema"));
    }

    /** Every id that a request contains. */
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

    /** An unknown id of the same form. */
    static String unknown(String id) {
        String end = "7Z7Z7Z";
        return id.substring(0, id.length() - end.length())
                + (id.startsWith("cln_") ? end.toLowerCase(Locale.ROOT) : end);
    }

    /** An unknown id directly below the given one, so that as a cursor it is the same position. */
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
