package com.scheduleevents.aws.replays;

import static com.scheduleevents.aws.replays.ReplayRow.ENDED_AT;
import static com.scheduleevents.aws.replays.ReplayRow.ENDED_WHY;
import static com.scheduleevents.aws.replays.ReplayRow.LAST_EVENT;
import static com.scheduleevents.aws.replays.ReplayRow.LOOKED_AT;
import static com.scheduleevents.aws.replays.ReplayRow.QUEUED;
import static com.scheduleevents.aws.replays.ReplayRow.STEPS;

import com.scheduleevents.domain.replay.Replay;
import java.util.HashMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The update of a replay's row, on condition that the replay is running and at the step that was read. */
record ReplayUpdate(Replay read, Replay now) {

    static final String CONDITION = STEPS + " = :read AND attribute_not_exists(" + ENDED_WHY + ")";

    String expression() {
        return "SET " + STEPS + " = :steps, " + LOOKED_AT + " = :looked_at, " + QUEUED + " = :queued"
                + (now.progress().position().isPresent() ? ", " + LAST_EVENT + " = :position" : "")
                + (now.isRunning() ? "" : ", " + ENDED_WHY + " = :why, " + ENDED_AT + " = :at");
    }

    Map<String, AttributeValue> values() {
        Map<String, AttributeValue> values = new HashMap<>();
        values.put(":read", STEPS.write(read.progress().steps()));
        values.put(":steps", STEPS.write(now.progress().steps()));
        values.put(":looked_at", LOOKED_AT.write(now.progress().lookedAt()));
        values.put(":queued", QUEUED.write(now.progress().queued()));
        now.progress().position().ifPresent(id -> values.put(":position", LAST_EVENT.write(id)));
        now.ending().ifPresent(ending -> {
            values.put(":why", ENDED_WHY.write(ending.why()));
            values.put(":at", ENDED_AT.write(ending.at()));
        });
        return values;
    }
}
