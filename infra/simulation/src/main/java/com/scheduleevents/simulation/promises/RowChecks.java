package com.scheduleevents.simulation.promises;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Checks that every row of a table with a time to live goes by itself, within the time for which such rows are kept. */
final class RowChecks {

    /** Some of their rows stay until somebody deletes them: webhooks, keys, and addresses that were confirmed. */
    private static final Set<String> WITH_LASTING_ROWS = Set.of("WebhooksTable", "AccountsTable", "MailAddressesTable");

    /** A delivery that was asked for is logged as expired in so large a part of the retention after its event's end. */
    private static final int LATE_PARTS = 90;

    /** What a clock may be wrong by. */
    private static final Duration CLOCKS = Duration.ofMinutes(1);

    private static final Duration KEYS_OF_EVENTS = Duration.ofDays(90);
    private static final Duration RESPONSES = Duration.ofDays(7);
    private static final Duration AUDIT_LOG = Duration.ofDays(400);
    private static final Duration RATES = Duration.ofDays(2);

    /** A link that confirms an address, and the time for which it is remembered that nobody pressed its button. */
    private static final Duration ADDRESSES = Duration.ofDays(98);

    private final Ledger ledger;
    private final Instant now;
    private final Map<String, Duration> longest;

    RowChecks(Ledger ledger, Duration retention, Instant now) {
        this.ledger = ledger;
        this.now = now;
        Duration deliveries = retention.plus(retention.dividedBy(LATE_PARTS));
        this.longest = Map.of(
                "EventsTable", retention,
                "IdempotencyTable", KEYS_OF_EVENTS,
                "WebhooksTable", retention,
                "DeliveriesTable", deliveries,
                "ResponsesTable", RESPONSES,
                "BacklogTable", deliveries,
                "ReplaysTable", retention,
                "AccountsTable", KEYS_OF_EVENTS,
                "AuditLogTable", AUDIT_LOG,
                "MailAddressesTable", ADDRESSES);
    }

    /** @param expiries when the rows of a table expire, by the logical id of the table; empty for never */
    void check(Map<String, List<Optional<Instant>>> expiries) {
        expiries.forEach((table, rows) -> {
            Instant latest = now.plus(longest.getOrDefault(table, RATES)).plus(CLOCKS);
            long lasting = rows.stream().filter(Optional::isEmpty).count();
            if (lasting > 0 && !WITH_LASTING_ROWS.contains(table)) {
                ledger.breaks(Promise.ROWS_EXPIRE, table, lasting + " of its rows never expire");
            }
            rows.stream()
                    .flatMap(Optional::stream)
                    .filter(latest::isBefore)
                    .findFirst()
                    .ifPresent(late -> ledger.breaks(
                            Promise.ROWS_EXPIRE, table, "a row expires at " + late + ", and none may after " + latest));
        });
    }
}
