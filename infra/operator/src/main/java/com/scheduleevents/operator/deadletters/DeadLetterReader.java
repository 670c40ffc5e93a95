package com.scheduleevents.operator.deadletters;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.scheduleevents.aws.messages.MalformedMessage;
import com.scheduleevents.aws.messages.MessageCodec;
import com.scheduleevents.aws.streams.StreamRecord;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.circuit.Probe;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.id.Identifiers;
import com.scheduleevents.domain.mail.Notice;
import com.scheduleevents.domain.replay.ReplayMessage;
import com.scheduleevents.domain.usage.UsageMessage;
import com.scheduleevents.domain.webhook.WebhookId;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Reads dead letters for people. One that cannot be read says why in the words of who reads it, which quote nothing. */
final class DeadLetterReader {

    private static final ObjectMapper JSON = new ObjectMapper();

    private DeadLetterReader() {}

    /** What a letter of that queue is. */
    static DeadLetterContent of(DeadLetterQueue queue, String body) {
        try {
            return switch (queue) {
                case CHANGES -> change(body);
                case DELIVERIES, RETRIES ->
                    MessageCodec.PROBE.accepts(body)
                            ? check(MessageCodec.PROBE.read(body))
                            : delivery(MessageCodec.DELIVERY.read(body));
                case REPLAYS -> step(MessageCodec.REPLAY.read(body));
                case FAN_OUT, NOTIFIER -> record(body);
                case MAILS -> notice(MessageCodec.NOTICE.read(body));
                case USAGE -> count(MessageCodec.USAGE.read(body));
            };
        } catch (MalformedMessage e) {
            return new DeadLetterContent("unreadable: " + e.getMessage(), Map.of());
        }
    }

    /** The letter as JSON; a missing node when it is none. */
    static JsonNode json(String body) {
        try {
            return JSON.readTree(body);
        } catch (JsonProcessingException e) {
            return JSON.missingNode();
        }
    }

    private static DeadLetterContent change(String body) {
        JsonNode json = json(body);
        if (!json.isObject()) {
            return new DeadLetterContent("unreadable: not a schedule change: no JSON object", Map.of());
        }
        Map<String, String> ids = new LinkedHashMap<>();
        id(json.path("account_id"), AccountId.PREFIX).ifPresent(id -> ids.put("account", id));
        id(json.path("event").path("clinic_id"), ClinicId.PREFIX).ifPresent(id -> ids.put("clinic", id));
        ids.put("idempotency_key", json.has(ChangeBody.KEY) ? "yes" : "no");
        return new DeadLetterContent("schedule change", ids);
    }

    private static DeadLetterContent delivery(DeliveryMessage message) {
        Map<String, String> ids = new LinkedHashMap<>();
        ids.put("account", message.account().value());
        ids.put("webhook", message.webhook().value());
        ids.put("event", message.payload().id().value());
        ids.put("generation", Long.toString(message.generation()));
        ids.put("retry_cycle", Integer.toString(message.cycle()));
        ids.put("attempt", Integer.toString(message.attempt()));
        return new DeadLetterContent(message.payload().isPing() ? "ping" : "delivery", ids);
    }

    private static DeadLetterContent check(Probe check) {
        Map<String, String> ids = new LinkedHashMap<>();
        ids.put("account", check.account().value());
        ids.put("webhook", check.webhook().value());
        return new DeadLetterContent("probe", ids);
    }

    private static DeadLetterContent step(ReplayMessage message) {
        Map<String, String> ids = new LinkedHashMap<>();
        ids.put("account", message.account().value());
        ids.put("webhook", message.webhook().value());
        ids.put("replay", message.replay().value());
        ids.put("step", Integer.toString(message.step()));
        message.leftOut().ifPresent(event -> ids.put("event", event.value()));
        return new DeadLetterContent(message.leftOut().isPresent() ? "event left out of a replay" : "replay step", ids);
    }

    private static DeadLetterContent count(UsageMessage message) {
        Map<String, String> ids = new LinkedHashMap<>();
        ids.put("account", message.account().value());
        ids.put("day", message.day().text());
        return new DeadLetterContent("count of usage", ids);
    }

    private static DeadLetterContent notice(Notice notice) {
        Map<String, String> ids = new LinkedHashMap<>();
        ids.put("account", notice.about().account().value());
        ids.put("webhook", notice.about().webhook().value());
        String kind = notice.due().kind().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        return new DeadLetterContent("e-mail: " + kind, ids);
    }

    private static DeadLetterContent record(String body) {
        JsonNode json = json(body);
        return StreamBatch.of(json).map(DeadLetterReader::batch).orElseGet(() -> record(new StreamRecord(json)));
    }

    private static DeadLetterContent batch(StreamBatch batch) {
        Map<String, String> ids = new LinkedHashMap<>();
        ids.put("records", Integer.toString(batch.size()));
        ids.put("from", batch.first().toString());
        ids.put("to", batch.last().toString());
        return new DeadLetterContent("stream records given up by Lambda", ids);
    }

    private static DeadLetterContent record(StreamRecord record) {
        Map<String, String> ids = new LinkedHashMap<>();
        key(record, "account_id", AccountId.PREFIX).ifPresent(id -> ids.put("account", id));
        key(record, "id", EventId.PREFIX).ifPresent(id -> ids.put("event", id));
        key(record, "id", WebhookId.PREFIX).ifPresent(id -> ids.put("webhook", id));
        return ids.isEmpty()
                ? new DeadLetterContent("unreadable: not a stream record", Map.of())
                : new DeadLetterContent("stream record", ids);
    }

    /** A part of the key of a record's row, if it is an identifier. */
    static Optional<String> key(StreamRecord record, String name, String prefix) {
        return record.keys()
                .flatMap(keys -> Optional.ofNullable(keys.get(name)))
                .flatMap(value -> Optional.ofNullable(value.s()))
                .filter(text -> Identifiers.isValid(prefix, text));
    }

    /** A text, if it is an identifier. */
    static Optional<String> id(JsonNode text, String prefix) {
        return Optional.ofNullable(text.textValue()).filter(value -> Identifiers.isValid(prefix, value));
    }
}
