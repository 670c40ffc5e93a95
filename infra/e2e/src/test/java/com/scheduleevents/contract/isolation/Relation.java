package com.scheduleevents.contract.isolation;

import com.scheduleevents.domain.account.Scope;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** How the holder of an API key stands to something that a request of his names. */
enum Relation {
    /** His key is refused, whatever he asks. */
    REFUSED(401),
    /** His key lacks the scope, whatever he asks. */
    LACKING(403),
    /** It is another account's. */
    STRANGER(),
    /** It is of his account, and there for nobody, or for keys that see more. */
    OUTSIDER(),
    /** He sees it. */
    INSIDER();

    /** All in which he is not to tell it from nothing. */
    static final Set<Relation> UNSEEING = Collections.unmodifiableSet(EnumSet.complementOf(EnumSet.of(INSIDER)));

    private final Optional<Integer> status;

    Relation() {
        this.status = Optional.empty();
    }

    Relation(int status) {
        this.status = Optional.of(status);
    }

    /** What he is answered whatever he names; empty: that depends. */
    Optional<Integer> status() {
        return status;
    }

    static Relation of(KeyHolder holder, Optional<Scope> scope, Resource thing) {
        if (holder.refused()) {
            return REFUSED;
        }
        if (!holder.may(scope)) {
            return LACKING;
        }
        if (thing.seenBy(holder)) {
            return INSIDER;
        }
        return thing.account().equals(holder.account()) ? OUTSIDER : STRANGER;
    }
}
