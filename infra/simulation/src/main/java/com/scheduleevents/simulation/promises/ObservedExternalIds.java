package com.scheduleevents.simulation.promises;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What people saw of the external ids of webhooks. A webhook has one from some moment between the request for it and the response, until some
 * moment between the request that takes it away and the response to that.
 */
public final class ObservedExternalIds {

    private final Ledger ledger;
    private final Map<String, List<Holding>> holdings = new TreeMap<>();
    private final Map<String, List<Look>> looks = new TreeMap<>();
    private final Map<String, List<Attempt>> refusals = new TreeMap<>();

    ObservedExternalIds(Ledger ledger) {
        this.ledger = ledger;
    }

    /** The time of a request and its response. */
    public record Attempt(Instant asked, Instant answered) {
        private boolean touches(Instant from, Instant until) {
            return !answered.isBefore(from) && !asked.isAfter(until);
        }
    }

    /** That a webhook has, or may have, an external id. */
    public static final class Holding {

        private final String webhook;
        private final Instant earliest;
        private final Instant certain;
        private Instant doubtful = Instant.MAX;
        private Instant gone = Instant.MAX;

        private Holding(String webhook, Instant earliest, Instant certain) {
            this.webhook = webhook;
            this.earliest = earliest;
            this.certain = certain;
        }

        /** Its webhook. */
        public String webhook() {
            return webhook;
        }

        /** Somebody asks for its end. */
        public void mayEnd(Instant asked) {
            doubtful = asked.isBefore(doubtful) ? asked : doubtful;
        }

        /** Its end was confirmed. */
        public void ends(Instant answered) {
            gone = answered.isBefore(gone) ? answered : gone;
        }

        private boolean isSureIn(Attempt time) {
            return certain.isBefore(time.asked) && time.answered.isBefore(doubtful);
        }

        private boolean isPossibleIn(Attempt time) {
            return time.touches(earliest, gone);
        }

        private boolean overlaps(Holding other) {
            Instant from = certain.isAfter(other.certain) ? certain : other.certain;
            Instant until = doubtful.isBefore(other.doubtful) ? doubtful : other.doubtful;
            return from.isBefore(until);
        }

        @Override
        public String toString() {
            return webhook + " from " + certain + " to " + doubtful;
        }
    }

    private record Look(Attempt time, Optional<String> found) {}

    /** A webhook was given the id. */
    public Holding given(String id, String webhook, Attempt request) {
        return holding(id, new Holding(webhook, request.asked, request.answered));
    }

    /** A webhook was found that has the id, and that nobody knows: one of a request that was refused, and had its effect later. */
    public Holding found(String id, String webhook, Instant answered) {
        return holding(id, new Holding(webhook, Instant.MIN, answered));
    }

    /** A webhook may get the id, or not: the request for it was refused. */
    public Holding doubted(String id, String webhook, Instant asked) {
        return holding(id, new Holding(webhook, asked, Instant.MAX));
    }

    private Holding holding(String id, Holding holding) {
        holdings.computeIfAbsent(id, _ -> new ArrayList<>()).add(holding);
        return holding;
    }

    /** Somebody looked for the webhook with the id. */
    public void looked(String id, Attempt request, Optional<String> found) {
        looks.computeIfAbsent(id, _ -> new ArrayList<>()).add(new Look(request, found));
    }

    /** A request was refused because another webhook has the id. */
    public void taken(String id, Attempt request) {
        refusals.computeIfAbsent(id, _ -> new ArrayList<>()).add(request);
    }

    /** Whether the webhook is known to have, or have had, the id. */
    public boolean knows(String id, String webhook) {
        return of(id).stream().anyMatch(holding -> holding.webhook.equals(webhook));
    }

    void check() {
        holdings.forEach((id, all) -> all.stream()
                .flatMap(one -> all.stream()
                        .filter(other -> !other.webhook.equals(one.webhook) && one.overlaps(other))
                        .map(other -> one + " and " + other))
                .findFirst()
                .ifPresent(both -> breaks(id, "two webhooks have it at a time: " + both)));
        looks.forEach((id, all) -> all.forEach(look -> check(id, look)));
        refusals.forEach((id, all) -> all.stream()
                .filter(refusal -> of(id).stream().noneMatch(holding -> holding.isPossibleIn(refusal)))
                .findFirst()
                .ifPresent(refusal -> breaks(id, "it was refused as taken, and no webhook had it: " + refusal)));
    }

    private void check(String id, Look look) {
        for (Holding holding : of(id)) {
            if (holding.isSureIn(look.time) && !look.found.equals(Optional.of(holding.webhook))) {
                breaks(id, holding + " was not found: " + look);
            }
        }
        look.found
                .filter(found -> of(id).stream()
                        .noneMatch(holding -> holding.webhook.equals(found) && holding.isPossibleIn(look.time)))
                .ifPresent(_ -> breaks(id, "a webhook was found that does not have it: " + look));
    }

    private List<Holding> of(String id) {
        return holdings.getOrDefault(id, List.of());
    }

    private void breaks(String id, String explanation) {
        ledger.breaks(Promise.EXTERNAL_ID_IS_UNIQUE, id, explanation);
    }
}
