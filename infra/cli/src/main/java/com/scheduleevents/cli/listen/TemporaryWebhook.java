package com.scheduleevents.cli.listen;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.cli.api.ApiFailure;
import com.scheduleevents.cli.api.ApiSession;
import com.scheduleevents.cli.api.QueryString;
import com.scheduleevents.cli.output.ResultPrinter;
import com.scheduleevents.terminal.CommandFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import okhttp3.HttpUrl;

/** A pull webhook that exists for as long as the command runs. Its label says what it is, for people and for the next command. */
final class TemporaryWebhook implements AutoCloseable {

    private static final String LABEL = "clinic-events listen";
    private static final String WEBHOOKS = ApiSession.path("webhooks");

    /** The API writes once an hour that a webhook is pulled. */
    private static final Duration UNPULLED = Duration.ofHours(2);

    /** How many webhooks are looked at for those that were left behind; newest first, so that it costs five requests at most. */
    private static final int LOOKED_AT = 500;

    private static final int NOT_FOUND = 404;

    private final ApiSession api;
    private final ResultPrinter output;
    private final JsonNode webhook;

    private TemporaryWebhook(ApiSession api, ResultPrinter output, JsonNode webhook) {
        this.api = api;
        this.output = output;
        this.webhook = webhook;
    }

    /**
     * Registers one.
     *
     * @param target for the label
     * @param settings of a pull webhook
     */
    static TemporaryWebhook register(ApiSession api, ResultPrinter output, HttpUrl target, ObjectNode settings) {
        // Without path and query, which may contain a password.
        ObjectNode body = settings.put(
                "description",
                LABEL + " for "
                        + Objects.requireNonNull(target.resolve("/")).toString().replaceFirst("/$", ""));
        return new TemporaryWebhook(api, output, api.postOnce(WEBHOOKS, body));
    }

    /** Deletes those whose command was killed: their label says what they are, and nobody has pulled for longer than it seems. */
    static void deleteLeftovers(ApiSession api, ResultPrinter output, Instant now) {
        api.list(WEBHOOKS, QueryString.NONE, LOOKED_AT).stream()
                .filter(webhook -> webhook.path("mode").asText().equals("pull"))
                .filter(webhook -> webhook.path("description").asText().startsWith(LABEL))
                .filter(webhook -> lastPulled(webhook).isBefore(now.minus(UNPULLED)))
                .forEach(webhook -> new TemporaryWebhook(api, output, webhook).deleteLeftover());
    }

    private static Instant lastPulled(JsonNode webhook) {
        JsonNode pulled = webhook.at("/health/last_pulled_at");
        return Instant.parse((pulled.isTextual() ? pulled : webhook.path("created_at")).asText());
    }

    /** Its id. */
    String id() {
        return webhook.path("id").asText();
    }

    /** Its signing secret. */
    String secret() {
        return webhook.path("secret").asText();
    }

    /** Deletes it. If that fails, the next command does it. */
    @Override
    public void close() {
        // The interrupt has ended the command; it must not end this request too.
        boolean interrupted = Thread.interrupted();
        try {
            api.delete(ApiSession.path("webhooks", id()));
            output.note(id() + " is deleted.");
        } catch (ApiFailure | CommandFailure failure) {
            if (!(failure instanceof ApiFailure refused && refused.status() == NOT_FOUND)) {
                output.note(id() + " could not be deleted: " + failure.getMessage()
                        + " Delete it yourself; otherwise a later listen will.");
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void deleteLeftover() {
        output.note("An earlier listen has left " + id() + " behind.");
        close();
    }
}
