package com.scheduleevents.api.control;

import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.domain.time.Timestamps;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An account as the API shows it to one of its keys.
 *
 * @param id the id of the account
 * @param name the name of the account
 * @param sandbox whether its keys are test keys, and what it uses is not billed
 * @param apiKey the key that makes the request
 * @param clinicIds the clinics that the key sees
 */
record AccountJson(String id, String name, boolean sandbox, KeyJson apiKey, List<String> clinicIds) {

    static AccountJson of(Caller caller, String name, boolean sandbox, Set<ClinicId> visible) {
        List<String> clinics = visible.stream().map(ClinicId::value).sorted().toList();
        KeyJson key = new KeyJson(
                caller.key().value(),
                caller.scopes().stream().map(Scope::wireName).sorted().toList(),
                caller.seesAllClinics() ? null : clinics,
                caller.expiresAt().map(Timestamps::formatMillis).orElse(null));
        return new AccountJson(caller.account().value(), name, sandbox, key, clinics);
    }

    /**
     * The key that makes the request.
     *
     * @param clinicIds the clinics on the key's list; null for a key that sees all clinics, including those added later
     */
    record KeyJson(
            String id,
            List<String> scopes,
            @Nullable List<String> clinicIds,
            @Nullable String expiresAt) {}
}
