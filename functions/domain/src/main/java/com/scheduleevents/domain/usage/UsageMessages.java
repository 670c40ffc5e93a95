package com.scheduleevents.domain.usage;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.time.Timestamps;
import com.scheduleevents.domain.webhook.WebhookId;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The JSON that counts travel as. It names its version, so that two versions of the service can share a queue. A count that is
 * handed on carries four numbers a clinic, some 60 bytes, so that a message of 1 MB, the largest of SQS, holds those of 15,000
 * clinics.
 */
public final class UsageMessages {

    private static final int VERSION = 1;
    private static final int NUMBERS = 4;
    private static final ObjectMapper JSON = new ObjectMapper();

    private UsageMessages() {}

    /** Writes a message. */
    public static String write(UsageMessage message) {
        ObjectNode json = JSON.createObjectNode()
                .put("v", VERSION)
                .put("account_id", message.account().value())
                .put("date", message.day().text());
        if (message instanceof UsageMessage.Continue(UsageCount count)) {
            json.put("began", Timestamps.format(count.began()));
            count.webhook().ifPresent(webhook -> json.put("webhook_id", webhook.value()));
            count.after().ifPresent(event -> json.put("event_id", event.value()));
            ObjectNode found = json.putObject("found");
            count.found().forEach((clinic, usage) -> found.putArray(clinic.value())
                    .add(usage.events())
                    .add(usage.succeeded())
                    .add(usage.failed())
                    .add(usage.attempts()));
        }
        return json.toString();
    }

    /**
     * Reads a message.
     *
     * @throws IllegalArgumentException when it is none of this version, saying which part is wrong, never what it holds
     */
    public static UsageMessage read(String text) {
        JsonNode json = parse(text);
        if (!json.path("v").isInt() || json.path("v").intValue() != VERSION) {
            throw new IllegalArgumentException("not a usage message of version " + VERSION);
        }
        AccountId account = new AccountId(string(json, "account_id"));
        UsageDay day = UsageDay.parse(string(json, "date"))
                .orElseThrow(() -> new IllegalArgumentException("not a usage message: date is no day"));
        if (!json.has("began")) {
            return new UsageMessage.Begin(account, day);
        }
        return new UsageMessage.Continue(new UsageCount(
                account,
                day,
                Timestamps.parse(string(json, "began"))
                        .orElseThrow(() -> new IllegalArgumentException("not a usage message: began is no time")),
                optional(json, "webhook_id").map(WebhookId::new),
                optional(json, "event_id").map(EventId::new),
                found(json.path("found"))));
    }

    private static JsonNode parse(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(
                    "not a usage message: no JSON, line " + e.getLocation().getLineNr() + ", column "
                            + e.getLocation().getColumnNr());
        }
    }

    private static Map<ClinicId, Usage> found(JsonNode json) {
        if (!json.isObject()) {
            throw new IllegalArgumentException("not a usage message: found is no object");
        }
        Map<ClinicId, Usage> found = new HashMap<>();
        json.properties().forEach(clinic -> found.put(new ClinicId(clinic.getKey()), usage(clinic.getValue())));
        return found;
    }

    private static Usage usage(JsonNode numbers) {
        if (!(numbers instanceof ArrayNode array)
                || array.size() != NUMBERS
                || !array.valueStream().allMatch(JsonNode::isIntegralNumber)) {
            throw new IllegalArgumentException("not a usage message: found holds something that is not four numbers");
        }
        return new Usage(
                array.get(0).longValue(),
                array.get(1).longValue(),
                array.get(2).longValue(),
                array.get(3).longValue());
    }

    private static Optional<String> optional(JsonNode json, String field) {
        return json.has(field) ? Optional.of(string(json, field)) : Optional.empty();
    }

    private static String string(JsonNode json, String field) {
        JsonNode value = json.path(field);
        if (!value.isTextual()) {
            throw new IllegalArgumentException("not a usage message: " + field + " is no text");
        }
        return value.textValue();
    }
}
