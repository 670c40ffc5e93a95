package com.scheduleevents.api.webhooks;

import com.scheduleevents.api.http.Request;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.ClinicAccess;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookReader;
import com.scheduleevents.domain.webhook.WebhookStore;
import java.util.function.UnaryOperator;

/** The webhook that a path names, as its caller may see and change it. */
final class WebhookLookup {

    /** Each try fails only when somebody else's succeeded. */
    static final int TRIES = 20;

    private final ClinicAccess access;
    private final WebhookStore store;
    private final WebhookReader reader;

    WebhookLookup(ClinicAccess access, WebhookStore store) {
        this.access = access;
        this.store = store;
        this.reader = new WebhookReader(store);
    }

    /** @throws ApiException 404 when there is none, or the caller does not see all that it may get */
    Webhook find(Request request, Caller caller) {
        return WebhookId.parse(request.pathVariable("webhook_id"))
                .flatMap(id -> reader.one(caller.account(), access.clinicsOf(caller), id))
                .orElseThrow(WebhookLookup::notFound);
    }

    /**
     * @throws ApiException 404 as {@link #find}; 409 when it is disabled, and so gets nothing
     */
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
     * Changes it: reads it, decides, writes on condition that nothing changed in between, and begins again when something did.
     *
     * @param change what is to become of it; gives back what it was given to leave it as it is
     */
    Webhook change(Request request, Caller caller, UnaryOperator<Webhook> change) {
        for (int tries = 0; tries < TRIES; tries++) {
            Webhook read = find(request, caller);
            Webhook changed = change.apply(read);
            if (changed.equals(read) || store.update(read, changed)) {
                return changed;
            }
        }
        throw tooManyChanges();
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
                ErrorCode.NOT_FOUND, "webhook_id", "There is no such webhook. Check its id and the API key.");
    }
}
