package com.scheduleevents.api.webhooks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.api.http.BodyReader;
import com.scheduleevents.api.http.JsonFields;
import com.scheduleevents.domain.destination.AwsAccount;
import com.scheduleevents.domain.destination.RoleArn;
import com.scheduleevents.domain.destination.SqsAddress;
import com.scheduleevents.domain.destination.SqsDestination;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** The queue that the deliveries of a webhook go to in place of a URL, in requests and responses. */
final class DestinationBody {

    /** The name of the setting. */
    static final String NAME = "destination";

    private static final String TYPE = "type";
    private static final String SQS = "sqs";
    private static final String QUEUE = "queue_url";
    private static final String ROLE = "role_arn";
    private static final Set<String> FIELDS = Set.of(TYPE, QUEUE, ROLE);

    private final AwsAccount own;

    /** @param own the AWS account of the service, which has no queue or role of a customer */
    DestinationBody(AwsAccount own) {
        this.own = own;
    }

    /** What a webhook shows of it. */
    static ObjectNode json(SqsDestination destination) {
        return JsonNodeFactory.instance
                .objectNode()
                .put(TYPE, SQS)
                .put(QUEUE, destination.queue().url())
                .put(ROLE, destination.role().arn());
    }

    /** @throws ApiException 400, which names the field */
    SqsDestination read(JsonNode sent) {
        if (!(sent instanceof ObjectNode object)) {
            throw JsonFields.invalid(NAME, "an object with the type sqs, a queue_url and a role_arn", "another value");
        }
        BodyReader reader = new BodyReader();
        JsonFields fields = reader.fields(object, FIELDS);
        reader.check(() -> fields.require(TYPE, SQS, text -> Optional.of(text).filter(SQS::equals)));
        Supplier<SqsAddress> queue = reader.part(() -> accepted(
                QUEUE, () -> SqsAddress.parse(fields.require(QUEUE, "the URL of a queue of SQS", Optional::of))));
        Supplier<RoleArn> role = reader.part(
                () -> accepted(ROLE, () -> RoleArn.parse(fields.require(ROLE, "the ARN of a role", Optional::of))));
        return reader.whole(() -> accepted(NAME, () -> SqsDestination.of(queue.get(), role.get(), own)));
    }

    private static <T> T accepted(String field, Supplier<T> reading) {
        try {
            return reading.get();
        } catch (IllegalArgumentException refused) {
            throw new ApiException(ErrorCode.INVALID_FIELD, field, String.valueOf(refused.getMessage()));
        }
    }
}
