package com.scheduleevents.contract.isolation;

import java.util.Map;
import java.util.Set;

/**
 * Something that requests can name. Keys of its account that see all of its clinics may see it.
 *
 * @param ids the ids that name it, by path variable, such as {@code webhook_id}; includes the ids of its parents
 * @param account the account that it belongs to
 * @param of the clinics that it belongs to
 * @param gone whether it was deleted, was revoked or has expired
 */
record Resource(Map<String, String> ids, String account, ClinicScope of, boolean gone) {

    /** The name of a clinic's id in bodies and queries. */
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

    Resource deleted() {
        return new Resource(ids, account, of, true);
    }

    boolean isNamedBy(Set<String> variables) {
        return ids.keySet().equals(variables);
    }

    boolean seenBy(KeyHolder holder) {
        return !gone && isInScopeOf(holder);
    }

    /** Whether the holder could see it while it existed. */
    boolean isInScopeOf(KeyHolder holder) {
        return account.equals(holder.account()) && holder.sees().covers(of);
    }

    /** Its own id, rather than that of the webhook that it belongs to. */
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
