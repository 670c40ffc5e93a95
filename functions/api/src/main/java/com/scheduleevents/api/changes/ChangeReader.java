package com.scheduleevents.api.changes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.api.http.JsonFields;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.event.BatchRecording.Change;
import com.scheduleevents.domain.event.EventTypeRegistry;
import com.scheduleevents.domain.event.IdempotencyKey;
import java.util.Optional;

/** Reads a schedule change from a batch or a queue, where it has its idempotency key in a field instead of a header. */
public final class ChangeReader {

    /** The field of the idempotency key. */
    public static final String KEY = "idempotency_key";

    /** The field of the event. */
    public static final String EVENT = "event";

    private final EventTypeRegistry types;

    /** @param types the event types */
    public ChangeReader(EventTypeRegistry types) {
        this.types = types;
    }

    /**
     * Reads a change.
     *
     * @throws ApiException 400, naming the same field as for an event that is sent alone
     */
    public Change read(JsonFields fields) {
        Optional<IdempotencyKey> key = fields.optional(KEY, IdempotencyKey.EXPECTED, IdempotencyKey::parse);
        if (fields.require(EVENT, "an event") instanceof ObjectNode event) {
            return new Change(types.read(event), key);
        }
        throw JsonFields.invalid(EVENT, "an event object", "another value");
    }
}
