package com.scheduleevents.delivery.priming;

import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.amazonaws.services.lambda.runtime.events.SQSEvent.SQSMessage;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.aws.events.EventRow;
import com.scheduleevents.aws.streams.StreamRecord;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.Payload;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.mail.Notice;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.replay.ReplayId;
import com.scheduleevents.domain.replay.ReplayMessage;
import com.scheduleevents.domain.webhook.Health.LastFailure;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Sample records of an account that does not exist. */
public final class PrimingRecords {

    private static final AccountId ACCOUNT = new AccountId("acc_priming");
    private static final WebhookId WEBHOOK = new WebhookId("whk_priming");
    private static final Event EVENT =
            new Event(EventId.firstAtOrAfter(Instant.EPOCH), "appointment.no_show", new ClinicId("cln_priming"), "{}");

    private PrimingRecords() {}

    /** The message for the first attempt of a delivery. */
    public static DeliveryMessage delivery() {
        return new DeliveryMessage(
                ACCOUNT,
                WEBHOOK,
                1,
                Payload.of(EVENT),
                DeliveryMessage.FIRST_CYCLE,
                1,
                Optional.empty(),
                Optional.empty(),
                Instant.EPOCH,
                Optional.empty(),
                Optional.empty());
    }

    /** The message for the first step of a replay. */
    public static ReplayMessage replay() {
        return new ReplayMessage(ACCOUNT, WEBHOOK, ReplayId.mint(Instant.EPOCH, () -> 0L), 0);
    }

    /** The content of an e-mail. */
    public static Notice.OfWebhook notice() {
        Notice.About about =
                new Notice.About(ACCOUNT, WEBHOOK, 1, "priming.invalid", Optional.empty(), Optional.empty());
        return new Notice.Warning(about, Instant.EPOCH, 1, new LastFailure(OutcomeClass.TIMEOUT, OptionalInt.empty()));
    }

    /** A batch with one message of a queue. */
    public static SQSEvent queue(String body) {
        SQSMessage message = new SQSMessage();
        message.setMessageId("priming");
        message.setBody(body);
        message.setAttributes(Map.of("ApproximateReceiveCount", "1"));
        SQSEvent batch = new SQSEvent();
        batch.setRecords(List.of(message));
        return batch;
    }

    /** A record of the Events stream for a new event. */
    public static StreamRecord recorded() {
        ObjectNode record = JsonNodeFactory.instance.objectNode().put("eventName", "INSERT");
        record.putObject("dynamodb").put("SequenceNumber", "1").set("NewImage", row());
        return new StreamRecord(record);
    }

    private static JsonNode row() {
        ObjectNode row = JsonNodeFactory.instance.objectNode();
        Map.of(
                        EventRow.ACCOUNT.name(), ACCOUNT.value(),
                        EventRow.ID.name(), EVENT.id().value(),
                        EventRow.TYPE.name(), EVENT.type(),
                        EventRow.CLINIC.name(), EVENT.clinic().value(),
                        EventRow.BODY.name(), EVENT.json())
                .forEach((name, value) -> row.putObject(name).put("S", value));
        return row;
    }
}
