package com.scheduleevents.api.webhooks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.api.http.BodyReader;
import com.scheduleevents.api.http.JsonFields;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.text.DisplayText;
import com.scheduleevents.domain.text.UnicodeText;
import com.scheduleevents.domain.webhook.ExternalId;
import com.scheduleevents.domain.webhook.WebhookLabels;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/** The owner's identifier and metadata of a webhook, in requests. */
final class LabelsBody {

    /** The name of the identifier, and of the query parameter that selects by it. */
    static final String EXTERNAL_ID = "external_id";

    static final String METADATA = "metadata";

    private static final String EXPECTED = "an object with at most " + WebhookLabels.MAX_PAIRS
            + " names, each of " + WebhookLabels.NAMES + ", and their texts, each of at most " + WebhookLabels.MAX_TEXT
            + " characters on one line";

    private LabelsBody() {}

    /** The present labels, replaced by those that the body has; null removes one. */
    static Supplier<WebhookLabels> read(BodyReader reader, ObjectNode body, JsonFields fields, WebhookLabels present) {
        Supplier<Optional<ExternalId>> externalId = reader.part(() -> fields.has(EXTERNAL_ID)
                ? fields.optional(EXTERNAL_ID, ExternalId.EXPECTED, ExternalId::parse)
                : present.externalId());
        Supplier<Map<String, String>> metadata =
                reader.part(() -> fields.has(METADATA) ? metadata(body.path(METADATA)) : present.metadata());
        return reader.part(() -> new WebhookLabels(externalId.get(), metadata.get()));
    }

    /** The errors quote neither names nor texts, which are the owner's. */
    private static Map<String, String> metadata(JsonNode sent) {
        if (sent.isNull()) {
            return Map.of();
        }
        if (!sent.isObject()) {
            throw invalid("another value");
        }
        if (sent.size() > WebhookLabels.MAX_PAIRS) {
            throw invalid(sent.size() + " names");
        }
        Map<String, String> read = new TreeMap<>();
        sent.properties().forEach(pair -> read.put(name(pair.getKey()), text(pair.getValue())));
        return read;
    }

    private static String name(String name) {
        if (!WebhookLabels.isName(name)) {
            throw invalid("another name");
        }
        return name;
    }

    private static String text(JsonNode value) {
        if (!value.isTextual()) {
            throw invalid("a value that is not a string");
        }
        String text = value.textValue();
        int length = text.codePointCount(0, text.length());
        if (length > WebhookLabels.MAX_TEXT) {
            throw invalid("a text of " + length + " characters");
        }
        if (!DisplayText.isOneLine(text) || !UnicodeText.isIntact(text)) {
            throw invalid("a text with a control character, a line break, or bytes that are no characters");
        }
        return text;
    }

    private static ApiException invalid(String got) {
        return JsonFields.invalid(METADATA, EXPECTED, got);
    }
}
