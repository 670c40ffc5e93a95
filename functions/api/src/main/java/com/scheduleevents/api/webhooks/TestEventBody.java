package com.scheduleevents.api.webhooks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.api.http.BodyReader;
import com.scheduleevents.api.http.JsonFields;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.domain.event.EventDraft;
import com.scheduleevents.domain.event.EventTypeRegistry;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Reads the body of a request for a test event. */
final class TestEventBody {

    private static final String TYPE = "type";
    private static final String REPLACED = "fields";

    private TestEventBody() {}

    /** @throws ApiException 400, naming the field */
    static EventDraft read(ObjectNode body, EventTypeRegistry types) {
        BodyReader reader = new BodyReader();
        JsonFields fields = reader.fields(body, Set.of(TYPE, REPLACED));
        Supplier<String> type = reader.part(() ->
                fields.require(TYPE, types.allowed(), name -> Optional.of(name).filter(types::has)));
        Supplier<ObjectNode> replaced = reader.part(() -> replaced(body));
        reader.check(() -> requireNoType(replaced.get()));
        return reader.whole(
                () -> types.example(type.get(), replaced.get().deepCopy().<ObjectNode>without(TYPE)));
    }

    private static ObjectNode replaced(ObjectNode body) {
        JsonNode replaced = body.path(REPLACED);
        if (replaced.isMissingNode()) {
            return body.objectNode();
        }
        if (!(replaced instanceof ObjectNode given)) {
            throw JsonFields.invalid(REPLACED, "an object with fields of the event type", "another value");
        }
        return given;
    }

    private static void requireNoType(ObjectNode given) {
        if (given.has(TYPE)) {
            throw new ApiException(ErrorCode.UNKNOWN_FIELD, TYPE, "Leave type out of fields; give it beside them.");
        }
    }
}
