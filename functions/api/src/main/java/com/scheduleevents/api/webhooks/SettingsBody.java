package com.scheduleevents.api.webhooks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.api.http.JsonFields;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.domain.event.EventFilter;
import com.scheduleevents.domain.event.EventTypeRegistry;
import com.scheduleevents.domain.event.FilterReader;
import com.scheduleevents.domain.network.EndpointUrl;
import com.scheduleevents.domain.network.ExtraNetworks;
import com.scheduleevents.domain.webhook.SecretVault;
import com.scheduleevents.domain.webhook.StaticHeaders;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookSettings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;

/** Reads the settings of a webhook from the body of a request (specification, section 4.1). */
final class SettingsBody {

    private static final String CLINIC = "clinic_id";
    private static final String CLINICS = "clinic_ids";
    private static final String HEADERS = "headers";
    private static final String CAPTURES = "capture_responses";
    private static final String DELIVERY = "delivery";
    private static final Set<String> FIELDS = Set.of(
            "url",
            DELIVERY,
            "types",
            CLINIC,
            CLINICS,
            "description",
            "max_per_second",
            FilterReader.NAME,
            HEADERS,
            CAPTURES,
            NotifyBody.NAME);
    private static final String URL = "an https URL such as https://example.com/webhooks";

    /** In Unicode characters. */
    private static final int MAX_DESCRIPTION = 500;

    private final EventTypeRegistry types;
    private final EventTypeRegistry operational;
    private final FilterReader filters;
    private final ExtraNetworks extraNetworks;
    private final SecretVault vault;

    SettingsBody(
            EventTypeRegistry types, EventTypeRegistry operational, ExtraNetworks extraNetworks, SecretVault vault) {
        this.types = types;
        this.operational = operational;
        this.filters = new FilterReader(types);
        this.extraNetworks = extraNetworks;
        this.vault = vault;
    }

    /** Reads the settings of a new webhook, without its headers, which {@link #sealed} adds. */
    WebhookSettings registration(ObjectNode body) {
        JsonFields fields = JsonFields.of(body, FIELDS);
        String url = Delivery.of(fields).orElse(Delivery.PUSH) == Delivery.PULL ? noReceiver(body) : url(fields);
        List<String> chosen = types(fields);
        headers(body);
        return new WebhookSettings(
                url,
                chosen,
                clinics(body, fields, Set.of()),
                fields.line("description", MAX_DESCRIPTION),
                maxPerSecond(fields),
                given(body, FilterReader.NAME).map(sent -> filter(sent, chosen)),
                Optional.empty(),
                fields.flag(CAPTURES),
                given(body, NotifyBody.NAME).map(NotifyBody::read));
    }

    /** Replaces the present settings that the body has; null removes an optional one. New headers are added by {@link #sealed}. */
    WebhookSettings change(ObjectNode body, WebhookSettings present) {
        JsonFields fields = JsonFields.of(body, FIELDS);
        Delivery delivery = Delivery.of(present);
        if (Delivery.of(fields).filter(wanted -> wanted != delivery).isPresent()) {
            throw JsonFields.invalid(
                    DELIVERY, "left as it is, because it cannot be changed: register another webhook", "another value");
        }
        String url = delivery == Delivery.PULL ? noReceiver(body) : fields.has("url") ? url(fields) : present.url();
        List<String> chosen = fields.has("types") ? types(fields) : present.types();
        headers(body);
        if (present.headers().isPresent() && !fields.has(HEADERS) && !isSameHost(url, present.url())) {
            throw new ApiException(
                    ErrorCode.MISSING_FIELD,
                    HEADERS,
                    "headers is missing. The present ones may hold a key of the present receiver, so another host does not get"
                            + " them. Send headers with the url, or null to remove them.");
        }
        return new WebhookSettings(
                url,
                chosen,
                clinics(body, fields, present.clinics()),
                fields.has("description") ? fields.line("description", MAX_DESCRIPTION) : present.description(),
                fields.has("max_per_second") ? maxPerSecond(fields) : present.maxPerSecond(),
                filter(body, chosen, present),
                body.path(HEADERS).isNull() ? Optional.empty() : present.headers(),
                fields.has(CAPTURES) ? fields.flag(CAPTURES) : present.capturesResponses(),
                body.has(NotifyBody.NAME) ? given(body, NotifyBody.NAME).map(NotifyBody::read) : present.notified());
    }

    /** The settings with the headers of the body, if it has any, encrypted for one webhook. */
    WebhookSettings sealed(ObjectNode body, WebhookSettings wanted, AccountId account, WebhookId webhook) {
        return headers(body)
                .map(headers -> wanted.with(vault.seal(account, webhook, headers)))
                .orElse(wanted);
    }

