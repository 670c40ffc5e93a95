package com.scheduleevents.api.changes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.api.http.JsonFields;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.event.BatchRecording.Change;
import com.scheduleevents.domain.event.EventTypeRegistry;
import com.scheduleevents.domain.event.IdempotencyKey;
import java.util.Optional;

/** Reads a schedule change that carries its own idempotency key, rather than in a header. */
public final class ChangeReader {

    /** Holds the idempotency key. */
    public static final String KEY = "idempotency_key";

    /** Holds the event. */
    public static final String EVENT = "event";

    private final EventTypeRegistry catalogue;

    /**
     * @param catalogue the event types that there are
     */
    public ChangeReader(EventTypeRegistry catalogue) {
        this.catalogue = catalogue;
    }

    /**
     * Reads a change.
     *
     * @throws ApiException 400, naming the field at fault as where the event comes alone
     */
    public Change read(JsonFields fields) {
        Optional<IdempotencyKey> key = fields.text(KEY, IdempotencyKey.EXPECTED).map(ChangeReader::key);
        if (fields.require(EVENT, "an event") instanceof ObjectNode event) {
            return new Change(catalogue.read(event), key);
        }
        throw JsonFields.invalid(EVENT, "an event, which is an object", "something else");
    }

    private static IdempotencyKey key(String text) {
        return IdempotencyKey.parse(text)
                .orElseThrow(() -> JsonFields.invalid(KEY, IdempotencyKey.EXPECTED, "something else"));
    }
}
