package com.scheduleevents.contract.isolation;

import com.scheduleevents.domain.account.Scope;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** How the holder of an API key is related to the resource of a request. */
enum Relation {
    /** The key is rejected for every request. */
    REFUSED(401),
    /** The key lacks the scope of the operation. */
    MISSING_SCOPE(403),
    /** The resource belongs to another account. */
    STRANGER(),
    /** The resource belongs to the same account, but is deleted or outside the key's clinics. */
    OUTSIDER(),
    /** The key may see the resource. */
    INSIDER();

    /** The relations in which a resource must look like an unknown one. */
    static final Set<Relation> WITHOUT_ACCESS = Collections.unmodifiableSet(EnumSet.complementOf(EnumSet.of(INSIDER)));

    private final Optional<Integer> status;

    Relation() {
        this.status = Optional.empty();
    }

    Relation(int status) {
        this.status = Optional.of(status);
    }

    /** The status of every response in this relation; empty when it depends on the request. */
    Optional<Integer> status() {
        return status;
    }

    static Relation of(KeyHolder holder, Optional<Scope> scope, Resource resource) {
        if (holder.refused()) {
            return REFUSED;
        }
        if (!holder.may(scope)) {
            return MISSING_SCOPE;
        }
        if (resource.seenBy(holder)) {
            return INSIDER;
        }
        return resource.account().equals(holder.account()) ? OUTSIDER : STRANGER;
    }
}
