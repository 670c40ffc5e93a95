package com.scheduleevents.api.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.domain.error.ApiException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** Reads a body part by part, so that its error lists all that is wrong with it, and whoever sent it need not try once for each fault. */
public final class BodyReader {

    private final List<ApiException> faults = new ArrayList<>();

    /**
     * The fields of the body.
     *
     * @param known the names of the fields that the request accepts; every other one is a fault
     */
    public JsonFields fields(ObjectNode body, Set<String> known) {
        faults.addAll(JsonFields.unknown(body, known));
        return new JsonFields(body);
    }

    /**
     * Reads a part now, and returns where to get it from. A part that could not be read throws its fault again, which is that of a part that
     * needs it, too.
     */
    public <T> Supplier<T> part(Supplier<T> reading) {
        try {
            T value = reading.get();
            return () -> value;
        } catch (ApiException fault) {
            note(fault);
            return () -> {
                throw fault;
            };
        }
    }

    /** Checks something that is no part of its own. */
    public void check(Runnable check) {
        try {
            check.run();
        } catch (ApiException fault) {
            note(fault);
        }
    }

    /**
     * Composes the parts, once all have been read.
     *
     * @throws ApiException with all faults, in the order in which they were found
     */
    public <T> T whole(Supplier<T> composing) {
        Supplier<T> composed = part(composing);
        if (faults.isEmpty()) {
            return composed.get();
        }
        throw ApiException.ofAll(faults);
    }

    private void note(ApiException fault) {
        if (!faults.contains(fault)) {
            faults.add(fault);
        }
    }
}
