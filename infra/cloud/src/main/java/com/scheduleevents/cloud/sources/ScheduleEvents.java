package com.scheduleevents.cloud.sources;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Makes the event in which EventBridge tells a function that it is time (EventBridge User Guide, "scheduled rules").
 */
public final class ScheduleEvents {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final String region;
    private final String account;
    private final String rule;

    /** @param rule the name of the rule that SAM creates for the schedule */
    public ScheduleEvents(String region, String account, String rule) {
        this.region = region;
        this.account = account;
        this.rule = rule;
    }

    /**
     * An event.
     *
     * @param id of this event alone
     * @param time when the rule was due
     */
    public byte[] event(String id, Instant time) {
        ObjectNode event = JSON.objectNode()
                .put("version", "0")
                .put("id", id)
                .put("detail-type", "Scheduled Event")
                .put("source", "aws.events")
                .put("account", account)
                .put("time", time.truncatedTo(ChronoUnit.SECONDS).toString())
                .put("region", region);
        event.putArray("resources").add("arn:aws:events:" + region + ":" + account + ":rule/" + rule);
        event.putObject("detail");
        return event.toString().getBytes(StandardCharsets.UTF_8);
    }
}
