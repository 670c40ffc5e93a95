package com.scheduleevents.api.control;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.api.http.BodyReader;
import com.scheduleevents.api.http.JsonFields;
import com.scheduleevents.domain.account.ApiKey;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.Scope;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The body of a request for a new API key.
 *
 * @param description a name for people
 * @param scopes the scopes of the key
 * @param clinics the clinics that the key sees
 * @param expiresAt when the key expires; empty for the latest possible time
 */
record ApiKeyBody(Optional<String> description, Set<Scope> scopes, Clinics clinics, Optional<Instant> expiresAt) {

    private static final Set<String> FIELDS = Set.of("description", "scopes", "clinic_ids", "expires_at");

    /** In Unicode characters; the same limit as in the operator's command line. */
    private static final int MAX_DESCRIPTION = 100;

    /** As many as one read looks up. The operator can issue a key with more. */
    private static final int MAX_CLINICS = 100;

    private static final String SCOPES = "an array of distinct scopes from "
            + Arrays.stream(Scope.values()).map(Scope::wireName).sorted().collect(Collectors.joining(", "));
    private static final String CLINICS =
            "null for all clinics, or an array of 1 to " + MAX_CLINICS + " distinct clinic IDs, which begin with cln_";

    /** @throws com.scheduleevents.domain.error.ApiException 400, naming the fields */
    static ApiKeyBody of(ObjectNode body) {
        BodyReader reader = new BodyReader();
        JsonFields fields = reader.fields(body, FIELDS);
        Supplier<Optional<String>> description = reader.part(() -> description(fields));
        Supplier<Set<Scope>> scopes = reader.part(() -> scopes(fields));
        Supplier<Clinics> clinics = reader.part(() -> clinics(fields));
        Supplier<Optional<Instant>> end = reader.part(() -> fields.time("expires_at"));
        return reader.whole(() -> new ApiKeyBody(description.get(), scopes.get(), clinics.get(), end.get()));
    }

    /** Not that of a link: the rows of links are deleted with time, and what a key has issued is found by its row. */
    private static Optional<String> description(JsonFields fields) {
        Optional<String> description = fields.line("description", MAX_DESCRIPTION);
        if (ApiKey.isOfALink(description)) {
            throw JsonFields.invalid(
                    "description", "a name that does not begin with " + ApiKey.LINK_LABEL, "the name of a link");
        }
        return description;
    }

    /** The required field {@code scopes}. */
    static Set<Scope> scopes(JsonFields fields) {
        return fields.requireElements("scopes", SCOPES, Scope::named);
    }

    /** The required field {@code clinic_ids}. */
    static Clinics clinics(JsonFields fields) {
        if (fields.require("clinic_ids", CLINICS).isNull()) {
            return new Clinics.All();
        }
        Set<ClinicId> ids = fields.requireElements("clinic_ids", CLINICS, JsonFields::parseClinic);
        if (ids.size() > MAX_CLINICS) {
            throw JsonFields.invalid("clinic_ids", CLINICS, ids.size() + " clinic IDs");
        }
        return new Clinics.Listed(ids);
    }
}