    /** Rejects what only a receiver has. */
    private static String noReceiver(ObjectNode body) {
        Stream.of("url", "max_per_second", HEADERS, CAPTURES)
                .filter(name -> given(body, name)
                        .filter(value -> !value.isBoolean() || value.booleanValue())
                        .isPresent())
                .findFirst()
                .ifPresent(name -> {
                    throw JsonFields.invalid(
                            name, "left out, because nothing is sent to a webhook that is pulled", "a value");
                });
        return WebhookSettings.PULLED;
    }

    /** A filter that stays has to fit new types. */
    private Optional<EventFilter> filter(ObjectNode body, List<String> chosen, WebhookSettings present) {
        if (body.has(FilterReader.NAME)) {
            return given(body, FilterReader.NAME).map(sent -> filter(sent, chosen));
        }
        return chosen.equals(present.types())
                ? present.filter()
                : present.filter().map(kept -> filter(kept.object(), chosen));
    }

    private EventFilter filter(JsonNode sent, List<String> chosen) {
        if (operational.has(chosen.getFirst())) {
            throw JsonFields.invalid(
                    FilterReader.NAME, "left out, because operational events cannot be filtered", "a filter");
        }
        return filters.read(sent, chosen.contains(Webhook.ALL_TYPES) ? Set.of() : Set.copyOf(chosen));
    }

    /** The field of a body that names the clinics, or takes them away. */
    static String clinicsField(ObjectNode body) {
        return body.has(CLINICS) && !body.hasNonNull(CLINIC) ? CLINICS : CLINIC;
    }

    private static Set<ClinicId> clinics(ObjectNode body, JsonFields fields, Set<ClinicId> present) {
        Optional<ClinicId> one = fields.clinic(CLINIC);
        String expected = "an array of 1 to " + WebhookSettings.MAX_CLINICS
                + " distinct clinic IDs, which begin with cln_," + " or null";
        Optional<Set<ClinicId>> several =
                given(body, CLINICS).map(_ -> fields.requireElements(CLINICS, expected, JsonFields::parseClinic));
        if (several.filter(ids -> ids.size() > WebhookSettings.MAX_CLINICS).isPresent()) {
            throw JsonFields.invalid(CLINICS, expected, "more");
        }
        if (one.isPresent() && several.isPresent()) {
            throw JsonFields.invalid(CLINICS, "left out beside clinic_id", "both");
        }
        boolean changes = fields.has(CLINIC) || fields.has(CLINICS);
        return several.or(() -> one.map(Set::of)).orElse(changes ? Set.of() : present);
    }

    /** @throws ApiException 400, without quoting a value */
    private static Optional<StaticHeaders> headers(ObjectNode body) {
        return given(body, HEADERS).map(sent -> {
            String expected = "an object with 1 to " + StaticHeaders.MAX_HEADERS + " names and their values, or null";
            if (!sent.isObject() || sent.valueStream().anyMatch(value -> !value.isTextual())) {
                throw JsonFields.invalid(HEADERS, expected, "another value");
            }
            Map<String, String> values = new LinkedHashMap<>();
            sent.properties()
                    .forEach(header ->
                            values.put(header.getKey(), header.getValue().textValue()));
            try {
                return StaticHeaders.of(values);
            } catch (IllegalArgumentException e) {
                throw new ApiException(
                        ErrorCode.INVALID_FIELD, HEADERS, "headers must be " + expected + ": " + e.getMessage() + ".");
            }
        });
    }

    private static Optional<JsonNode> given(ObjectNode body, String name) {
        return Optional.ofNullable(body.get(name)).filter(value -> !value.isNull());
    }

    private boolean isSameHost(String url, String other) {
        Optional<String> host = host(url);
        return host.isPresent() && host.equals(host(other));
    }

    private Optional<String> host(String url) {
        return EndpointUrl.read(url, extraNetworks) instanceof EndpointUrl.Reading.Accepted(EndpointUrl read)
                ? Optional.of(read.host() + ":" + read.port())
                : Optional.empty();
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
        String expected = "[\"*\"] alone for all event types, or an array of distinct types, each " + types.allowed()
                + ", or only operational types, each " + operational.allowed();
        Set<String> chosen = fields.requireElements("types", expected, type -> Optional.of(type)
                .filter(name -> types.has(name) || operational.has(name) || name.equals(Webhook.ALL_TYPES)));
        if (chosen.contains(Webhook.ALL_TYPES) && chosen.size() > 1) {
            throw JsonFields.invalid("types", expected, "\"*\" beside other elements");
        }
        if (chosen.stream().map(operational::has).distinct().count() > 1) {
            throw JsonFields.invalid("types", expected, "operational types beside others");
        }
        return List.copyOf(chosen);
    }
}
