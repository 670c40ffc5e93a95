package com.scheduleevents.contract.isolation;

import com.scheduleevents.contract.Contract;
import com.scheduleevents.contract.Contract.Operation;
import com.scheduleevents.contract.Exchange;
import com.scheduleevents.contract.mutation.ApiClient;
import com.scheduleevents.contract.mutation.RequestDraft;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** Names all that there is in a {@link TestTenants} to one who sees it, and finds none of it denied. It leaves little of the realm. */
final class OwnAccessCheck {

    /** What is answered of something that is not there, or not to be seen. */
    private static final Set<String> DENIALS = Set.of("not_found", "clinic_not_allowed");

    private final Contract contract;
    private final TestTenants realm;
    private final RequestPairs probes;
    private final Random random;
    private final int most;

    /** @param most how many resources each reading operation names */
    OwnAccessCheck(Contract contract, TestTenants realm, RequestPairs probes, Random random, int most) {
        this.most = most;
        this.contract = contract;
        this.realm = realm;
        this.probes = probes;
        this.random = random;
    }

    /** What was denied to somebody who sees it. */
    List<String> faults() {
        List<String> faults = new ArrayList<>();
        contract.operations().stream()
                .sorted(Comparator.comparing(OwnAccessCheck::isDestructive))
                .forEach(operation -> probes.named(operation).stream()
                        .filter(thing -> !thing.gone())
                        // The owner deletes all the others, and his own key last.
                        .sorted(Comparator.comparing(
                                thing -> thing.id().equals(realm.ownerOf(thing).key())))
                        .filter(thing -> operation.method().equals("GET") || isOfItsWebhook(thing))
                        // All webhooks are disabled before a delivery is sent again, which a ping could not be.
                        .limit(isSampled(operation) ? most : Long.MAX_VALUE)
                        .forEach(thing -> look(operation, thing, faults)));
        return faults;
    }

    /** What is of more was sent to a webhook that would not get it now, so it is not sent again. */
    private boolean isOfItsWebhook(Resource thing) {
        return realm.things().stream()
                .filter(webhook -> webhook.isNamedBy(Set.of(Resource.WEBHOOK)))
                .filter(webhook -> thing.ids().containsValue(webhook.id()))
                .allMatch(webhook -> webhook.of().equals(thing.of()));
    }

    /** Reads and requests for one delivery leave what the others need. */
    private static boolean isSampled(Operation operation) {
        return operation.method().equals("GET") || operation.path().contains("{event_id}");
    }

    private static boolean isDestructive(Operation operation) {
        return operation.method().equals("DELETE");
    }

    private void look(Operation operation, Resource thing, List<String> faults) {
        for (RequestDraft draft : probes.own(operation, thing)) {
            KeyHolder caller = isDestructive(operation)
                    ? realm.ownerOf(thing)
                    : realm.oneOf(Relation.INSIDER, RequestPairs.scope(operation), thing, random)
                            .orElseThrow();
            Exchange exchange = caller.client().send(draft, Map.of());
            String code = ApiClient.read(exchange.answer()).at("/error/code").asText();
            boolean shown = !operation.path().endsWith("}")
                    || !operation.method().equals("GET")
                    || (exchange.status() == 200 && exchange.answer().contains(thing.id()));
            if (DENIALS.contains(code) || exchange.status() == 401 || exchange.status() >= 500 || !shown) {
                faults.add("%s %s%s by %s: %s %s"
                        .formatted(
                                operation,
                                draft.variables(),
                                draft.query(),
                                caller,
                                exchange.status(),
                                exchange.answer()));
            }
        }
    }
}
