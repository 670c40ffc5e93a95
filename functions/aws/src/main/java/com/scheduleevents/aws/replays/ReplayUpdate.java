package com.scheduleevents.aws.replays;

import com.scheduleevents.domain.replay.Replay;
import java.util.HashMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The update of a replay's row, on condition that the replay is running and at the step that was read. */
record ReplayUpdate(Replay read, Replay now) {

    static final String CONDITION = "steps = :read AND attribute_not_exists(ended_why)";

    String expression() {
        return "SET steps = :steps, looked_at = :looked_at, queued = :queued"
                + (now.progress().position().isPresent() ? ", last_event = :position" : "")
                + (now.isRunning() ? "" : ", ended_why = :why, ended_at = :at");
    }

    Map<String, AttributeValue> values() {
        Map<String, AttributeValue> values = new HashMap<>();
        values.put(":read", ReplayRow.STEPS.write(read.progress().steps()));
        values.put(":steps", ReplayRow.STEPS.write(now.progress().steps()));
        values.put(":looked_at", ReplayRow.LOOKED_AT.write(now.progress().lookedAt()));
        values.put(":queued", ReplayRow.QUEUED.write(now.progress().queued()));
        now.progress().position().ifPresent(id -> values.put(":position", ReplayRow.LAST_EVENT.write(id)));
        now.ending().ifPresent(ending -> {
            values.put(":why", ReplayRow.ENDED_WHY.write(ending.why()));
            values.put(":at", ReplayRow.ENDED_AT.write(ending.at()));
        });
        return values;
    }
}
