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

/**
 * Walks every list of the contract with every key, and checks that it contains exactly what the key may see of {@link
 * TestTenants}.
 */
final class ListCheck {

    private static final String USAGE = "/v1/usage";

    /** They have numbers alone, for keys that see all clinics. */
    private static final String FIGURES = "/stats";

    private static final String DELIVERIES_OF_EVENT = "/v1/events/{event_id}/deliveries";
    private static final String QUEUE = "/v1/webhooks/{webhook_id}/queue";
    private static final String ACCOUNT = "/v1/account";

    /** Entries appear when the stream was read, so only what must not appear is checked. */
    private static final String AUDIT_LOG = "/v1/audit_log";

    /** The same for every key. */
    private static final String EVENT_TYPES = "/v1/event_types";

    private static final String ADDRESSES = "/v1/addresses";

    /** Their responses are whole. */
    private static final Set<String> WITHOUT_PAGES = Set.of(ACCOUNT, EVENT_TYPES, ADDRESSES);

    private static final int MANY = 100;
    private static final int FEW = 3;

    private final Contract contract;
    private final Mutations mutations;
    private final TestTenants tenants;
    private final Random random;
    private final int most;

    /**
     * @param mutations makes the contract's own requests
     * @param most how many lists of the same kind each holder walks, such as the deliveries of one webhook
     */
    ListCheck(Contract contract, Mutations mutations, TestTenants tenants, Random random, int most) {
        this.most = most;
        this.contract = contract;
        this.mutations = mutations;
        this.tenants = tenants;
        this.random = random;
    }

    /** The GET operations that do not end with an id; most of them are lists. */
    List<Operation> operations() {
        return contract.operations().stream()
                .filter(operation -> operation.method().equals("GET"))
                .filter(operation -> !operation.path().endsWith("}"))
                .filter(operation -> !operation.path().endsWith(FIGURES))
                .toList();
    }

    /** What any list shows although it should not, and what any list lacks. */
    List<String> faults() {
        List<String> faults = new ArrayList<>();
        for (KeyHolder holder : tenants.holders()) {
            Set<String> hidden = tenants.hiddenFrom(holder);
            for (Operation operation : operations()) {
                for (Map<String, String> ids : places(operation, holder)) {
                    List<JsonNode> responses = responses(mutations.untouched(operation), holder, ids);
                    String place = "%s %s of %s".formatted(operation, ids, holder);
                    List<String> shown = shown(operation, responses);
                    List<String> expected = expected(operation, holder, ids);
                    if (!shown.equals(expected)) {
                        faults.add("%s: shows %s, and should show %s".formatted(place, shown, expected));
                    }
                    hidden.stream()
                            .filter(word -> responses.toString().contains(word))
                            .forEach(word -> faults.add("%s: shows %s".formatted(place, word)));
                }
            }
        }
        return faults;
    }

    /** The ids for the path of the operation that the holder may see. */
    private List<Map<String, String>> places(Operation operation, KeyHolder holder) {
        Set<String> variables = Set.copyOf(RequestPairs.variables(operation));
        if (variables.isEmpty()) {
            return List.of(Map.of());
        }
        List<Resource> seen = new ArrayList<>(tenants.seenBy(holder, variables));
        Collections.shuffle(seen, random);
        return seen.stream().limit(most).map(Resource::ids).toList();
    }

    /** Every page of a list, or the only response of an operation without pages. */
    private List<JsonNode> responses(RequestDraft first, KeyHolder holder, Map<String, String> ids) {
        List<JsonNode> responses = new ArrayList<>();
        boolean paged = !WITHOUT_PAGES.contains(first.path());
        RequestDraft limited = paged ? first.withQuery("limit=" + (random.nextBoolean() ? MANY : FEW)) : first;
        RequestDraft next = limited;
        while (true) {
            Exchange exchange = holder.client().send(next, ids);
            JsonNode response = ApiClient.read(exchange.responseBody());
            responses.add(response);
            if (!response.path("has_more").asBoolean()) {
                return responses;
            }
            next = limited.withQuery(limited.query() + "&starting_after="
                    + response.path("next_cursor").asText());
        }
    }

    private static List<String> shown(Operation operation, List<JsonNode> responses) {
        JsonNode first = responses.getFirst();
        Stream<JsonNode> rows =
                responses.stream().flatMap(page -> page.path("data").valueStream());
        if (first.has("error")) {
            return List.of(first.at("/error/code").asText());
        }
        return switch (operation.path()) {
            case EVENT_TYPES, ADDRESSES, AUDIT_LOG -> List.of();
            case ACCOUNT ->
                account(
                        first.path("id").asText(),
                        first.at("/api_key/id").asText(),
                        first.path("clinic_ids").valueStream().map(JsonNode::asText));
            case USAGE -> used(rows);
            case DELIVERIES_OF_EVENT ->
                rows.map(row -> row.path("webhook_id").asText()).sorted().toList();
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
            // PullTest has webhooks that are pulled.
            case QUEUE -> ids.isEmpty() ? List.of() : List.of("not_a_pull_webhook");
            case EVENT_TYPES, ADDRESSES, AUDIT_LOG -> List.of();
            case ACCOUNT ->
                account(
                        holder.account(),
                        holder.key(),
                        tenants.seenBy(holder, Set.of(Resource.CLINIC)).stream().map(Resource::id));
            case USAGE ->
                tenants.tenantOf(holder).used().entrySet().stream()
                        .filter(clinic -> holder.sees().has(clinic.getKey()))
                        .map(clinic -> clinic.getKey() + " " + clinic.getValue())
                        .sorted()
                        .toList();
            case DELIVERIES_OF_EVENT ->
                tenants.seenBy(holder, Set.of(Resource.WEBHOOK)).stream()
                        .map(Resource::id)
                        .sorted()
                        .toList();
            default ->
                tenants.resources().stream()
                        .filter(resource -> resource.seenBy(holder))
                        .filter(resource -> resource.ids().entrySet().containsAll(ids.entrySet()))
                        .filter(resource -> isListedIn(operation, resource))
                        .map(Resource::id)
                        .sorted()
                        .toList();
        };
    }

    /** Whether the list contains resources of this kind: the contract has an operation for a single one below its path. */
    private boolean isListedIn(Operation list, Resource resource) {
        return contract.operations().stream()
                .filter(one -> one.method().equals("GET"))
                .filter(one -> one.path().startsWith(list.path() + "/{"))
                .filter(one -> one.path().endsWith("}")
                        && one.path().indexOf('/', list.path().length() + 1) < 0)
                .anyMatch(one -> resource.isNamedBy(Set.copyOf(RequestPairs.variables(one))));
    }

    private boolean expired(KeyHolder holder) {
        return tenants.resources().stream()
                .anyMatch(resource -> resource.id().equals(holder.key()) && !resource.gone());
    }

    private static List<String> account(String account, String key, Stream<String> clinics) {
        return Stream.concat(Stream.of(account, key), clinics.sorted()).toList();
    }

    /** Sums all days, because a test may run at midnight. */
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
