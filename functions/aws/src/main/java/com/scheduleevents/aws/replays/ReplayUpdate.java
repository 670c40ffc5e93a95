package com.scheduleevents.aws.replays;

import static com.scheduleevents.aws.tables.Attributes.number;
import static com.scheduleevents.aws.tables.Attributes.text;

import com.scheduleevents.domain.replay.Replay;
import java.util.HashMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The change of a replay's row from what was read to what it is now, on condition that it runs and is at the same step. */
record ReplayUpdate(Replay read, Replay now) {

    static final String CONDITION = "steps = :read AND attribute_not_exists(ended_why)";

    String expression() {
        return "SET steps = :steps, looked_at = :looked_at, queued = :queued"
                + (now.progress().position().isPresent() ? ", last_event = :position" : "")
                + (now.isRunning() ? "" : ", ended_why = :why, ended_at = :at");
    }

    Map<String, AttributeValue> values() {
        Map<String, AttributeValue> values = new HashMap<>();
        values.put(":read", number(read.progress().steps()));
        values.put(":steps", number(now.progress().steps()));
        values.put(":looked_at", number(now.progress().lookedAt()));
        values.put(":queued", number(now.progress().queued()));
        now.progress().position().ifPresent(id -> values.put(":position", text(id.value())));
        now.ending().ifPresent(ending -> {
            values.put(":why", text(ending.why().wireName()));
            values.put(":at", text(ending.at().toString()));
        });
        return values;
    }
}
