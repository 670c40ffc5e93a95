package com.scheduleevents.api.webhooks;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.api.http.JsonFields;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.domain.event.EventTypeRegistry;
import com.scheduleevents.domain.network.EndpointUrl;
import com.scheduleevents.domain.network.ExtraNetworks;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookSettings;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Reads the settings of a webhook from the body of a request (specification, section 4.1). */
final class SettingsBody {

    private static final Set<String> FIELDS = Set.of("url", "types", "clinic_id", "description", "max_per_second");
    private static final String URL = "an https URL such as https://example.com/webhooks";

    /** In Unicode characters. */
    private static final int MAX_DESCRIPTION = 500;

    private final EventTypeRegistry types;
    private final ExtraNetworks extraNetworks;

    SettingsBody(EventTypeRegistry types, ExtraNetworks extraNetworks) {
        this.types = types;
        this.extraNetworks = extraNetworks;
    }

    /** Reads the settings of a new webhook. */
    WebhookSettings registration(ObjectNode body) {
        JsonFields fields = JsonFields.of(body, FIELDS);
        return new WebhookSettings(
                url(fields),
                types(fields),
                fields.clinic("clinic_id"),
                fields.line("description", MAX_DESCRIPTION),
                maxPerSecond(fields));
    }

    /** Replaces the present settings that the body has; null removes an optional one. */
    WebhookSettings change(ObjectNode body, WebhookSettings present) {
        JsonFields fields = JsonFields.of(body, FIELDS);
        return new WebhookSettings(
                fields.has("url") ? url(fields) : present.url(),
                fields.has("types") ? types(fields) : present.types(),
                fields.has("clinic_id") ? fields.clinic("clinic_id") : present.clinic(),
                fields.has("description") ? fields.line("description", MAX_DESCRIPTION) : present.description(),
                fields.has("max_per_second") ? maxPerSecond(fields) : present.maxPerSecond());
    }

    private static OptionalInt maxPerSecond(JsonFields fields) {
        return fields.optionalNumber(
                "max_per_second", "a whole number from 1 to 1000, or null", 1, WebhookSettings.HIGHEST_LIMIT);
    }

    private String url(JsonFields fields) {
        String text = fields.require("url", URL, Optional::of);
        return switch (EndpointUrl.read(text, extraNetworks)) {
            case EndpointUrl.Reading.Accepted(EndpointUrl url) -> url.given();
            case EndpointUrl.Reading.Refused refused ->
                throw new ApiException(ErrorCode.INVALID_FIELD, "url", refused.message());
        };
    }

    private List<String> types(JsonFields fields) {
        String expected = "[\"*\"] alone for all types, or an array of distinct types, each " + types.allowed();
        Set<String> chosen = fields.requireElements("types", expected, type -> Optional.of(type)
                .filter(name -> types.has(name) || name.equals(Webhook.ALL_TYPES)));
        if (chosen.contains(Webhook.ALL_TYPES) && chosen.size() > 1) {
            throw JsonFields.invalid("types", expected, "\"*\" beside other elements");
        }
        return List.copyOf(chosen);
    }
}
