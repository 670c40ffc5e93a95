package com.scheduleevents.delivery.records;

import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.amazonaws.services.lambda.runtime.events.SQSEvent.SQSMessage;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.aws.streams.StreamRecord;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.Payload;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Records that nobody wrote, for priming runs: of an account that is not there. */
public final class PrimingRecords {

    private static final AccountId ACCOUNT = new AccountId("acc_rehearsal");
    private static final Event EVENT = new Event(
            EventId.firstAtOrAfter(Instant.EPOCH), "appointment.no_show", new ClinicId("cln_rehearsal"), "{}");

    private PrimingRecords() {}

    /** The first attempt of a delivery. */
    public static DeliveryMessage delivery() {
        return new DeliveryMessage(
                ACCOUNT,
                new WebhookId("whk_rehearsal"),
                1,
                Payload.of(EVENT),
                DeliveryMessage.FIRST_CYCLE,
                1,
                Optional.empty(),
                Optional.empty(),
                Instant.EPOCH);
    }

    /** A batch of one message of a queue. */
    public static SQSEvent queue(String body) {
        SQSMessage message = new SQSMessage();
        message.setMessageId("priming");
        message.setBody(body);
        message.setAttributes(Map.of("ApproximateReceiveCount", "1"));
        SQSEvent batch = new SQSEvent();
        batch.setRecords(List.of(message));
        return batch;
    }

    /** What the Events stream tells of an event that was recorded. */
    public static StreamRecord recorded() {
        ObjectNode record = JsonNodeFactory.instance.objectNode().put("eventName", "INSERT");
        record.putObject("dynamodb").put("SequenceNumber", "1").set("NewImage", row());
        return new StreamRecord(record);
    }

    private static JsonNode row() {
        ObjectNode row = JsonNodeFactory.instance.objectNode();
        Map.of(
                        "account_id", ACCOUNT.value(),
                        "id", EVENT.id().value(),
                        "type", EVENT.type(),
                        "clinic_id", EVENT.clinic().value(),
                        "body", EVENT.json())
                .forEach((name, value) -> row.putObject(name).put("S", value));
        return row;
    }
}
