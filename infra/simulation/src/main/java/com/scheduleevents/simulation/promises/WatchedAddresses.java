package com.scheduleevents.simulation.promises;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** What the readers of webhooks' addresses know: when they confirmed and unsubscribed them, and when their e-mails came back. */
public final class WatchedAddresses {

    /** The subject of the e-mail that anybody may get. */
    public static final String LINK = "Confirm your e-mail address";

    /** Longer than services are out one after the other, while what came back waits on the queue. */
    private static final Duration LEARNT = Duration.ofHours(12);

    private final Map<String, Instant> confirmed = new HashMap<>();
    private final Map<String, Instant> ended = new HashMap<>();

    /** A reader is about to press the button. */
    public void confirms(String address, Instant now) {
        confirmed.putIfAbsent(address, now);
    }

    /** SES has published that an e-mail came back. */
    public void cameBack(String address, Instant now) {
        ended.putIfAbsent(address, now);
    }

    /** The service told a reader that the address is unsubscribed. */
    public void unsubscribed(String address, Instant now) {
        ended.putIfAbsent(address, now);
    }

    /** Why an e-mail must not have been sent to an address; empty when it may. */
    Optional<String> objection(String address, String subject, Instant at) {
        if (subject.equals(LINK)) {
            return Optional.empty();
        }
        if (!confirmed.containsKey(address) || at.isBefore(confirmed.get(address))) {
            return Optional.of("nobody had confirmed the address");
        }
        Instant end = ended.getOrDefault(address, Instant.MAX);
        return end.isBefore(at.minus(LEARNT))
                ? Optional.of("an e-mail came back, or the address was unsubscribed, at " + end)
                : Optional.empty();
    }
}
