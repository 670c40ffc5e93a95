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
 * Accounts, their API keys and the resources that were created with them, and so what each key may see.
 *
 * @param tenants the accounts
 */
record TestTenants(List<TestTenant> tenants) {

    /**
     * An account.
     *
     * @param id its id
     * @param name its display name
     * @param email the owner's e-mail address
     * @param holders of its keys; the first has every scope and clinic
     * @param resources its resources, including deleted ones
     * @param used the usage of each of its clinics
     */
    record TestTenant(
            String id,
            String name,
            String email,
            List<KeyHolder> holders,
            List<Resource> resources,
            Map<String, Used> used) {

        KeyHolder owner() {
            return holders.getFirst();
        }
    }

    /** The usage of a clinic. */
    record Used(int events, int deliveries) {}

    List<KeyHolder> holders() {
        return tenants.stream().flatMap(tenant -> tenant.holders().stream()).toList();
    }

    List<Resource> resources() {
        return tenants.stream().flatMap(tenant -> tenant.resources().stream()).toList();
    }

    TestTenant tenantOf(KeyHolder holder) {
        return tenants.stream()
                .filter(tenant -> tenant.id().equals(holder.account()))
                .findFirst()
                .orElseThrow();
    }

    KeyHolder ownerOf(Resource resource) {
        return tenants.stream()
                .filter(tenant -> tenant.id().equals(resource.account()))
                .findFirst()
                .orElseThrow()
                .owner();
    }

    /** A random holder with this relation to a resource. */
    Optional<KeyHolder> oneOf(Relation relation, Optional<Scope> scope, Resource resource, Random random) {
        List<KeyHolder> all = holders().stream()
                .filter(holder -> Relation.of(holder, scope, resource) == relation)
                .toList();
        return all.isEmpty() ? Optional.empty() : Optional.of(all.get(random.nextInt(all.size())));
    }

    /** The resources with these path variables that the holder may see. */
    List<Resource> seenBy(KeyHolder holder, Set<String> variables) {
        return resources().stream()
                .filter(resource -> resource.isNamedBy(variables))
                .filter(resource -> resource.seenBy(holder))
                .toList();
    }

    /** Whether the holder may see a resource with this id. */
    boolean shows(KeyHolder holder, String id) {
        return resources().stream()
                .filter(resource -> resource.ids().containsValue(id))
                .anyMatch(resource -> resource.seenBy(holder));
    }

    /** Every text that a response to the holder must not contain, unless the request contained it. */
    Set<String> hiddenFrom(KeyHolder holder) {
        Set<String> hidden = new HashSet<>();
        tenants.stream()
                .filter(tenant -> !tenant.id().equals(holder.account()))
                .forEach(tenant -> hidden.addAll(List.of(tenant.id(), tenant.name())));
        tenants.forEach(tenant -> hidden.add(tenant.email()));
        ids(resources().stream()).forEach(hidden::add);
        ids(resources().stream().filter(resource -> resource.isInScopeOf(holder)))
                .forEach(hidden::remove);
        // created_by and the audit log name keys of the account, visible or not.
        ids(resources().stream()
                        .filter(resource -> resource.account().equals(holder.account()))
                        .filter(resource -> resource.ids().containsKey(Resource.KEY)))
                .forEach(hidden::remove);
        hidden.remove(holder.key());
        return hidden;
    }

    private static Stream<String> ids(Stream<Resource> resources) {
        return resources.map(resource -> resource.ids().values()).flatMap(Collection::stream);
    }
}
