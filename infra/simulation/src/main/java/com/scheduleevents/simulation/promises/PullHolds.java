package com.scheduleevents.simulation.promises;

import com.scheduleevents.simulation.receivers.ReceivedRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** Which consumer has which delivery of a pull webhook, and until when. */
final class PullHolds {

    /** What two clocks may differ by: that of the function that hid a delivery, and that of the one that looks for it. */
    private static final Duration CLOCKS = Duration.ofSeconds(2);

    private final Ledger ledger;
    private final Map<String, Instant> until = new HashMap<>();

    PullHolds(Ledger ledger) {
        this.ledger = ledger;
    }

    /**
     * A consumer got a delivery.
     *
     * @param created when its event was recorded
     * @param asked when it asked for it
     * @param visibility for how long nobody else gets it
     */
    void pulled(WatchedWebhook webhook, ReceivedRequest request, Instant created, Instant asked, Duration visibility) {
        Instant mine = asked.plus(visibility).minus(CLOCKS);
        Instant others = until.put(webhook.id() + request.event(), mine);
        if (others != null && request.at().isBefore(others) && !webhook.mayComeAgain(request.event(), created)) {
            ledger.breaks(
                    Promise.PULLED_BY_ONE,
                    request.event(),
                    "two consumers of " + webhook.id() + " have it at " + request.at() + ", and the first until "
                            + others);
        }
    }
}
