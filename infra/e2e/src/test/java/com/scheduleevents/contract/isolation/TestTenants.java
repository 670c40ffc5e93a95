package com.scheduleevents.contract.isolation;

import com.scheduleevents.domain.account.Scope;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Accounts, their API keys, and all that was made with them: what is there, and so what each key is to see.
 *
 * @param tenants the accounts
 */
record TestTenants(List<Tenant> tenants) {

    /**
     * An account.
     *
     * @param id its id
     * @param name what people call it
     * @param email its owner's
     * @param holders of its keys; the first one's may do everything
     * @param things what it has and had
     * @param used what each of its clinics used
     */
    record Tenant(
            String id,
            String name,
            String email,
            List<KeyHolder> holders,
            List<Resource> things,
            Map<String, Used> used) {

        KeyHolder owner() {
            return holders.getFirst();
        }
    }

    /** What a clinic used. */
    record Used(int events, int deliveries) {}

    List<KeyHolder> holders() {
        return tenants.stream().flatMap(tenant -> tenant.holders().stream()).toList();
    }

    List<Resource> things() {
        return tenants.stream().flatMap(tenant -> tenant.things().stream()).toList();
    }

    Tenant tenantOf(KeyHolder holder) {
        return tenants.stream()
                .filter(tenant -> tenant.id().equals(holder.account()))
                .findFirst()
                .orElseThrow();
    }

    KeyHolder ownerOf(Resource thing) {
        return tenants.stream()
                .filter(tenant -> tenant.id().equals(thing.account()))
                .findFirst()
                .orElseThrow()
                .owner();
    }

    /** Any of those who stand so to a thing. */
    Optional<KeyHolder> oneOf(Relation relation, Optional<Scope> scope, Resource thing, Random random) {
        List<KeyHolder> all = holders().stream()
                .filter(holder -> Relation.of(holder, scope, thing) == relation)
                .toList();
        return all.isEmpty() ? Optional.empty() : Optional.of(all.get(random.nextInt(all.size())));
    }

    /** What he sees that is named by these. */
    List<Resource> seenBy(KeyHolder holder, Set<String> variables) {
        return things().stream()
                .filter(thing -> thing.isNamedBy(variables))
                .filter(thing -> thing.seenBy(holder))
                .toList();
    }

    /** Whether he knows of the id. */
    boolean shows(KeyHolder holder, String id) {
        return things().stream().filter(thing -> thing.ids().containsValue(id)).anyMatch(thing -> thing.seenBy(holder));
    }

    /** All that no answer to him may have in it, unless he said it himself. */
    Set<String> hiddenFrom(KeyHolder holder) {
        Set<String> hidden = new HashSet<>();
        tenants.stream()
                .filter(tenant -> !tenant.id().equals(holder.account()))
                .forEach(tenant -> hidden.addAll(List.of(tenant.id(), tenant.name())));
        tenants.forEach(tenant -> hidden.add(tenant.email()));
        ids(things().stream()).forEach(hidden::add);
        ids(things().stream().filter(thing -> thing.isWithinReachOf(holder))).forEach(hidden::remove);
        hidden.remove(holder.key());
        return hidden;
    }

    private static Stream<String> ids(Stream<Resource> things) {
        return things.map(thing -> thing.ids().values()).flatMap(Collection::stream);
    }
}
