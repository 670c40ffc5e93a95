package com.scheduleevents.domain.mail;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.webhook.Disabling;
import com.scheduleevents.domain.webhook.DueMail;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/** The JSON that notices travel as. It names its version, so that two versions of the service can share a queue. */
public final class DisabledNotices {

    private static final int VERSION = 1;
    private static final ObjectMapper JSON = new ObjectMapper();

    private DisabledNotices() {}

    /** Writes a notice. */
    public static String write(DisabledNotice notice) {
        Disabling.RetriesExhausted why = notice.why();
        ObjectNode json = JSON.createObjectNode()
                .put("v", VERSION)
                .put("account_id", notice.account().value())
                .put("webhook_id", notice.webhook().value())
                .put("due", notice.due().name())
                .put("host", notice.host())
                .put("disabled_at", why.at().toString())
                .put("event_id", why.event().value())
                .put("failing_since", why.failingSince().toString())
                .put("attempts", why.attempts())
                .put("last_outcome", why.lastOutcome().wireName());
        notice.description().ifPresent(text -> json.put("description", text));
        notice.clinic().ifPresent(clinic -> json.put("clinic_id", clinic.value()));
        why.lastStatus().ifPresent(status -> json.put("last_status", status));
        return json.toString();
    }

    /**
     * Reads a notice.
     *
     * @throws IllegalArgumentException when it is none of this version
     */
    public static DisabledNotice read(String text) {
        JsonNode json = parse(text);
        if (json.path("v").asInt() != VERSION) {
            throw new IllegalArgumentException("not a notice of version " + VERSION);
        }
        return new DisabledNotice(
                new AccountId(string(json, "account_id")),
                new WebhookId(string(json, "webhook_id")),
                new DueMail(string(json, "due")),
                string(json, "host"),
                optional(json, "description"),
                optional(json, "clinic_id").map(ClinicId::new),
                new Disabling.RetriesExhausted(
                        Instant.parse(string(json, "disabled_at")),
                        new EventId(string(json, "event_id")),
                        Instant.parse(string(json, "failing_since")),
                        json.path("attempts").asInt(),
                        OutcomeClass.valueOf(string(json, "last_outcome").toUpperCase(Locale.ROOT)),
                        json.has("last_status")
                                ? OptionalInt.of(json.path("last_status").asInt())
                                : OptionalInt.empty()));
    }

    private static JsonNode parse(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not a notice: no JSON");
        }
    }

    private static Optional<String> optional(JsonNode json, String field) {
        return Optional.ofNullable(json.path(field).textValue());
    }

    private static String string(JsonNode json, String field) {
        return optional(json, field)
                .orElseThrow(() -> new IllegalArgumentException("not a notice: " + field + " is no text"));
    }
}
