package com.scheduleevents.api.webhooks;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.api.http.Request;
import com.scheduleevents.api.http.Response;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.ClinicAccess;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.MailRecipient;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.domain.webhook.Disabling;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookSettings;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** Handles the requests that change the settings or the status of a webhook. */
final class WebhookActions {

    private final RequestedWebhooks webhooks;
    private final ClinicAccess access;
    private final SettingsBody settings;
    private final IdempotentWrites writes;
    private final WebhookResponses responses;
    private final NotifyConfirmation addresses;
    private final Clock clock;

    WebhookActions(
            RequestedWebhooks webhooks,
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

    /**
     * Whoever names another address, or the present one and nothing else, has its owner sent a link, once the day of the last one is over.
     * Whoever sends back the whole webhook with another setting does not ask for one.
     */
    Response update(Request request, Caller cached) {
        ObjectNode body = request.body();
        AtomicBoolean asks = new AtomicBoolean();
        Webhook changed = webhooks.change(request, cached, (caller, present) -> {
            ObjectNode changes = request.isMergePatch() ? SettingsBody.completed(body, present.settings()) : body;
            WebhookSettings wanted = settings.change(changes, present);
            requireClinicAccess(caller, present, wanted, SettingsBody.clinicsField(body));
            asks.set(SettingsBody.isAboutNotifyAlone(body) || !address(wanted).equals(address(present.settings())));
            return present.with(settings.sealed(changes, wanted, present.account(), present.id()), now());
        });
        if (asks.get()) {
            addresses.ask(changed);
        }
        return responses.show(changed);
    }

    Response enable(Request request, Caller caller) {
        request.requireNoFields();
        return responses.show(writes.update(request, caller, present -> present.enabled(now()))
                .webhook());
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

    private static Optional<String> address(WebhookSettings settings) {
        return settings.notified().map(MailRecipient::address);
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    private static ApiException notAllowed(String param, String message) {
        return new ApiException(ErrorCode.CLINIC_NOT_ALLOWED, param, message);
    }
}
