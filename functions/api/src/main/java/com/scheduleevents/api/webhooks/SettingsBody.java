package com.scheduleevents.api.webhooks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.api.http.JsonFields;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.domain.error.Sanitized;
import com.scheduleevents.domain.event.EventTypeRegistry;
import com.scheduleevents.domain.id.Identifiers;
import com.scheduleevents.domain.network.EndpointUrl;
import com.scheduleevents.domain.network.ExtraNetworks;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads what the owner of a webhook chooses, from the body of a registration or a change (specification, section 4.1). */
final class SettingsBody {

    private static final Set<String> FIELDS = Set.of("url", "types", "clinic_id", "description");
    private static final String URL = "an https url such as https://example.com/webhooks";
    private static final String CLINIC = "a clinic's id, which begins with cln_";

    /** A label for people; in Unicode characters. */
    private static final int MAX_DESCRIPTION = 500;

    private final EventTypeRegistry catalogue;
    private final ExtraNetworks extraNetworks;

    SettingsBody(EventTypeRegistry catalogue, ExtraNetworks extraNetworks) {
        this.catalogue = catalogue;
        this.extraNetworks = extraNetworks;
    }

    /** All of them; what may be missing is absent when it is. */
    WebhookSettings registration(ObjectNode body) {
        JsonFields fields = JsonFields.of(body, FIELDS);
        return new WebhookSettings(
                url(fields.requireText("url", URL)),
                types(fields.require("types", typesExpected())),
                clinic(fields),
                fields.line("description", MAX_DESCRIPTION));
    }

    /** The present ones, with those fields changed that are in the body; null takes away what may be absent. */
    WebhookSettings change(ObjectNode body, WebhookSettings present) {
        JsonFields fields = JsonFields.of(body, FIELDS);
        return new WebhookSettings(
                body.has("url") ? url(fields.requireText("url", URL)) : present.url(),
                body.has("types") ? types(fields.require("types", typesExpected())) : present.types(),
                body.has("clinic_id") ? clinic(fields) : present.clinic(),
                body.has("description") ? fields.line("description", MAX_DESCRIPTION) : present.description());
    }

    private static Optional<ClinicId> clinic(JsonFields fields) {
        return fields.text("clinic_id", CLINIC).map(SettingsBody::clinic);
    }

    private String url(String text) {
        return switch (EndpointUrl.read(text, extraNetworks)) {
            case EndpointUrl.Reading.Accepted(EndpointUrl url) -> url.given();
            case EndpointUrl.Reading.Refused refused ->
                throw new ApiException(ErrorCode.INVALID_FIELD, "url", refused.message());
        };
    }

    private List<String> types(JsonNode value) {
        if (!value.isArray() || value.isEmpty()) {
            throw JsonFields.invalid(
                    "types", typesExpected(), value.isArray() ? "an empty array" : "something that is no array");
        }
        List<String> types = new ArrayList<>();
        for (JsonNode element : value) {
            String type = element.isTextual() ? element.textValue() : "";
            if (!catalogue.has(type) && !(type.equals(Webhook.ALL_TYPES) && value.size() == 1)) {
                throw JsonFields.invalid("types", typesExpected(), shown(element));
            }
            if (types.contains(type)) {
                throw JsonFields.invalid("types", typesExpected(), Sanitized.of(type) + " twice");
            }
            types.add(type);
        }
        return types;
    }

    private String typesExpected() {
        return "[\"*\"] alone for all types, or an array without repeats, each element " + catalogue.allowed();
    }

    private static String shown(JsonNode element) {
        if (!element.isTextual()) {
            return "an element that is no text";
        }
        return element.textValue().equals(Webhook.ALL_TYPES)
                ? "\"*\" beside other elements"
                : Sanitized.of(element.textValue());
    }

    private static ClinicId clinic(String text) {
        if (!Identifiers.isValid(ClinicId.PREFIX, text)) {
            throw JsonFields.invalid("clinic_id", CLINIC, Sanitized.of(text));
        }
        return new ClinicId(text);
    }
}
