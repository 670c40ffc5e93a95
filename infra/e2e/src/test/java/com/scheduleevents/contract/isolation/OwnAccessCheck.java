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

/**
 * Requests the resources of {@link TestTenants} with keys that may see them, and checks that none is denied unless the contract says so. It deletes the
 * resources that it tries {@code DELETE} with, and disables all webhooks.
 */
final class OwnAccessCheck {

    /** The error codes for a resource that does not exist or may not be seen. */
    private static final Set<String> DENIALS = Set.of("not_found", "clinic_not_allowed");

    private final Contract contract;
    private final TestTenants tenants;
    private final RequestPairs pairs;
    private final Random random;
    private final int most;

    /** @param most how many resources each operation is tried with, except that which disables webhooks */
    OwnAccessCheck(Contract contract, TestTenants tenants, RequestPairs pairs, Random random, int most) {
        this.most = most;
        this.contract = contract;
        this.tenants = tenants;
        this.pairs = pairs;
        this.random = random;
    }

    /** Every request that was denied although its key may see the resource, and every one that should have been. */
    List<String> faults() {
        List<String> faults = new ArrayList<>();
        contract.operations().stream()
                .sorted(Comparator.comparing(OwnAccessCheck::isDestructive))
                .forEach(operation -> pairs.named(operation).stream()
                        .filter(resource -> !resource.gone())
                        // The owner deletes their own key last.
                        .sorted(Comparator.comparing(resource ->
                                resource.id().equals(tenants.ownerOf(resource).key())))
                        .filter(resource -> operation.method().equals("GET") || isOfItsWebhook(resource))
                        // All webhooks are disabled before a redelivery is requested, which is not possible for a ping.
                        .limit(isDisabling(operation) ? Long.MAX_VALUE : most)
                        .forEach(resource -> check(operation, resource, faults)));
        return faults;
    }

    /** A delivery of a wider scope than its webhook would no longer be sent, so it is not redelivered. */
    private boolean isOfItsWebhook(Resource resource) {
        return tenants.resources().stream()
                .filter(webhook -> webhook.isNamedBy(Set.of(Resource.WEBHOOK)))
                .filter(webhook -> resource.ids().containsValue(webhook.id()))
                .allMatch(webhook -> webhook.of().equals(resource.of()));
    }

    private static boolean isDisabling(Operation operation) {
        return operation.path().endsWith("/disable");
    }

    private static boolean isDestructive(Operation operation) {
        return operation.method().equals("DELETE");
    }

    private void check(Operation operation, Resource resource, List<String> faults) {
        for (RequestDraft draft : pairs.own(operation, resource)) {
            KeyHolder caller = isDestructive(operation)
                    ? tenants.ownerOf(resource)
                    : tenants.oneOf(Relation.INSIDER, RequestPairs.scope(operation), resource, random)
                            .orElseThrow();
            Exchange exchange = caller.client().send(draft, Map.of());
            String code =
                    ApiClient.read(exchange.responseBody()).at("/error/code").asText();
            boolean shown = !operation.path().endsWith("}")
                    || !operation.method().equals("GET")
                    || (exchange.status() == 200 && exchange.responseBody().contains(resource.id()));
            // Some responses are of all clinics together, so a key that sees only some must not get them.
            boolean due = RequestPairs.needsAllClinics(operation)
                    && caller.sees().clinics().isPresent();
            boolean denied = DENIALS.contains(code);
            if (denied != due || exchange.status() == 401 || exchange.status() >= 500 || !shown) {
                faults.add("%s %s%s by %s: %s %s"
                        .formatted(
                                operation,
                                draft.variables(),
                                draft.query(),
                                caller,
                                exchange.status(),
                                exchange.responseBody()));
            }
        }
    }
}
