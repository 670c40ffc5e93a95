package com.scheduleevents.contract.isolation;

import com.scheduleevents.contract.Contract;
import com.scheduleevents.contract.Contract.Operation;
import com.scheduleevents.contract.isolation.ResponseObserver.ObservedResponse;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * Requests the resources of {@link TestTenants} with keys that must not see them, and compares each response with that for an
 * unknown resource.
 */
final class ForeignAccessCheck {

    private final Contract contract;
    private final TestTenants tenants;
    private final RequestPairs pairs;
    private final ResponseObserver observer;
    private final Random random;
    private final int most;
    private final List<String> faults = new ArrayList<>();
    private final Map<KeyHolder, Set<String>> hidden = new HashMap<>();
    private final Map<Form, ObservedResponse> known = new HashMap<>();

    /** Requests of the same form get the same response as long as their ids are unknown. */
    private record Form(String operation, String key, Map<String, String> ids) {}

    /** @param most how many resources each operation is tried with for each relation */
    ForeignAccessCheck(
            Contract contract,
            TestTenants tenants,
            RequestPairs pairs,
            ResponseObserver observer,
            Random random,
            int most) {
        this.most = most;
        this.contract = contract;
        this.tenants = tenants;
        this.pairs = pairs;
        this.observer = observer;
        this.random = random;
    }

    /** Every response that reveals a hidden resource, and every relation that no request was made in. */
    List<String> faults() {
        contract.operations().forEach(this::ask);
        return List.copyOf(faults);
    }

    private void ask(Operation operation) {
        Map<Relation, Integer> asked = new EnumMap<>(Relation.class);
        List<Resource> resources = pairs.named(operation);
        for (Resource resource : resources) {
            for (Relation relation : Relation.WITHOUT_ACCESS) {
                // The gateway rejects every request of a refused key, so one is enough.
                int enough = relation == Relation.REFUSED ? 1 : most;
                if (asked.getOrDefault(relation, 0) >= enough) {
                    continue;
                }
                tenants.oneOf(relation, RequestPairs.scope(operation), resource, random)
                        .ifPresent(caller -> {
                            List<RequestPair> about = pairs.of(operation, resource, caller, relation);
                            if (!about.isEmpty() && asked.isEmpty()) {
                                // Warms the function up, because a function makes further calls when it starts.
                                observer.observe(
                                        operation,
                                        tenants.ownerOf(resource),
                                        about.getFirst().unknown());
                            }
                            about.forEach(pair -> compare(operation, caller, relation, pair));
                            if (!about.isEmpty()) {
                                asked.merge(relation, 1, Integer::sum);
                            }
                        });
            }
        }
        if (!resources.isEmpty() && !asked.keySet().containsAll(Relation.WITHOUT_ACCESS)) {
            faults.add("%s was requested by %s only".formatted(operation, asked.keySet()));
        }
    }

    private void compare(Operation operation, KeyHolder caller, Relation relation, RequestPair pair) {
        ObservedResponse unknown = ofUnknown(operation, caller, pair);
        ObservedResponse seen = observer.observe(operation, caller, pair.hidden());
        String asked = "%s %s%s by %s, %s"
                .formatted(operation, pair.hidden().variables(), pair.hidden().query(), relation, caller);
        if (!seen.equals(unknown)) {
            faults.add("%s: %s, but for an unknown resource %s".formatted(asked, seen, unknown));
        }
        boolean refused =
                relation.status().filter(status -> seen.status() == status).isPresent()
                        && seen.calls().isEmpty();
        if (relation.status().isPresent() && !refused) {
            faults.add("%s: %s, before it was rejected".formatted(asked, seen));
        }
        hidden.computeIfAbsent(caller, tenants::hiddenFrom).stream()
                .filter(seen.text()::contains)
                .forEach(word -> faults.add("%s: reveals %s".formatted(asked, word)));
    }

    private ObservedResponse ofUnknown(Operation operation, KeyHolder caller, RequestPair pair) {
        return pair.form().isEmpty()
                ? observer.observe(operation, caller, pair.unknown())
                : known.computeIfAbsent(
                        new Form(operation.toString(), caller.key(), pair.form()),
                        _ -> observer.observe(operation, caller, pair.unknown()));
    }
}
