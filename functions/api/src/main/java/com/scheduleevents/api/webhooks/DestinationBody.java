package com.scheduleevents.api.webhooks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.api.http.BodyReader;
import com.scheduleevents.api.http.JsonFields;
import com.scheduleevents.domain.destination.AwsAccount;
import com.scheduleevents.domain.destination.Destination;
import com.scheduleevents.domain.destination.DestinationResource;
import com.scheduleevents.domain.destination.EventBusArn;
import com.scheduleevents.domain.destination.RoleArn;
import com.scheduleevents.domain.destination.SqsAddress;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** The queue or event bus that the deliveries of a webhook go to in place of a URL, in requests and responses. */
final class DestinationBody {

    /** The name of the setting. */
    static final String NAME = "destination";

    private static final String TYPE = "type";
    private static final String ROLE = "role_arn";

    private final AwsAccount own;

    /** @param own the AWS account of the service, which has nothing of a customer's */
    DestinationBody(AwsAccount own) {
        this.own = own;
    }

    /** What can be a destination, and how it is addressed. */
    private enum Kind {
        QUEUE("sqs", SqsAddress.FIELD, "the URL of a queue of SQS"),
        EVENT_BUS("eventbridge", EventBusArn.FIELD, "the ARN of an event bus of EventBridge");

        private static final String NAMES = "sqs or eventbridge";
        private static final Set<String> FIELDS = Set.of(TYPE, QUEUE.field, EVENT_BUS.field, ROLE);

        private final String type;
        private final String field;
        private final String address;

        Kind(String type, String field, String address) {
            this.type = type;
            this.field = field;
            this.address = address;
        }

        static Kind of(DestinationResource resource) {
            return switch (resource) {
                case SqsAddress _ -> QUEUE;
                case EventBusArn _ -> EVENT_BUS;
            };
        }

        static Optional<Kind> named(String type) {
            return Arrays.stream(values())
                    .filter(kind -> kind.type.equals(type))
                    .findFirst();
        }

        Set<String> fields() {
            return Set.of(TYPE, field, ROLE);
        }

        DestinationResource read(JsonFields fields) {
            String sent = fields.require(field, address, Optional::of);
            return accepted(field, () -> switch (this) {
                case QUEUE -> SqsAddress.parse(sent);
                case EVENT_BUS -> EventBusArn.parse(sent);
            });
        }
    }

    /** What a webhook shows of it. */
    static ObjectNode json(Destination destination) {
        Kind kind = Kind.of(destination.resource());
        return JsonNodeFactory.instance
                .objectNode()
                .put(TYPE, kind.type)
                .put(kind.field, destination.resource().address())
                .put(ROLE, destination.role().arn());
    }

    /** @throws ApiException 400, which names the field */
    Destination read(JsonNode sent) {
        if (!(sent instanceof ObjectNode object)) {
            throw JsonFields.invalid(
                    NAME, "an object with the type " + Kind.NAMES + ", an address and a role_arn", "another value");
        }
        BodyReader reader = new BodyReader();
        Set<String> known =
                Kind.named(object.path(TYPE).asText()).map(Kind::fields).orElse(Kind.FIELDS);
        JsonFields fields = reader.fields(object, known);
        Supplier<Kind> kind = reader.part(() -> fields.require(TYPE, Kind.NAMES, Kind::named));
        Supplier<DestinationResource> resource = reader.part(() -> kind.get().read(fields));
        Supplier<RoleArn> role = reader.part(
                () -> accepted(ROLE, () -> RoleArn.parse(fields.require(ROLE, "the ARN of a role", Optional::of))));
        return reader.whole(() -> accepted(NAME, () -> Destination.of(resource.get(), role.get(), own)));
    }

    private static <T> T accepted(String field, Supplier<T> reading) {
        try {
            return reading.get();
        } catch (IllegalArgumentException refused) {
            throw new ApiException(ErrorCode.INVALID_FIELD, field, String.valueOf(refused.getMessage()));
        }
    }
}
