package com.scheduleevents.api.webhooks;

import com.scheduleevents.api.http.QueryParameters;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.delivery.DeliveryQuery;
import com.scheduleevents.domain.delivery.Payload;
import com.scheduleevents.domain.delivery.ShownStatus;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventTypeRegistry;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads the query parameters of the lists of deliveries. */
final class DeliveryQueries {

    /** The parameters of the list of one webhook. */
    static final Set<String> PARAMETERS = Set.of("status", "type", "since", "starting_after", "limit");

    /** The parameters of the list of all webhooks. */
    static final Set<String> OF_ALL_WEBHOOKS = Set.of("status", "since", "starting_after", "limit");

    /** The statuses of deliveries that the receiver does not have, and that nobody gave up. */
    private static final Set<ShownStatus> UNDELIVERED =
            Collections.unmodifiableSet(EnumSet.of(ShownStatus.PENDING, ShownStatus.FAILED, ShownStatus.NOT_SENT));

    private final EventTypeRegistry types;

    DeliveryQueries(EventTypeRegistry types) {
        this.types = types;
    }

    DeliveryQuery read(QueryParameters query, Clinics visible) {
        return new DeliveryQuery(
                visible,
                status(query, EnumSet.allOf(ShownStatus.class)).map(Set::of).orElse(Set.of()),
                query.types(
                        Payload.PING + " or " + types.allowed(), type -> types.has(type) || type.equals(Payload.PING)),
                query.since(),
                query.startingAfter(EventId::parse, "the newest event"),
                query.limit());
    }

    /** Reads the query of the list of all webhooks, whose cursor is read separately. */
    static DeliveryQuery ofAllWebhooks(QueryParameters query, Clinics visible) {
        return new DeliveryQuery(
                visible,
                status(query, UNDELIVERED).map(Set::of).orElse(UNDELIVERED),
                Set.of(),
                query.since(),
                Optional.empty(),
                query.limit());
    }

    private static Optional<ShownStatus> status(QueryParameters query, Set<ShownStatus> allowed) {
        return query.one(
                "status",
                allowed.stream().map(ShownStatus::wireName).collect(Collectors.joining(", ", "one of ", "")),
                text -> allowed.stream()
                        .filter(status -> status.wireName().equals(text))
                        .findFirst());
    }
}
