package com.scheduleevents.api.webhooks;

import com.scheduleevents.api.http.Request;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.ClinicAccess;
import com.scheduleevents.domain.account.Origin;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookReader;
import com.scheduleevents.domain.webhook.WebhookStore;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Finds and changes the webhook that the path of a request names, as far as its caller sees it. */
final class WebhookLookup {

    /** A try fails only when a concurrent change has succeeded. */
    static final int MAX_TRIES = 20;

    private final ClinicAccess access;
    private final WebhookStore store;
    private final WebhookReader reader;
    private final Clock clock;

    WebhookLookup(ClinicAccess access, WebhookStore store, Clock clock) {
        this.clock = clock;
        this.access = access;
        this.store = store;
        this.reader = new WebhookReader(store);
    }

    /** @throws ApiException 404 when it does not exist, or may receive events that the caller does not see */
    Webhook find(Request request, Caller caller) {
        return WebhookId.parse(request.pathVariable("webhook_id"))
                .flatMap(id -> find(id, caller))
                .orElseThrow(WebhookLookup::notFound);
    }

    /** Finds a webhook that the caller sees; empty as {@link #find(Request, Caller)} throws 404. */
    Optional<Webhook> find(WebhookId id, Caller caller) {
        return reader.one(caller.account(), access.clinicsOf(caller), id);
    }

    /** @throws ApiException 404 as in {@link #find(Request, Caller)}, 409 when it is disabled */
    Webhook findActive(Request request, Caller caller) {
        Webhook webhook = find(request, caller);
        if (!webhook.isActive()) {
            throw new ApiException(
                    ErrorCode.WEBHOOK_DISABLED,
                    "webhook_id",
                    "The webhook is disabled, so nothing is sent to it. Enable it first.");
        }
        return webhook;
    }

    /**
     * Reads and changes the webhook; starts again when it was changed in between.
     *
     * @param change returns the webhook as it is to be; when it is equal, nothing is written
     * @throws ApiException 404 as in {@link #find(Request, Caller)}, 409 when there are too many concurrent changes
     */
    Webhook change(Request request, Caller caller, UnaryOperator<Webhook> change) {
        for (int tries = 0; tries < MAX_TRIES; tries++) {
            Webhook read = find(request, caller);
            Webhook changed = change.apply(read);
            if (changed.equals(read)) {
                return changed;
            }
            Webhook authored = changed.by(origin(request, caller));
            if (store.update(read, authored)) {
                return authored;
            }
        }
        throw tooManyChanges();
    }

    /** Says that the caller makes a change with this request, now. */
    Origin origin(Request request, Caller caller) {
        return Origin.of(caller, request.id(), clock.instant().truncatedTo(ChronoUnit.MILLIS));
    }

    static ApiException tooManyChanges() {
        return new ApiException(
                ErrorCode.CONCURRENT_CHANGES,
                null,
                "Too many requests change this at once. Try again in a moment, with the same Idempotency-Key if there"
                        + " was one.");
    }

    private static ApiException notFound() {
        return new ApiException(
                ErrorCode.NOT_FOUND, "webhook_id", "There is no such webhook. Check its ID and the API key.");
    }
}
