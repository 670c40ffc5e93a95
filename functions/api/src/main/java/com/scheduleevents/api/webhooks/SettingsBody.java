package com.scheduleevents.api.webhooks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.api.http.BodyReader;
import com.scheduleevents.api.http.JsonFields;
import com.scheduleevents.api.webhooks.ReceiverBody.Receiver;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.MailRecipient;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.event.EventFilter;
import com.scheduleevents.domain.event.EventTypeRegistry;
import com.scheduleevents.domain.event.FilterReader;
import com.scheduleevents.domain.webhook.PayloadStyle;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookLabels;
import com.scheduleevents.domain.webhook.WebhookSettings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Supplier;

/** Reads the settings of a webhook from the body of a request (requirement R15). */
final class SettingsBody {

    private static final String CLINIC = "clinic_id";
    private static final String CLINICS = "clinic_ids";
    static final String CAPTURES = "capture_responses";
    private static final String PAYLOAD = "payload";
    static final String ORDERING = "ordering";

    /** The only order that there is, besides none. */
    static final String BY_APPOINTMENT = "appointment";

    private static final Set<String> FIELDS = Set.of(
            ReceiverBody.URL,
            DestinationBody.NAME,
            WebhookMode.NAME,
            "types",
            CLINIC,
            CLINICS,
            "description",
            "max_per_second",
            FilterReader.NAME,
            ReceiverBody.HEADERS,
            AuthBody.NAME,
            CertificateBody.NAME,
            CAPTURES,
            PAYLOAD,
            ORDERING,
            NotifyBody.NAME,
            LabelsBody.EXTERNAL_ID,
            LabelsBody.METADATA);

    /** What a webhook shows besides its settings. */
    private static final Set<String> READ_ONLY = Set.of(
            "id",
            "header_names",
            CertificateBody.DETAILS,
            "notify_status",
            "status",
            "created_at",
            "created_by",
            WebhookJson.SECRETS,
            "disabled_at",
            "disabled_reason",
            "health");

    /** In Unicode characters. */
    private static final int MAX_DESCRIPTION = 500;

    private final EventTypeRegistry types;
    private final EventTypeRegistry operational;
    private final FilterReader filters;
    private final ReceiverBody receivers;

    /** @param receivers reads where the deliveries of a webhook go */
    SettingsBody(EventTypeRegistry types, EventTypeRegistry operational, ReceiverBody receivers) {
        this.types = types;
        this.operational = operational;
        this.filters = new FilterReader(types);
        this.receivers = receivers;
    }

    /** Reads the settings of a new webhook, without its headers, client secret and certificate, which {@link ReceiverBody#sealed} adds. */
    WebhookSettings registration(ObjectNode body) {
        BodyReader reader = new BodyReader();
        JsonFields fields = reader.fields(body, FIELDS);
        Supplier<Receiver> receiver = receivers.read(reader, body, fields, Optional.empty());
        Supplier<List<String>> chosen = reader.part(() -> types(fields));
        Supplier<Set<ClinicId>> clinics = clinics(reader, body, fields, Set.of());
        Supplier<Optional<String>> description = reader.part(() -> fields.line("description", MAX_DESCRIPTION));
        Supplier<OptionalInt> maxPerSecond = reader.part(() -> maxPerSecond(fields));
        Supplier<Optional<EventFilter>> filter =
                reader.part(() -> given(body, FilterReader.NAME).map(sent -> filter(sent, chosen.get())));
        Supplier<Boolean> captures = reader.part(() -> fields.flag(CAPTURES));
        Supplier<PayloadStyle> payload = reader.part(() -> payload(fields));
        reader.check(() -> isOrdered(fields));
        Supplier<Optional<MailRecipient>> notified =
                reader.part(() -> given(body, NotifyBody.NAME).map(NotifyBody::read));
        Supplier<WebhookLabels> labels = LabelsBody.read(reader, body, fields, WebhookLabels.NONE);
        return reader.whole(() -> new WebhookSettings(
                receiver.get().url(),
                chosen.get(),
                clinics.get(),
                description.get(),
                maxPerSecond.get(),
                filter.get(),
                payload.get(),
                receiver.get().headers(),
                receiver.get().auth(),
                receiver.get().certificate(),
                receiver.get().role(),
                captures.get(),
                notified.get(),
                labels.get()));
    }

