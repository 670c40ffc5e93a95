package com.scheduleevents.contract.isolation;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.contract.Contract;
import com.scheduleevents.contract.Contract.Operation;
import com.scheduleevents.contract.Exchange;
import com.scheduleevents.contract.isolation.TestTenants.Used;
import com.scheduleevents.contract.mutation.ApiClient;
import com.scheduleevents.contract.mutation.Mutations;
import com.scheduleevents.contract.mutation.RequestDraft;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Walks every list of the contract with every key, and holds it to what the key is to see of a {@link TestTenants}. */
final class ListCheck {

    private static final String USAGE = "/v1/usage";
    private static final String ACCOUNT = "/v1/account";

    /** The same for everybody. */
    private static final String EVENT_TYPES = "/v1/event_types";

    private static final int MANY = 100;
    private static final int FEW = 3;

    private final Contract contract;
    private final Mutations mutations;
    private final TestTenants realm;
    private final Random random;
    private final int most;

    /**
     * @param mutations makes the contract's own requests
     * @param most how many lists of the same kind each holder walks, such as those of deliveries to one webhook
     */
    ListCheck(Contract contract, Mutations mutations, TestTenants realm, Random random, int most) {
        this.most = most;
        this.contract = contract;
        this.mutations = mutations;
        this.realm = realm;
        this.random = random;
    }

    /** The requests for something without a name of its own, most of them lists. */
    List<Operation> operations() {
        return contract.operations().stream()
                .filter(operation -> operation.method().equals("GET"))
                .filter(operation -> !operation.path().endsWith("}"))
                .toList();
    }

    /** What any of them shows that it should not, and what it lacks. */
    List<String> faults() {
        List<String> faults = new ArrayList<>();
        for (KeyHolder holder : realm.holders()) {
            Set<String> hidden = realm.hiddenFrom(holder);
            for (Operation operation : operations()) {
                for (Map<String, String> ids : places(operation, holder)) {
                    List<JsonNode> answers = answers(mutations.untouched(operation), holder, ids);
                    String place = "%s %s of %s".formatted(operation, ids, holder);
                    List<String> shown = shown(operation, answers);
                    List<String> expected = expected(operation, holder, ids);
                    if (!shown.equals(expected)) {
                        faults.add("%s: shows %s, and should %s".formatted(place, shown, expected));
                    }
                    hidden.stream()
                            .filter(word -> answers.toString().contains(word))
                            .forEach(word -> faults.add("%s: shows %s".formatted(place, word)));
                }
            }
        }
        return faults;
    }

    /** What a path can name that the holder sees. */
    private List<Map<String, String>> places(Operation operation, KeyHolder holder) {
        Set<String> variables = Set.copyOf(RequestPairs.variables(operation));
        if (variables.isEmpty()) {
            return List.of(Map.of());
        }
        List<Resource> seen = new ArrayList<>(realm.seenBy(holder, variables));
        Collections.shuffle(seen, random);
        return seen.stream().limit(most).map(Resource::ids).toList();
    }

    /** Every page, or the one answer that is none. */
    private List<JsonNode> answers(RequestDraft first, KeyHolder holder, Map<String, String> ids) {
        List<JsonNode> answers = new ArrayList<>();
        boolean paged = !first.path().equals(ACCOUNT) && !first.path().equals(EVENT_TYPES);
        RequestDraft limited = paged ? first.withQuery("limit=" + (random.nextBoolean() ? MANY : FEW)) : first;
        RequestDraft next = limited;
        while (true) {
            Exchange exchange = holder.client().send(next, ids);
            JsonNode answer = ApiClient.read(exchange.answer());
            answers.add(answer);
            if (!answer.path("has_more").asBoolean()) {
                return answers;
            }
            next = limited.withQuery(limited.query() + "&starting_after="
                    + answer.path("next_cursor").asText());
        }
    }

    private static List<String> shown(Operation operation, List<JsonNode> answers) {
        JsonNode first = answers.getFirst();
        Stream<JsonNode> rows =
                answers.stream().flatMap(page -> page.path("data").valueStream());
        if (first.has("error")) {
            return List.of(first.at("/error/code").asText());
        }
        return switch (operation.path()) {
            case EVENT_TYPES -> List.of();
            case ACCOUNT ->
                account(
                        first.path("id").asText(),
                        first.at("/api_key/id").asText(),
                        first.path("clinic_ids").valueStream().map(JsonNode::asText));
            case USAGE -> used(rows);
            default ->
                rows.map(row -> row.path("event_id").asText(row.path("id").asText()))
                        .sorted()
                        .toList();
        };
    }

    private List<String> expected(Operation operation, KeyHolder holder, Map<String, String> ids) {
        if (holder.refused()) {
            return List.of(expired(holder) ? "expired_api_key" : "invalid_api_key");
        }
        if (!holder.may(RequestPairs.scope(operation))) {
            return List.of("missing_scope");
        }
        return switch (operation.path()) {
            case EVENT_TYPES -> List.of();
            case ACCOUNT ->
                account(
                        holder.account(),
                        holder.key(),
                        realm.seenBy(holder, Set.of(Resource.CLINIC)).stream().map(Resource::id));
            case USAGE ->
                realm.tenantOf(holder).used().entrySet().stream()
                        .filter(clinic -> holder.sees().has(clinic.getKey()))
                        .map(clinic -> clinic.getKey() + " " + clinic.getValue())
                        .sorted()
                        .toList();
            default ->
                realm.things().stream()
                        .filter(thing -> thing.seenBy(holder))
                        .filter(thing -> thing.ids().entrySet().containsAll(ids.entrySet()))
                        .filter(thing -> isListedIn(operation, thing))
                        .map(Resource::id)
                        .sorted()
                        .toList();
        };
    }

    /** Whether the list is of what the thing is: the contract has a request for one of them below it. */
    private boolean isListedIn(Operation list, Resource thing) {
        return contract.operations().stream()
                .filter(one -> one.method().equals("GET"))
                .filter(one -> one.path().startsWith(list.path() + "/{"))
                .filter(one -> one.path().endsWith("}")
                        && one.path().indexOf('/', list.path().length() + 1) < 0)
                .anyMatch(one -> thing.isNamedBy(Set.copyOf(RequestPairs.variables(one))));
    }

    private boolean expired(KeyHolder holder) {
        return realm.things().stream().anyMatch(thing -> thing.id().equals(holder.key()) && !thing.gone());
    }

    private static List<String> account(String account, String key, Stream<String> clinics) {
        return Stream.concat(Stream.of(account, key), clinics.sorted()).toList();
    }

    /** Of all days together: tests may run at midnight. */
    private static List<String> used(Stream<JsonNode> rows) {
        Map<String, Used> used = rows.collect(Collectors.toMap(
                row -> row.path("clinic_id").asText(),
                row -> new Used(
                        row.path("events_recorded").asInt(),
                        row.path("deliveries_succeeded").asInt()),
                (one, other) -> new Used(one.events() + other.events(), one.deliveries() + other.deliveries()),
                TreeMap::new));
        return used.entrySet().stream()
                .map(clinic -> clinic.getKey() + " " + clinic.getValue())
                .toList();
    }
}
