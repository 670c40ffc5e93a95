package com.scheduleevents.cli.commands;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.cli.api.ApiFailure;
import com.scheduleevents.cli.api.ApiSession;
import com.scheduleevents.cli.output.CommandFailure;
import com.scheduleevents.cli.process.Pause;
import java.time.Duration;
import java.util.Optional;

/** Sends a test event to a webhook and waits for its only attempt. */
final class TestDelivery {

    private static final Duration INTERVAL = Duration.ofSeconds(1);

    /** An attempt takes five seconds at most, and may have to wait for its turn. */
    private static final int LOOKS = 60;

    private final ApiSession api;
    private final Pause pause;

    TestDelivery(ApiSession api, Pause pause) {
        this.api = api;
        this.pause = pause;
    }

    /**
     * Sends it.
     *
     * @return the delivery with its attempt; still pending when that takes too long
     */
    JsonNode send(String webhook, JsonNode event) {
        JsonNode queued = api.postOnce(ApiSession.path("webhooks", webhook, "test"), event);
        String path = ApiSession.path(
                "webhooks", webhook, "deliveries", queued.path("event_id").asText());
        JsonNode last = queued;
        for (int looks = 0; looks < LOOKS && last.path("status").asText().equals("pending"); looks++) {
            waitForIt();
            last = logged(path).orElse(last);
        }
        return last;
    }

    /** Empty until the attempt is made: before it, the delivery is on a queue and nowhere else. */
    private Optional<JsonNode> logged(String path) {
        try {
            return Optional.of(api.get(path));
        } catch (ApiFailure failure) {
            if (failure.status() == 404) {
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
            throw new CommandFailure("The test event is sent; its outcome will be among the deliveries.", e);
        }
    }
}
