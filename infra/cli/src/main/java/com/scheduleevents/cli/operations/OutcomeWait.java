package com.scheduleevents.cli.operations;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.cli.api.ApiFailure;
import com.scheduleevents.cli.api.ApiSession;
import com.scheduleevents.cli.process.Pause;
import com.scheduleevents.terminal.CommandFailure;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Waits for the only attempt of a delivery that a request has queued. */
public final class OutcomeWait {

    private static final Duration INTERVAL = Duration.ofSeconds(1);

    /** An attempt takes five seconds at most, and may have to wait for its turn. */
    private static final int LOOKS = 60;

    private static final int NOT_FOUND = 404;

    private final Pause pause;

    /** Waits with this pause between two looks. */
    public OutcomeWait(Pause pause) {
        this.pause = pause;
    }

    /**
     * Looks at the delivery until it is attempted.
     *
     * @param shows the operation that shows it
     * @param ids the ids of the request; those that it lacks are in the response
     * @return the delivery with its attempt; still pending when that takes too long
     */
    JsonNode of(ApiSession api, Operation shows, Map<String, String> ids, JsonNode queued) {
        Map<String, String> all = new HashMap<>(ids);
        queued.properties()
                .forEach(field ->
                        all.putIfAbsent(field.getKey(), field.getValue().asText()));
        String path = shows.path(all);
        JsonNode last = queued;
        for (int looks = 0; looks < LOOKS && last.path("status").asText().equals("pending"); looks++) {
            waitForIt();
            last = logged(api, path).orElse(last);
        }
        return last;
    }

    /** Whether the endpoint has accepted it. */
    static boolean isSuccess(JsonNode delivery) {
        return delivery.path("status").asText().equals("succeeded");
    }

    /** Empty until the attempt is made: before it, the delivery is on a queue and nowhere else. */
    private static Optional<JsonNode> logged(ApiSession api, String path) {
        try {
            return Optional.of(api.get(path));
        } catch (ApiFailure failure) {
            if (failure.status() == NOT_FOUND) {
                return Optional.empty();
            }
            throw failure;
        }
    }

    private void waitForIt() {
        try {
            pause.pause(INTERVAL);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandFailure("The event is sent; its outcome will be among the deliveries.", e);
        }
    }
}
