package com.scheduleevents.api.webhooks;

import com.scheduleevents.api.http.QueryParameters;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.delivery.DeliveryQuery;
import com.scheduleevents.domain.delivery.DeliveryStatus;
import com.scheduleevents.domain.delivery.Payload;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventTypeRegistry;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads the query parameters of the list of deliveries. */
final class DeliveryQueries {

    static final Set<String> PARAMETERS = Set.of("status", "type", "since", "starting_after", "limit");

    private static final String STATUSES = "one of "
            + Arrays.stream(DeliveryStatus.values())
                    .map(DeliveryStatus::wireName)
                    .collect(Collectors.joining(", "));

    private final EventTypeRegistry types;

    DeliveryQueries(EventTypeRegistry types) {
        this.types = types;
    }

    DeliveryQuery read(QueryParameters query, Clinics visible) {
        return new DeliveryQuery(
                visible,
                query.one("status", STATUSES, DeliveryQueries::status),
                query.types(
                        Payload.PING + " or " + types.allowed(), type -> types.has(type) || type.equals(Payload.PING)),
                query.since(),
                query.startingAfter(EventId::parse, "the newest event"),
                query.limit());
    }

    private static Optional<DeliveryStatus> status(String text) {
        return Arrays.stream(DeliveryStatus.values())
                .filter(status -> status.wireName().equals(text))
                .findFirst();
    }
}
