package com.scheduleevents.api.control;

import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.NewApiKey;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.domain.account.VisibleApiKey;
import com.scheduleevents.domain.time.Timestamps;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An API key as the API shows it.
 *
 * @param clinicIds the clinics that it sees; null for all clinics of the account
 * @param createdBy the id of the key that issued it; null when the operator did
 */
record ApiKeyJson(
        String id,
        @Nullable String description,
        List<String> scopes,
        @Nullable List<String> clinicIds,
        String createdAt,
        @Nullable String createdBy,
        @Nullable String expiresAt,
        @Nullable String lastUsedOn) {

    static ApiKeyJson of(VisibleApiKey visible) {
        Caller caller = visible.grant().caller();
        return new ApiKeyJson(
                visible.key().id().value(),
                visible.key().label().orElse(null),
                scopes(caller.scopes()),
                clinics(visible.clinics()),
                Timestamps.formatMillis(visible.key().createdAt()),
                visible.key().createdBy().map(ApiKeyId::value).orElse(null),
                caller.expiresAt().map(Timestamps::formatMillis).orElse(null),
                visible.grant().lastUsedOn().map(LocalDate::toString).orElse(null));
    }

    static ApiKeyJson of(NewApiKey key) {
        return new ApiKeyJson(
                key.id().value(),
                key.label().orElse(null),
                scopes(key.scopes()),
                clinics(key.clinics()),
                Timestamps.formatMillis(key.createdAt()),
                key.origin().key().map(ApiKeyId::value).orElse(null),
                key.expiresAt().map(Timestamps::formatMillis).orElse(null),
                null);
    }

    private static List<String> scopes(Set<Scope> scopes) {
        return scopes.stream().map(Scope::wireName).sorted().toList();
    }

    private static @Nullable List<String> clinics(Clinics clinics) {
        return switch (clinics) {
            case Clinics.All _ -> null;
            case Clinics.Listed(Set<ClinicId> ids) ->
                ids.stream().map(ClinicId::value).sorted().toList();
        };
    }
}
