package com.scheduleevents.simulation.promises;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Which events a reader of the feed asks for.
 *
 * @param types empty for all
 * @param clinic empty for all that its key sees
 * @param appointment empty for all
 * @param since only those that were recorded then or later
 */
public record FeedFilter(
        Set<String> types, Optional<String> clinic, Optional<String> appointment, Optional<Instant> since) {

    /** Everything. */
    public static final FeedFilter NONE =
            new FeedFilter(Set.of(), Optional.empty(), Optional.empty(), Optional.empty());

    public FeedFilter {
        types = Set.copyOf(types);
    }

    /** @param created is asked only if it matters */
    boolean selects(String type, String ofClinic, String ofAppointment, Supplier<Instant> created) {
        return (types.isEmpty() || types.contains(type))
                && clinic.filter(wanted -> !wanted.equals(ofClinic)).isEmpty()
                && appointment.filter(wanted -> !wanted.equals(ofAppointment)).isEmpty()
                && since.filter(from -> created.get().isBefore(from)).isEmpty();
    }
}