    /**
     * Replaces the present settings that the body has; null removes an optional one. New headers, client secrets and certificates are added by
     * {@link ReceiverBody#sealed}. What a webhook
     * shows besides its settings is ignored, so that it can be read, edited and sent back as a whole.
     */
    WebhookSettings change(ObjectNode body, Webhook webhook) {
        WebhookSettings present = webhook.settings();
        BodyReader reader = new BodyReader();
        JsonFields fields = reader.fields(body.deepCopy().remove(READ_ONLY), FIELDS);
        reader.check(() -> requireSameOrder(webhook, fields));
        Supplier<Receiver> receiver = receivers.read(reader, body, fields, Optional.of(present));
        Supplier<List<String>> chosen = reader.part(() -> fields.has("types") ? types(fields) : present.types());
        Supplier<Set<ClinicId>> clinics = clinics(reader, body, fields, present.clinics());
        Supplier<Optional<String>> description = reader.part(
                () -> fields.has("description") ? fields.line("description", MAX_DESCRIPTION) : present.description());
        Supplier<OptionalInt> maxPerSecond =
                reader.part(() -> fields.has("max_per_second") ? maxPerSecond(fields) : present.maxPerSecond());
        Supplier<Optional<EventFilter>> filter = reader.part(() -> filter(body, chosen.get(), present));
        Supplier<Boolean> captures =
                reader.part(() -> fields.has(CAPTURES) ? fields.flag(CAPTURES) : present.capturesResponses());
        Supplier<PayloadStyle> payload = reader.part(() -> fields.has(PAYLOAD) ? payload(fields) : present.payload());
        Supplier<Optional<MailRecipient>> notified = reader.part(() ->
                body.has(NotifyBody.NAME) ? given(body, NotifyBody.NAME).map(NotifyBody::read) : present.notified());
        Supplier<WebhookLabels> labels = LabelsBody.read(reader, body, fields, present.labels());
        return reader.whole(() -> new WebhookSettings(
                receiver.get().url(),
                chosen.get(),
                clinics.get(),
                description.get(),
                maxPerSecond.get(),
                filter.get(),
                payload.get(),
                receiver.get().headers(),
                receiver.get().auth(),
                receiver.get().certificate(),
                receiver.get().role(),
                captures.get(),
                notified.get(),
                labels.get()));
    }

    /**
     * The body of a merge patch, completed with the members of present objects that it leaves out (RFC 7396). Static headers and the client certificate are
     * not among these, because a webhook does not show their values; a client secret that is left out stays in any case. Null removes a member, which leaves what a webhook without it has.
     */
    static ObjectNode completed(ObjectNode patch, WebhookSettings present) {
        ObjectNode completed = patch.deepCopy();
        merge(completed, FilterReader.NAME, present.filter().map(EventFilter::object));
        merge(completed, AuthBody.NAME, present.auth().map(AuthBody::json));
        merge(completed, DestinationBody.NAME, present.destination().map(DestinationBody::json));
        merge(completed, NotifyBody.NAME, present.notified().map(NotifyBody::json));
        merge(completed, LabelsBody.METADATA, Optional.of(present.labels()).map(SettingsBody::metadata));
        if (completed.path(CAPTURES).isNull()) {
            completed.put(CAPTURES, false);
        }
        return completed;
    }

    private static ObjectNode metadata(WebhookLabels labels) {
        ObjectNode metadata = JsonNodeFactory.instance.objectNode();
        labels.metadata().forEach(metadata::put);
        return metadata;
    }

    private static void merge(ObjectNode patch, String name, Optional<ObjectNode> present) {
        if (patch.get(name) instanceof ObjectNode changes) {
            ObjectNode merged = present.orElseGet(patch::objectNode);
            changes.properties().forEach(member -> {
                if (member.getValue().isNull()) {
                    merged.remove(member.getKey());
                } else {
                    merged.set(member.getKey(), member.getValue());
                }
            });
            patch.set(name, merged);
        }
    }

