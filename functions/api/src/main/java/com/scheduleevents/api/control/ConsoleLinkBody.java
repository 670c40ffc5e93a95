package com.scheduleevents.api.control;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.api.http.BodyReader;
import com.scheduleevents.api.http.JsonFields;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.Scope;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The body of a request for a link to the console.
 *
 * @param scopes what the link may do
 * @param clinics the clinics that it sees
 * @param validity how long it is valid
 */
record ConsoleLinkBody(Set<Scope> scopes, Clinics clinics, Duration validity) {

    private static final Set<String> FIELDS = Set.of("scopes", "clinic_ids", "expires_in");

    private static final Duration SHORTEST = Duration.ofMinutes(1);
    private static final Duration LONGEST = Duration.ofDays(7);
    private static final Duration STANDARD = Duration.ofHours(1);

    private static final String VALIDITY =
            "a whole number of seconds from " + SHORTEST.toSeconds() + " to " + LONGEST.toSeconds();

    /** @throws com.scheduleevents.domain.error.ApiException 400, naming the field */
    static ConsoleLinkBody of(ObjectNode body) {
        BodyReader reader = new BodyReader();
        JsonFields fields = reader.fields(body, FIELDS);
        Supplier<Set<Scope>> scopes = reader.part(() -> ApiKeyBody.scopes(fields));
        Supplier<Clinics> clinics = reader.part(() -> ApiKeyBody.clinics(fields));
        Supplier<Duration> validity = reader.part(() -> Duration.ofSeconds(
                fields.optionalNumber("expires_in", VALIDITY, (int) SHORTEST.toSeconds(), (int) LONGEST.toSeconds())
                        .orElse((int) STANDARD.toSeconds())));
        return reader.whole(() -> new ConsoleLinkBody(scopes.get(), clinics.get(), validity.get()));
    }

    /** The key of the link. */
    ApiKeyBody key(String label, Instant end) {
        return new ApiKeyBody(Optional.of(label), scopes, clinics, Optional.of(end.truncatedTo(ChronoUnit.MILLIS)));
    }
}
