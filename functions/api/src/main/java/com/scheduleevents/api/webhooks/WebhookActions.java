package com.scheduleevents.api.webhooks;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.api.http.Request;
import com.scheduleevents.api.http.Response;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.ClinicAccess;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.domain.webhook.Disabling;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookSettings;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Set;

/** The requests that change a webhook without showing a secret. */
final class WebhookActions {

    private final WebhookLookup webhooks;
    private final ClinicAccess access;
    private final SettingsBody settings;
    private final WebhookJson json;
    private final Clock clock;

    WebhookActions(WebhookLookup webhooks, ClinicAccess access, SettingsBody settings, WebhookJson json, Clock clock) {
        this.webhooks = webhooks;
        this.access = access;
        this.settings = settings;
        this.json = json;
        this.clock = clock;
    }

    Response update(Request request, Caller caller) {
        request.query(Set.of());
        ObjectNode body = request.body();
        return shown(webhooks.change(request, caller, present -> {
            WebhookEntityTags.requireMatch(request, present);
            WebhookSettings wanted = settings.change(body, present.settings());
            requireReach(caller, present, wanted);
            return present.with(wanted, now());
        }));
    }

    Response enable(Request request, Caller caller) {
        request.query(Set.of());
        request.requireNoFields();
        return shown(webhooks.change(request, caller, Webhook::enabled));
    }

    Response disable(Request request, Caller caller) {
        request.query(Set.of());
        request.requireNoFields();
        Disabling why = new Disabling.Requested(now());
        return shown(webhooks.change(request, caller, present -> present.disabled(why)));
    }

    /**
     * Neither may a key turn a webhook to what it does not see itself, nor can a webhook get what the key that registered it
     * did not see.
     */
    private void requireReach(Caller caller, Webhook present, WebhookSettings wanted) {
        if (wanted.clinic().equals(present.clinic())) {
            return;
        }
        wanted.clinic().ifPresent(clinic -> access.require(caller, clinic));
        boolean widened = wanted.clinic().isEmpty() && !access.clinicsOf(caller).containsAll(present.visible());
        if (widened) {
            throw notAllowed(
                    "Without a clinic the webhook would get events that this API key does not see. Name a clinic,"
                            + " or use a key that sees them all.");
        }
        if (wanted.clinic()
                .filter(clinic -> !present.visible().contains(clinic))
                .isPresent()) {
            throw notAllowed(
                    "The API key that registered this webhook did not see that clinic, so it would get nothing."
                            + " Register another webhook for it.");
        }
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    private Response shown(Webhook webhook) {
        return WebhookEntityTags.tagged(200, webhook, json.of(webhook));
    }

    private static ApiException notAllowed(String message) {
        return new ApiException(ErrorCode.CLINIC_NOT_ALLOWED, "clinic_id", message);
    }
}
