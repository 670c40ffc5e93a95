package com.scheduleevents.api.webhooks;

import com.scheduleevents.api.http.KeyStatus;
import com.scheduleevents.api.http.Request;
import com.scheduleevents.domain.account.Accounts;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.ClinicAccess;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.Origin;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.domain.webhook.VisibleWebhooks;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookStore;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.function.BiFunction;

/** Finds and changes the webhook that the path of a request names, as far as its caller sees it. */
final class RequestedWebhooks {

    /** A try fails only when a concurrent change has succeeded. */
    static final int MAX_TRIES = 20;

    private final Accounts accounts;
    private final ClinicAccess access;
    private final WebhookStore store;
    private final VisibleWebhooks reader;
    private final Clock clock;

    RequestedWebhooks(Accounts accounts, WebhookStore store, Clock clock) {
        this.accounts = accounts;
        this.access = new ClinicAccess(accounts);
        this.clock = clock;
        this.store = store;
        this.reader = new VisibleWebhooks(store);
    }

    /** @throws ApiException 404 when it does not exist, or may receive events that the caller does not see */
    Webhook find(Request request, Caller caller) {
        return WebhookId.parse(request.pathVariable("webhook_id"))
                .flatMap(id -> find(id, caller))
                .orElseThrow(RequestedWebhooks::notFound);
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
     * What a change begins with.
     *
     * @param caller with what its key grants now
     */
    record Reading(Webhook webhook, Caller caller) {}

    /**
     * Reads a webhook that is to be changed, and then the caller's key again: the authorizer's result may be a minute old, and a change
     * outlasts it. Whoever revokes the key revokes it first, and then writes the webhooks that it takes along.
     *
     * @throws ApiException 401 when the key was revoked, 403 when it may not change webhooks any more, 404 as in {@link #find(Request,
     *     Caller)}, 412 when the header If-Match names other settings than the webhook has
     */
    Reading read(Request request, Caller cached) {
        Optional<Webhook> webhook =
                WebhookId.parse(request.pathVariable("webhook_id")).flatMap(id -> store.find(cached.account(), id));
        Caller caller = KeyStatus.require(accounts.grantOf(cached.account(), cached.key()), clock.instant())
                .caller();
        caller.require(Scope.WEBHOOKS_WRITE);
        Clinics seen = access.clinicsOf(caller);
        Webhook present = webhook.filter(found -> found.isSeenBy(seen)).orElseThrow(RequestedWebhooks::notFound);
        WebhookEntityTags.requireMatch(request, present);
        return new Reading(present, caller);
    }

    /**
     * Reads and changes the webhook; starts again when it was changed in between.
     *
     * @param change returns the webhook as it is to be, for the caller as it is now; when it is equal, nothing is written
     * @throws ApiException as in {@link #read}; 409 when there are too many concurrent changes
     */
    Webhook change(Request request, Caller cached, BiFunction<Caller, Webhook, Webhook> change) {
        for (int tries = 0; tries < MAX_TRIES; tries++) {
            Reading read = read(request, cached);
            Webhook changed = change.apply(read.caller(), read.webhook());
            if (changed.equals(read.webhook())) {
                return changed;
            }
            if (!changed.externalId().equals(read.webhook().externalId())) {
                requireFree(changed);
            }
            Webhook authored = changed.by(origin(request, cached));
            if (store.update(read.webhook(), authored)) {
                return authored;
            }
        }
        throw tooManyChanges();
    }

    /**
     * Says why a webhook that is to be written will not be. What is written requires it once more, so that concurrent requests cannot both
     * succeed.
     *
     * @throws ApiException 409 when another webhook of the account has its external id; the same whether the caller sees that one or not
     */
    void requireFree(Webhook wanted) {
        wanted.externalId()
                .flatMap(id -> store.find(wanted.account(), id))
                .filter(found -> !found.id().equals(wanted.id()))
                .ifPresent(_ -> {
                    throw new ApiException(
                            ErrorCode.EXTERNAL_ID_TAKEN,
                            LabelsBody.EXTERNAL_ID,
                            "Another webhook of the account has this external_id. Change or delete that one, or choose another"
                                    + " external_id.");
                });
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
