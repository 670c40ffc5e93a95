package com.scheduleevents.api.changes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.api.http.BodyReader;
import com.scheduleevents.api.http.JsonFields;
import com.scheduleevents.domain.event.BatchRecording.Change;
import com.scheduleevents.domain.event.EventDraft;
import com.scheduleevents.domain.event.EventTypeRegistry;
import com.scheduleevents.domain.event.IdempotencyKey;
import java.util.Optional;
import java.util.function.Supplier;

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
     * @param reader notes what is wrong
     * @return where to get it from, unless something is wrong: the same as with an event that is sent alone
     */
    public Supplier<Change> read(BodyReader reader, JsonFields fields) {
        Supplier<Optional<IdempotencyKey>> key =
                reader.part(() -> fields.optional(KEY, IdempotencyKey.EXPECTED, IdempotencyKey::parse));
        Supplier<EventDraft> event = reader.part(() -> event(fields));
        return () -> new Change(event.get(), key.get());
    }

    private EventDraft event(JsonFields fields) {
        if (fields.require(EVENT, "an event") instanceof ObjectNode event) {
            return types.read(event);
        }
        throw JsonFields.invalid(EVENT, "an event object", "another value");
    }
}
