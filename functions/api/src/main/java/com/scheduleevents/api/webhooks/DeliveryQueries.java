package com.scheduleevents.api.webhooks;

import com.scheduleevents.api.http.QueryParameters;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.delivery.DeliveryQuery;
import com.scheduleevents.domain.delivery.DeliveryStatus;
import com.scheduleevents.domain.delivery.Payload;
import com.scheduleevents.domain.error.Sanitized;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventTypeRegistry;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads the parameters of the list of deliveries. */
final class DeliveryQueries {

    static final Set<String> KNOWN = Set.of("status", "type", "since", "starting_after", "limit");

    private static final String STATUSES =
            Arrays.stream(DeliveryStatus.values()).map(DeliveryStatus::wireName).collect(Collectors.joining(", "));

    private final EventTypeRegistry catalogue;

    DeliveryQueries(EventTypeRegistry catalogue) {
        this.catalogue = catalogue;
    }

    DeliveryQuery read(QueryParameters query, Clinics seen) {
        return new DeliveryQuery(
                seen,
                query.one("status").map(DeliveryQueries::status),
                types(query),
                query.since(),
                query.startingAfter(EventId::parse, "the newest event"),
                query.limit());
    }

    private static DeliveryStatus status(String text) {
        return Arrays.stream(DeliveryStatus.values())
                .filter(status -> status.wireName().equals(text))
                .findFirst()
                .orElseThrow(() -> QueryParameters.invalid(
                        "status", "status must be one of " + STATUSES + "; got " + Sanitized.of(text) + "."));
    }

    private Set<String> types(QueryParameters query) {
        Set<String> types = Set.copyOf(query.all("type"));
        types.stream()
                .filter(type -> !catalogue.has(type) && !type.equals(Payload.PING))
                .findFirst()
                .ifPresent(unknown -> {
                    throw QueryParameters.invalid(
                            "type",
                            "type must be " + Payload.PING + " or " + catalogue.allowed() + "; got "
                                    + Sanitized.of(unknown) + ".");
                });
        return types;
    }
}
