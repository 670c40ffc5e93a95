package com.scheduleevents.api.webhooks;

import com.scheduleevents.api.http.Query;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.delivery.DeliveryQuery;
import com.scheduleevents.domain.delivery.DeliveryStatus;
import com.scheduleevents.domain.delivery.Payload;
import com.scheduleevents.domain.error.Quoted;
import com.scheduleevents.domain.event.Catalogue;
import com.scheduleevents.domain.event.EventId;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads the parameters of the list of deliveries. */
final class DeliveryQueries {

    static final Set<String> KNOWN = Set.of("status", "type", "since", "starting_after", "limit");

    private static final String STATUSES =
            Arrays.stream(DeliveryStatus.values()).map(DeliveryStatus::wireName).collect(Collectors.joining(", "));

    private final Catalogue catalogue;

    DeliveryQueries(Catalogue catalogue) {
        this.catalogue = catalogue;
    }

    DeliveryQuery read(Query query, Clinics seen) {
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
                .orElseThrow(() -> Query.invalid(
                        "status", "status must be one of " + STATUSES + "; got " + Quoted.of(text) + "."));
    }

    private Set<String> types(Query query) {
        Set<String> types = Set.copyOf(query.all("type"));
        types.stream()
                .filter(type -> !catalogue.has(type) && !type.equals(Payload.PING))
                .findFirst()
                .ifPresent(unknown -> {
                    throw Query.invalid(
                            "type",
                            "type must be " + Payload.PING + " or " + catalogue.allowed() + "; got "
                                    + Quoted.of(unknown) + ".");
                });
        return types;
    }
}
