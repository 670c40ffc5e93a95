package com.scheduleevents.cli.operations;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.cli.output.Column;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What people read of the API's objects: words in the place of what is only a sign to programs. */
final class ReadableFields {

    /** How far lists of the API count a backlog. */
    private static final int COUNTED_IN_LISTS = 100;

    /** How far the API counts the backlog of one webhook. */
    private static final int COUNTED = 1_000;

    private static final Pattern HOST = Pattern.compile("^https?://([^/?#]*)");

    private ReadableFields() {}

    /** The columns of a list. */
    static List<Column> columns(Operation list) {
        return list.columns().stream()
                .map(column -> column.reading(element -> row(list.field("schema"), element)))
                .toList();
    }

    /** An object by itself. */
    static JsonNode of(String schema, JsonNode object) {
        return switch (schema) {
            case "Webhook", "RegisteredWebhook" -> webhook(object.deepCopy(), COUNTED);
            case "ApiKey", "IssuedApiKey" -> limited(object.deepCopy(), "clinic_ids");
            default -> object;
        };
    }

    private static JsonNode row(String schema, JsonNode element) {
        return switch (schema) {
            case "Webhook" -> webhookRow(webhook(element.deepCopy(), COUNTED_IN_LISTS));
            case "EventOutcome" -> outcome(element.deepCopy());
            default -> of(schema, element);
        };
    }

    private static JsonNode webhook(ObjectNode webhook, int counted) {
        limited(webhook, "types");
        if (!webhook.path("clinic_id").isTextual()) {
            limited(webhook, "clinic_ids");
        }
        if (webhook.get("health") instanceof ObjectNode health) {
            // Nothing is sent to a disabled webhook, whatever its circuit is.
            if (webhook.path("status").asText().equals("disabled")) {
                health.putNull("circuit");
            }
            if (health.path("backlog").asInt() >= counted) {
                health.put("backlog", counted + " or more");
            }
        }
        return webhook;
    }

    /** A URL is too long for a table, except a queue's, whose host says nothing; an event bus has an ARN; and what limits to clinics is one column. */
    private static JsonNode webhookRow(JsonNode webhook) {
        ObjectNode row = webhook.deepCopy();
        Matcher host = HOST.matcher(webhook.path("url").asText());
        row.set(
                "host",
                Stream.of("/destination/queue_url", "/destination/event_bus_arn", "/url")
                        .map(webhook::at)
                        .filter(JsonNode::isTextual)
                        .findFirst()
                        .orElseGet(() -> webhook.path("url")));
        if (host.find()) {
            row.put("host", host.group(1));
        }
        if (webhook.path("clinic_id").isTextual()) {
            row.set("clinic_ids", webhook.path("clinic_id"));
        }
        return row;
    }

    /** An event that was recorded while the webhook was disabled has no delivery; its status is that of those that have one. */
    private static JsonNode outcome(ObjectNode outcome) {
        if (outcome.path("reason").asText().equals("webhook_disabled")) {
            outcome.putObject("delivery").put("status", "not_sent");
        }
        return outcome;
    }

    /** What is not limited is all. */
    private static JsonNode limited(ObjectNode object, String field) {
        JsonNode limits = object.path(field);
        boolean everything = limits.size() == 1 && limits.path(0).asText().equals("*");
        if (object.has(field) && (limits.isEmpty() || everything)) {
            object.put(field, "all");
        }
        return object;
    }
}
