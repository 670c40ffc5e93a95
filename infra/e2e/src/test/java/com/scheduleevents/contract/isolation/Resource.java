package com.scheduleevents.contract.isolation;

import java.util.Map;
import java.util.Set;

/**
 * Something that requests can name, and who may see it: keys of its account that see all clinics that it is of.
 *
 * @param ids what it is named by, by the variables of paths, such as {@code webhook_id}; what it belongs to included
 * @param account whose it is
 * @param of the clinics that it is of
 * @param gone whether it is there for nobody any more: deleted, revoked, expired
 */
record Resource(Map<String, String> ids, String account, ClinicScope of, boolean gone) {

    /** By what a clinic is named, in bodies and queries. */
    static final String CLINIC = "clinic_id";

    static final String EVENT = "event_id";
    static final String WEBHOOK = "webhook_id";
    static final String REPLAY = "replay_id";
    static final String KEY = "key_id";

    Resource {
        ids = Map.copyOf(ids);
    }

    static Resource clinic(String account, String clinic, boolean gone) {
        return new Resource(Map.of(CLINIC, clinic), account, ClinicScope.of(clinic), gone);
    }

    Resource withoutAnyone() {
        return new Resource(ids, account, of, true);
    }

    boolean isNamedBy(Set<String> variables) {
        return ids.keySet().equals(variables);
    }

    boolean seenBy(KeyHolder holder) {
        return !gone && isWithinReachOf(holder);
    }

    /** Whether the holder saw it as long as it was there. */
    boolean isWithinReachOf(KeyHolder holder) {
        return account.equals(holder.account()) && holder.sees().covers(of);
    }

    /** The id that it has for itself, besides that of what it belongs to. */
    String id() {
        return ids.entrySet().stream()
                .filter(named -> ids.size() == 1 || !named.getKey().equals(WEBHOOK))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElseThrow();
    }

    boolean isClinic() {
        return ids.containsKey(CLINIC);
    }

    @Override
    public String toString() {
        return ids + " of " + account + (gone ? ", gone" : "");
    }
}
