package com.scheduleevents.domain.mail;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.mail.Notice.About;
import com.scheduleevents.domain.webhook.Disabling.RetriesExhausted;
import com.scheduleevents.domain.webhook.DueMail;
import com.scheduleevents.domain.webhook.Health.LastFailure;
import com.scheduleevents.domain.webhook.Health.Refusal;
import com.scheduleevents.domain.webhook.WebhookId;
import java.io.Serial;
import java.util.Locale;

/**
 * The JSON that notices travel as. It names its version, so that two versions of the service can share a queue: version 1,
 * which knew no other notice than that of a disabling, is read still.
 */
public final class Notices {

    private static final int FIRST_VERSION = 1;
    private static final int VERSION = 2;
    private static final ObjectMapper JSON = new ObjectMapper();

    private Notices() {}

    /** Writes a notice. */
    public static String write(Notice notice) {
        About about = notice.about();
        ObjectNode json = JSON.createObjectNode()
                .put("v", VERSION)
                .put("kind", notice.due().kind().name().toLowerCase(Locale.ROOT))
                .put("account_id", about.account().value())
                .put("webhook_id", about.webhook().value())
                .put("generation", about.generation())
                .put("host", about.host());
        about.description().ifPresent(text -> json.put("description", text));
        about.clinic().ifPresent(clinic -> json.put("clinic_id", clinic.value()));
        switch (notice) {
            case Notice.Warning warning -> {
                json.put("failing_since", warning.failingSince().toString());
                failure(json, warning.attempts(), warning.last());
            }
            case Notice.Refused refused -> {
                Refusal what = refused.refusal();
                json.put("event_id", what.event().value())
                        .put("failing_since", what.failingSince().toString())
                        .put("told_at", what.toldAt().toString());
                failure(json, what.attempts(), what.last());
            }
            case Notice.Disabled disabled -> {
                RetriesExhausted why = disabled.why();
                json.put("disabled_at", why.at().toString())
                        .put("event_id", why.event().value())
                        .put("failing_since", why.failingSince().toString());
                failure(json, why.attempts(), new LastFailure(why.lastOutcome(), why.lastStatus()));
            }
            case Notice.Recovered recovered -> {
                json.put("failing_since", recovered.failingSince().toString())
                        .put("recovered_at", recovered.at().toString());
                failure(json, recovered.attempts(), recovered.last());
            }
            case Notice.UrlChanged changed ->
                json.put("version", changed.version())
                        .put("changed_at", changed.at().toString())
                        .put("old_host", changed.oldHost());
        }
        return json.toString();
    }

    private static void failure(ObjectNode json, int attempts, LastFailure last) {
        json.put("attempts", attempts).put("last_outcome", last.outcome().wireName());
        last.status().ifPresent(status -> json.put("last_status", status));
    }

    /**
     * Reads a notice.
     *
     * @throws Malformed when it is none, or of a version or kind that is not known
     */
    public static Notice read(String text) {
        NoticeFields fields = NoticeFields.of(text);
        int version = fields.integer("v");
        if (version == FIRST_VERSION) {
            DueMail due = new DueMail(fields.text("due"));
            return disabled(fields, about(fields, fields.read("due", _ -> due.occasion())));
        }
        if (version != VERSION) {
            throw new Malformed("not a notice of version " + FIRST_VERSION + " or " + VERSION);
        }
        About about = about(fields, fields.number("generation"));
        return switch (fields.read("kind", word -> DueMail.Kind.valueOf(word.toUpperCase(Locale.ROOT)))) {
            case WARNING ->
                new Notice.Warning(about, fields.time("failing_since"), fields.integer("attempts"), fields.failure());
            case REFUSED ->
                new Notice.Refused(
                        about,
                        new Refusal(
                                fields.read("event_id", EventId::new),
                                fields.time("failing_since"),
                                fields.integer("attempts"),
                                fields.failure(),
                                fields.time("told_at")));
            case DISABLED -> disabled(fields, about);
            case RECOVERED ->
                new Notice.Recovered(
                        about,
                        fields.time("failing_since"),
                        fields.time("recovered_at"),
                        fields.integer("attempts"),
                        fields.failure());
            case URL_CHANGED ->
                new Notice.UrlChanged(
                        about, fields.number("version"), fields.time("changed_at"), fields.text("old_host"));
        };
    }

    private static About about(NoticeFields fields, long generation) {
        return new About(
                fields.read("account_id", AccountId::new),
                fields.read("webhook_id", WebhookId::new),
                generation,
                fields.text("host"),
                fields.optional("description"),
                fields.optional("clinic_id").map(_ -> fields.read("clinic_id", ClinicId::new)));
    }

    private static Notice disabled(NoticeFields fields, About about) {
        LastFailure last = fields.failure();
        return new Notice.Disabled(
                about,
                new RetriesExhausted(
                        fields.time("disabled_at"),
                        fields.read("event_id", EventId::new),
                        fields.time("failing_since"),
                        fields.integer("attempts"),
                        last.outcome(),
                        last.status()));
    }

    /** A text that is no notice and never will be. Its message says why, and quotes nothing. */
    public static final class Malformed extends RuntimeException {

        @Serial
        private static final long serialVersionUID = 1L;

        Malformed(String reason) {
            super(reason);
        }

        Malformed(String reason, Throwable cause) {
            super(reason, cause);
        }

        /** Why. */
        public String reason() {
            return String.valueOf(getMessage());
        }
    }
}
