package com.scheduleevents.simulation.promises;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Checks the billed figures of usage, which are those of a clinic and a day: events are those that feeds have listed, including those that
 * have expired since; successful deliveries are at most those that receivers can have taken, and, of a day whose count is final, at least
 * those that they took so early that the count knows it. The deliveries of a day that are shown over time are checked likewise.
 */
final class UsageChecks {

    /** A day's figures are final after the third night. */
    private static final int FINAL_AFTER_DAYS = 3;

    /** The length of a date at the beginning of a time. */
    private static final int DATE = 10;

    private final Ledger ledger;

    UsageChecks(Ledger ledger) {
        this.ledger = ledger;
    }

    /** Tells the ledger of every figure of an account that a recount does not give. */
    void check(String account, List<JsonNode> rows) {
        Map<String, Recount> recounts = recount(account);
        Map<String, JsonNode> shown = new TreeMap<>();
        rows.forEach(row -> shown.put(
                row.path("clinic_id").asText() + " " + row.path("date").asText(), row));
        recounts.forEach((row, _) -> {
            if (!shown.containsKey(row)) {
                ledger.breaks(Promise.USAGE_IS_COUNTED, row, "it has events, and usage does not show it");
            }
        });
        shown.forEach((row, figures) -> check(row, figures, recounts.getOrDefault(row, new Recount())));
    }

    /**
     * Tells the ledger of every day whose figures of deliveries a recount does not give. They are of all clinics together.
     *
     * @param usage the usage of the account, which says which days are final
     */
    void checkFigures(String account, List<JsonNode> days, List<JsonNode> usage) {
        Map<String, Recount> recounts = new HashMap<>();
        recount(account).forEach((row, recount) -> recounts.computeIfAbsent(date(row), _ -> new Recount())
                .add(recount));
        Set<String> open = usage.stream()
                .filter(row -> !row.path("final").asBoolean())
                .map(row -> row.path("date").asText())
                .collect(Collectors.toSet());
        days.forEach(day -> {
            String date = day.path("from").asText().substring(0, DATE);
            Recount recount = recounts.getOrDefault(date, new Recount());
            long delivered = day.path("delivered").asLong();
            if (delivered > recount.mayHaveSucceeded || (!open.contains(date) && delivered < recount.surelySucceeded)) {
                ledger.breaks(
                        Promise.USAGE_IS_COUNTED,
                        account + " " + date,
                        "figures show " + delivered + " deliveries, and receivers took " + recount.surelySucceeded
                                + " to " + recount.mayHaveSucceeded);
            }
        });
    }

    private static String date(String row) {
        return row.substring(row.indexOf(' ') + 1);
    }

    private void check(String row, JsonNode figures, Recount recount) {
        long events = figures.path("events_recorded").asLong();
        if (events != recount.events) {
            ledger.breaks(
                    Promise.USAGE_IS_COUNTED,
                    row,
                    "usage shows " + events + " events, and the feed has listed " + recount.events);
        }
        long succeeded = figures.path("deliveries_succeeded").asLong();
        if (succeeded > recount.mayHaveSucceeded) {
            ledger.breaks(
                    Promise.USAGE_IS_COUNTED,
                    row,
                    "usage shows " + succeeded + " successful deliveries, and receivers took at most "
                            + recount.mayHaveSucceeded);
        }
        if (figures.path("final").asBoolean() && succeeded < recount.surelySucceeded) {
            ledger.breaks(
                    Promise.USAGE_IS_COUNTED,
                    row,
                    "the final count shows " + succeeded + " successful deliveries, and receivers had taken at least "
                            + recount.surelySucceeded);
        }
    }

    private Map<String, Recount> recount(String account) {
        List<WatchedWebhook> webhooks = ledger.webhooks().stream()
                .filter(webhook -> webhook.account().equals(account))
                .toList();
        Map<String, Recount> recounts = new HashMap<>();
        for (JsonNode event : ledger.listed()) {
            boolean own = ledger.event(event.path("appointment_id").asText())
                    .filter(known -> known.account().equals(account))
                    .isPresent();
            if (own) {
                String day = event.path("created_at").asText().substring(0, DATE);
                recounts.computeIfAbsent(event.path("clinic_id").asText() + " " + day, _ -> new Recount())
                        .add(event.path("id").asText(), LocalDate.parse(day), webhooks);
            }
        }
        return recounts;
    }

    /** The figures of a clinic and a day, as the world has seen them. */
    private static final class Recount {

        private long events;
        private long mayHaveSucceeded;
        private long surelySucceeded;

        private void add(String event, LocalDate day, List<WatchedWebhook> webhooks) {
            Instant counted =
                    day.plusDays(FINAL_AFTER_DAYS).atStartOfDay(ZoneOffset.UTC).toInstant();
            events++;
            mayHaveSucceeded += webhooks.stream()
                    .filter(webhook -> mayHaveTaken(webhook, event))
                    .count();
            surelySucceeded += webhooks.stream()
                    .filter(webhook -> webhook.hasSurelyTaken(event, counted))
                    .count();
        }

        private void add(Recount other) {
            events += other.events;
            mayHaveSucceeded += other.mayHaveSucceeded;
            surelySucceeded += other.surelySucceeded;
        }

        /** A consumer whose acknowledgement was lost is not known to have taken it. */
        private static boolean mayHaveTaken(WatchedWebhook webhook, String event) {
            return webhook.settings().pulled() ? !webhook.attempts(event).isEmpty() : webhook.hasAccepted(event);
        }
    }
}