    /** Whether a body names the recipient of e-mails, and no other setting. */
    static boolean isAboutNotifyAlone(ObjectNode body) {
        return body.has(NotifyBody.NAME)
                && body.propertyStream()
                        .map(Map.Entry::getKey)
                        .allMatch(name -> name.equals(NotifyBody.NAME) || READ_ONLY.contains(name));
    }

    private static void requireSameOrder(Webhook webhook, JsonFields fields) {
        if (fields.has(ORDERING) && isOrdered(fields) != webhook.isOrdered()) {
            throw unchangeable(ORDERING);
        }
    }

    static ApiException unchangeable(String field) {
        return JsonFields.invalid(
                field, "left as it is, because it cannot be changed: register another webhook", "another value");
    }

    /** The new webhook, in the order that the body asks for. */
    static Webhook ordered(ObjectNode body, Webhook registered) {
        return body.path(ORDERING).isNull() || !body.has(ORDERING) ? registered : registered.ordered();
    }

    private static boolean isOrdered(JsonFields fields) {
        return fields.optional(ORDERING, "appointment, or null", text -> Optional.of(text)
                        .filter(BY_APPOINTMENT::equals))
                .isPresent();
    }

    /** The settings with the credentials of the body, if it has any, encrypted for one webhook. */
    WebhookSettings sealed(ObjectNode body, WebhookSettings wanted, AccountId account, WebhookId webhook) {
        return receivers.sealed(body, wanted, account, webhook);
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

    private static Supplier<Set<ClinicId>> clinics(
            BodyReader reader, ObjectNode body, JsonFields fields, Set<ClinicId> present) {
        Supplier<Optional<ClinicId>> one = reader.part(() -> fields.clinic(CLINIC));
        Supplier<Optional<Set<ClinicId>>> several = reader.part(() -> several(body, fields));
        boolean changes = fields.has(CLINIC) || fields.has(CLINICS);
        return reader.part(() -> several.get().or(() -> one.get().map(Set::of)).orElse(changes ? Set.of() : present));
    }

    private static Optional<Set<ClinicId>> several(ObjectNode body, JsonFields fields) {
        String expected = "an array of 1 to " + WebhookSettings.MAX_CLINICS
                + " distinct clinic IDs, which begin with cln_," + " or null";
        Optional<Set<ClinicId>> several =
                given(body, CLINICS).map(_ -> fields.requireElements(CLINICS, expected, JsonFields::parseClinic));
        if (several.filter(ids -> ids.size() > WebhookSettings.MAX_CLINICS).isPresent()) {
            throw JsonFields.invalid(CLINICS, expected, "more");
        }
        if (several.isPresent() && given(body, CLINIC).isPresent()) {
            throw JsonFields.invalid(CLINICS, "left out beside clinic_id", "both");
        }
        return several;
    }

    static Optional<JsonNode> given(ObjectNode body, String name) {
        return Optional.ofNullable(body.get(name)).filter(value -> !value.isNull());
    }

    private static PayloadStyle payload(JsonFields fields) {
        return fields.optional(PAYLOAD, "full or thin", PayloadStyle::named).orElse(PayloadStyle.FULL);
    }

    private static OptionalInt maxPerSecond(JsonFields fields) {
        return fields.optionalNumber(
                "max_per_second", "a whole number from 1 to 1000, or null", 1, WebhookSettings.HIGHEST_LIMIT);
    }

    private List<String> types(JsonFields fields) {
        Set<String> groups = types.groups();
        String expected = "an array of distinct strings: \"*\", groups (" + String.join(", ", groups) + ") or types: "
                + types.names() + "; or operational types alone: " + operational.names();
        Set<String> chosen = fields.requireElements("types", expected, type -> Optional.of(type)
                .filter(name -> types.has(name)
                        || groups.contains(name)
                        || operational.has(name)
                        || name.equals(Webhook.ALL_TYPES)));
        if (chosen.stream().map(operational::has).distinct().count() > 1) {
            throw JsonFields.invalid("types", expected, "operational types beside others");
        }
        return chosen.contains(Webhook.ALL_TYPES) ? List.of(Webhook.ALL_TYPES) : List.copyOf(chosen);
    }
}
