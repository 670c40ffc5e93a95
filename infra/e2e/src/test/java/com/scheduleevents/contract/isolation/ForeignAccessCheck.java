package com.scheduleevents.contract.isolation;

import com.scheduleevents.contract.Contract;
import com.scheduleevents.contract.Contract.Operation;
import com.scheduleevents.contract.isolation.ResponseObserver.Seen;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** Names all that there is in a {@link TestTenants} to those who are not to see it, and compares what comes with what comes of nothing. */
final class ForeignAccessCheck {

    private final Contract contract;
    private final TestTenants realm;
    private final RequestPairs probes;
    private final ResponseObserver observer;
    private final Random random;
    private final int most;
    private final List<String> faults = new ArrayList<>();
    private final Map<KeyHolder, Set<String>> hidden = new HashMap<>();
    private final Map<Form, Seen> known = new HashMap<>();

    /** Of what the same comes, as long as it is nobody's. */
    private record Form(String operation, String key, Map<String, String> ids) {}

    /** @param most how many resources each operation names to holders of one relation */
    ForeignAccessCheck(
            Contract contract,
            TestTenants realm,
            RequestPairs probes,
            ResponseObserver observer,
            Random random,
            int most) {
        this.most = most;
        this.contract = contract;
        this.realm = realm;
        this.probes = probes;
        this.observer = observer;
        this.random = random;
    }

    /** All that tells somebody of what he does not see; and each way of not seeing that no request was made in. */
    List<String> faults() {
        contract.operations().forEach(this::ask);
        return List.copyOf(faults);
    }

    private void ask(Operation operation) {
        Map<Relation, Integer> asked = new EnumMap<>(Relation.class);
        List<Resource> things = probes.named(operation);
        for (Resource thing : things) {
            for (Relation relation : Relation.UNSEEING) {
                // The gateway lets nothing of a refused key through; once will do.
                int enough = relation == Relation.REFUSED ? 1 : most;
                if (asked.getOrDefault(relation, 0) >= enough) {
                    continue;
                }
                realm.oneOf(relation, RequestPairs.scope(operation), thing, random)
                        .ifPresent(caller -> {
                            List<RequestPair> about = probes.of(operation, thing, caller, relation);
                            if (!about.isEmpty() && asked.isEmpty()) {
                                // A function that starts makes calls of its own, and the owner's requests reach it.
                                observer.seen(
                                        operation,
                                        realm.ownerOf(thing),
                                        about.getFirst().unknown());
                            }
                            about.forEach(probe -> compare(operation, caller, relation, probe));
                            if (!about.isEmpty()) {
                                asked.merge(relation, 1, Integer::sum);
                            }
                        });
            }
        }
        if (!things.isEmpty() && !asked.keySet().containsAll(Relation.UNSEEING)) {
            faults.add("%s was asked by %s alone".formatted(operation, asked.keySet()));
        }
    }

    private void compare(Operation operation, KeyHolder caller, Relation relation, RequestPair probe) {
        Seen unknown = ofNothing(operation, caller, probe);
        Seen seen = observer.seen(operation, caller, probe.hidden());
        String asked = "%s %s%s by %s, %s"
                .formatted(operation, probe.hidden().variables(), probe.hidden().query(), relation, caller);
        if (!seen.equals(unknown)) {
            faults.add("%s: %s, but of nothing %s".formatted(asked, seen, unknown));
        }
        boolean refused =
                relation.status().filter(status -> seen.status() == status).isPresent()
                        && seen.calls().isEmpty();
        if (relation.status().isPresent() && !refused) {
            faults.add("%s: %s, before it was refused".formatted(asked, seen));
        }
        hidden.computeIfAbsent(caller, realm::hiddenFrom).stream()
                .filter(seen.text()::contains)
                .forEach(word -> faults.add("%s: tells of %s".formatted(asked, word)));
    }

    private Seen ofNothing(Operation operation, KeyHolder caller, RequestPair probe) {
        return probe.form().isEmpty()
                ? observer.seen(operation, caller, probe.unknown())
                : known.computeIfAbsent(
                        new Form(operation.toString(), caller.key(), probe.form()),
                        _ -> observer.seen(operation, caller, probe.unknown()));
    }
}
