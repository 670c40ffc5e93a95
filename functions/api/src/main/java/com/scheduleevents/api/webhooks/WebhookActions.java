package com.scheduleevents.api.webhooks;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.api.http.Request;
import com.scheduleevents.api.http.Response;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.ClinicAccess;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.domain.webhook.Disabling;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookSettings;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Handles the requests that change the settings or the status of a webhook. */
final class WebhookActions {

    private final WebhookLookup webhooks;
    private final ClinicAccess access;
    private final SettingsBody settings;
    private final IdempotentWrites writes;
    private final WebhookResponses responses;
    private final NotifyConfirmation addresses;
    private final Clock clock;

    WebhookActions(
            WebhookLookup webhooks,
            ClinicAccess access,
            SettingsBody settings,
            IdempotentWrites writes,
            WebhookResponses responses,
            NotifyConfirmation addresses,
            Clock clock) {
        this.webhooks = webhooks;
        this.access = access;
        this.settings = settings;
        this.writes = writes;
        this.responses = responses;
        this.addresses = addresses;
        this.clock = clock;
    }

    /** Whoever names the address again has its owner sent another link, once the day of the last one is over. */
    Response update(Request request, Caller cached) {
        ObjectNode body = request.body();
        Webhook changed = webhooks.change(request, cached, (caller, present) -> {
            ObjectNode changes = request.isMergePatch() ? SettingsBody.completed(body, present.settings()) : body;
            WebhookSettings wanted = settings.change(changes, present.settings());
            requireClinicAccess(caller, present, wanted, SettingsBody.clinicsField(body));
            return present.with(settings.sealed(body, wanted, present.account(), present.id()), now());
        });
        if (body.has(NotifyBody.NAME)) {
            addresses.ask(changed);
        }
        return responses.show(changed);
    }

    Response enable(Request request, Caller caller) {
        request.requireNoFields();
        return responses.show(writes.update(request, caller, Webhook::enabled).webhook());
    }

    Response disable(Request request, Caller caller) {
        request.requireNoFields();
        Disabling reason = new Disabling.Requested(now());
        return responses.show(writes.update(request, caller, present -> present.disabled(reason))
                .webhook());
    }

    /** Both the caller and the key that registered the webhook have to see the clinics of the new settings. */
    private void requireClinicAccess(Caller caller, Webhook present, WebhookSettings wanted, String param) {
        if (wanted.clinics().equals(present.settings().clinics())) {
            return;
        }
        access.requireAll(caller, wanted.clinics(), param);
        if (wanted.clinics().isEmpty() && !access.clinicsOf(caller).containsAll(present.visible())) {
            throw notAllowed(
                    param,
                    "Without clinic_id the webhook would receive events that this API key does not see. Set clinic_id, or use"
                            + " a key that sees all clinics of the webhook.");
        }
        if (!present.visible().containsAll(new Clinics.Listed(wanted.clinics()))) {
            throw notAllowed(
                    param,
                    "The API key that registered this webhook does not see one of its clinics. Register another webhook for it.");
        }
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    private static ApiException notAllowed(String param, String message) {
        return new ApiException(ErrorCode.CLINIC_NOT_ALLOWED, param, message);
    }
}
