package com.scheduleevents.domain.delivery;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/** The JSON that delivery messages travel as. It names its version, so that two versions of the service can share a queue. */
public final class DeliveryMessages {

    private static final int VERSION = 1;
    private static final ObjectMapper JSON = new ObjectMapper();

    private DeliveryMessages() {}

    /** Writes a message. */
    public static String write(DeliveryMessage message) {
        ObjectNode json = JSON.createObjectNode()
                .put("v", VERSION)
                .put("account_id", message.account().value())
                .put("webhook_id", message.webhook().value())
                .put("generation", message.generation())
                .put("retry_cycle", message.cycle())
                .put("attempt", message.attempt())
                .put("not_before", message.notBefore().toString())
                .put("event_id", message.payload().id().value())
                .put("event_type", message.payload().type())
                .put("event", message.payload().json());
        message.payload().clinic().ifPresent(clinic -> json.put("clinic_id", clinic.value()));
        message.firstAttempt().ifPresent(at -> json.put("first_attempt_at", at.toString()));
        message.lastAttempt().ifPresent(at -> json.put("last_attempt_at", at.toString()));
        return json.toString();
    }

    /**
     * Reads a message.
     *
     * @throws IllegalArgumentException when it is none of this version, saying which part is wrong, never what it holds
     */
    public static DeliveryMessage read(String text) {
        JsonNode json = parse(text);
        if (json.path("v").asInt() != VERSION) {
            throw new IllegalArgumentException("not a delivery message of version " + VERSION);
        }
        return new DeliveryMessage(
                new AccountId(string(json, "account_id")),
                new WebhookId(string(json, "webhook_id")),
                number(json, "generation").longValue(),
                payload(json),
                number(json, "retry_cycle").intValue(),
                number(json, "attempt").intValue(),
                optionalInstant(json, "first_attempt_at"),
                optionalInstant(json, "last_attempt_at"),
                instant(json, "not_before"));
    }

    private static Payload payload(JsonNode json) {
        return new Payload(
                new EventId(string(json, "event_id")),
                string(json, "event_type"),
                json.has("clinic_id") ? Optional.of(new ClinicId(string(json, "clinic_id"))) : Optional.empty(),
                string(json, "event"));
    }

    private static JsonNode parse(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(
                    "not a delivery message: no JSON, line " + e.getLocation().getLineNr() + ", column "
                            + e.getLocation().getColumnNr());
        }
    }

    private static String string(JsonNode json, String field) {
        JsonNode value = json.path(field);
        if (!value.isTextual()) {
            throw new IllegalArgumentException("not a delivery message: " + field + " is no text");
        }
        return value.textValue();
    }

    private static Number number(JsonNode json, String field) {
        JsonNode value = json.path(field);
        if (!value.canConvertToExactIntegral() || !value.isNumber()) {
            throw new IllegalArgumentException("not a delivery message: " + field + " is no whole number");
        }
        return value.numberValue();
    }

    private static Optional<Instant> optionalInstant(JsonNode json, String field) {
        return json.has(field) ? Optional.of(instant(json, field)) : Optional.empty();
    }

    private static Instant instant(JsonNode json, String field) {
        try {
            return Instant.parse(string(json, field));
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException("not a delivery message: " + field + " is no time");
        }
    }
}
