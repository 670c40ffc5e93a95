package com.scheduleevents.api.keys;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ApiKeySecret;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.NewApiKey;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.domain.account.VisibleApiKey;
import com.scheduleevents.domain.time.Timestamps;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;
import java.util.Set;

/** An API key as the API shows it. */
final class ApiKeyJson {

    private static final ObjectMapper JSON = new ObjectMapper();

    private ApiKeyJson() {}

    static String of(VisibleApiKey seen) {
        Caller caller = seen.grant().caller();
        return object(
                        seen.key().id(),
                        seen.key().label(),
                        caller.scopes(),
                        seen.clinics(),
                        seen.key().createdAt(),
                        caller.expiresAt(),
                        seen.grant().lastUsedOn())
                .toString();
    }

    /** With its secret: the answer to its creation, and to nothing else. */
    static String withSecret(NewApiKey key, ApiKeySecret secret) {
        return object(
                        key.id(),
                        key.label(),
                        key.scopes(),
                        key.clinics(),
                        key.createdAt(),
                        key.expiresAt(),
                        Optional.empty())
                .put("secret", secret.reveal())
                .toString();
    }

    private static ObjectNode object(
            ApiKeyId id,
            Optional<String> label,
            Set<Scope> scopes,
            Clinics clinics,
            Instant createdAt,
            Optional<Instant> expiresAt,
            Optional<LocalDate> lastUsedOn) {
        ObjectNode object = JSON.createObjectNode().put("id", id.value()).put("description", label.orElse(null));
        ArrayNode names = object.putArray("scopes");
        scopes.stream().map(Scope::wireName).sorted().forEach(names::add);
        switch (clinics) {
            case Clinics.All _ -> object.putNull("clinic_ids");
            case Clinics.Listed(Set<ClinicId> listed) -> {
                ArrayNode ids = object.putArray("clinic_ids");
                listed.stream().map(ClinicId::value).sorted().forEach(ids::add);
            }
        }
        return object.put("created_at", Timestamps.formatMillis(createdAt))
                .put("expires_at", expiresAt.map(Timestamps::formatMillis).orElse(null))
                .put("last_used_on", lastUsedOn.map(LocalDate::toString).orElse(null));
    }
}
