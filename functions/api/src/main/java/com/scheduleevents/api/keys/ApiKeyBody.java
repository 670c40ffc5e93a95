package com.scheduleevents.api.keys;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.api.http.JsonFields;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.domain.error.Sanitized;
import com.scheduleevents.domain.id.Identifiers;
import com.scheduleevents.domain.time.Timestamps;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What is wanted of a new API key, as the body of a request says it.
 *
 * @param description what people are to call it
 * @param scopes what it is to be allowed
 * @param clinics what it is to see
 * @param expiresAt from when on it is to be refused; empty: as late as can be
 */
record ApiKeyBody(Optional<String> description, Set<Scope> scopes, Clinics clinics, Optional<Instant> expiresAt) {

    private static final Set<String> FIELDS = Set.of("description", "scopes", "clinic_ids", "expires_at");

    /** As long as a label from the operator's command line; in Unicode characters. */
    private static final int MAX_DESCRIPTION = 100;

    /** As many as can be looked up in one read. A key with a longer list is for the operator to issue. */
    private static final int MAX_CLINICS = 100;

    private static final String SCOPES = "an array without repeats, each element one of "
            + Arrays.stream(Scope.values()).map(Scope::wireName).sorted().collect(Collectors.joining(", "));
    private static final String CLINICS = "null for all clinics, or an array of 1 to " + MAX_CLINICS
            + " ids of clinics, which begin with cln_, without repeats";

    /** @throws com.scheduleevents.domain.error.ApiException 400, naming the field */
    static ApiKeyBody of(ObjectNode body) {
        JsonFields fields = JsonFields.of(body, FIELDS);
        return new ApiKeyBody(
                fields.line("description", MAX_DESCRIPTION),
                elements(fields.require("scopes", SCOPES), "scopes", SCOPES, Scope::named),
                clinics(fields.require("clinic_ids", CLINICS)),
                fields.text("expires_at", Timestamps.EXPECTED).map(ApiKeyBody::time));
    }

    private static Clinics clinics(JsonNode value) {
        if (value.isNull()) {
            return new Clinics.All();
        }
        Set<ClinicId> ids = elements(value, "clinic_ids", CLINICS, ApiKeyBody::clinic);
        if (ids.size() > MAX_CLINICS) {
            throw JsonFields.invalid("clinic_ids", CLINICS, ids.size() + " of them");
        }
        return new Clinics.Listed(ids);
    }

    private static Optional<ClinicId> clinic(String text) {
        return Identifiers.isValid(ClinicId.PREFIX, text) ? Optional.of(new ClinicId(text)) : Optional.empty();
    }

    private static <T> Set<T> elements(
            JsonNode value, String name, String expected, Function<String, Optional<T>> reader) {
        if (!value.isArray() || value.isEmpty()) {
            throw JsonFields.invalid(name, expected, value.isArray() ? "an empty array" : "something else");
        }
        Set<T> elements = new LinkedHashSet<>();
        for (JsonNode element : value) {
            String text = element.isTextual() ? element.textValue() : "";
            T read = reader.apply(text)
                    .orElseThrow(() -> JsonFields.invalid(
                            name, expected, element.isTextual() ? Sanitized.of(text) : "an element that is no text"));
            if (!elements.add(read)) {
                throw JsonFields.invalid(name, expected, Sanitized.of(text) + " twice");
            }
        }
        return elements;
    }

    private static Instant time(String text) {
        return Timestamps.parse(text)
                .orElseThrow(() -> JsonFields.invalid("expires_at", Timestamps.EXPECTED, Sanitized.of(text)))
                .truncatedTo(ChronoUnit.MILLIS);
    }
}
