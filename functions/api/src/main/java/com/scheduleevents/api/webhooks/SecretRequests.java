package com.scheduleevents.api.webhooks;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.api.http.BodyReader;
import com.scheduleevents.api.http.JsonFields;
import com.scheduleevents.api.http.Request;
import com.scheduleevents.api.http.Response;
import com.scheduleevents.api.webhooks.IdempotentWrites.Written;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.ClinicAccess;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.Registrant;
import com.scheduleevents.domain.webhook.SealedSecret;
import com.scheduleevents.domain.webhook.SecretVault;
import com.scheduleevents.domain.webhook.SigningSecret;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookSettings;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Set;
import java.util.random.RandomGenerator;

/** Handles the two requests whose response contains a signing secret: the registration of a webhook and the rotation of its secret. */
final class SecretRequests {

    private static final int FIRST_SECRET = 1;
    private static final String EXPIRES_IN = "expires_in";

    /** One week, in seconds. */
    private static final int MAX_EXPIRES_IN = 604_800;

    /** One day, in seconds. */
    private static final int DEFAULT_EXPIRES_IN = 86_400;

    private final RequestedWebhooks webhooks;
    private final ClinicAccess access;
    private final RegistrantLookup registrants;
    private final SecretVault vault;
    private final IdempotentWrites writes;
    private final SettingsBody settings;
    private final WebhookResponses responses;
    private final NotifyConfirmation addresses;
    private final Clock clock;
    private final RandomGenerator random;

    SecretRequests(
            RequestedWebhooks webhooks,
            ClinicAccess access,
            SettingsBody settings,
            IdempotentWrites writes,
            WebhookResponses responses,
            NotifyConfirmation addresses,
            WebhooksDependencies dependencies) {
        this.webhooks = webhooks;
        this.access = access;
        this.registrants = new RegistrantLookup(
                dependencies.accounts(),
                dependencies.webhooks(),
                dependencies.webhooksPerAccount(),
                dependencies.clock());
        this.vault = dependencies.vault();
        this.writes = writes;
        this.settings = settings;
        this.responses = responses;
        this.addresses = addresses;
        this.clock = dependencies.clock();
        this.random = dependencies.random();
    }

    Response register(Request request, Caller caller) {
        ObjectNode body = request.body();
        WebhookSettings wanted = settings.registration(body);
        access.requireAll(caller, wanted.clinics(), SettingsBody.clinicsField(body));
        Written written = writes.insert(
                request, caller, () -> registrants.of(caller), registrant -> registered(registrant, wanted, body)
                        .by(webhooks.origin(request, caller)));
        addresses.ask(written.webhook());
        return show(201, written);
    }

    Response rotate(Request request, Caller caller) {
        ObjectNode body = request.optionalBody();
        BodyReader reader = new BodyReader();
        JsonFields fields = reader.fields(body, Set.of(EXPIRES_IN));
        Duration overlap = reader.whole(() -> Duration.ofSeconds(fields.number(
                EXPIRES_IN,
                "a whole number of seconds from 0 to " + MAX_EXPIRES_IN,
                MAX_EXPIRES_IN,
                DEFAULT_EXPIRES_IN)));
        webhooks.find(request, caller);
        return show(200, writes.update(request, caller, present -> rotated(present, overlap)));
    }

    private Webhook registered(Registrant registrant, WebhookSettings wanted, ObjectNode body) {
        if (!registrant.clinics().containsAll(new Clinics.Listed(wanted.clinics()))) {
            throw ClinicAccess.refused(SettingsBody.clinicsField(body));
        }
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        WebhookId id = WebhookId.mint(now, random);
        SigningSecret secret = SigningSecret.mint(random);
        SealedSecret sealed =
                vault.seal(registrant.account(), id, FIRST_SECRET, secret).marked(secret, now);
        Webhook webhook = Webhook.registered(
                registrant.account(),
                id,
                registrant.key(),
                settings.sealed(body, wanted, registrant.account(), id),
                registrant.clinics(),
                sealed,
                now);
        return SettingsBody.ordered(body, webhook);
    }

    private Webhook rotated(Webhook webhook, Duration overlap) {
        int version = webhook.secrets().getFirst().version() + 1;
        SigningSecret secret = SigningSecret.mint(random);
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        SealedSecret sealed =
                vault.seal(webhook.account(), webhook.id(), version, secret).marked(secret, now);
        return webhook.rotated(sealed, now, overlap);
    }

    /** @param status of a response with the secret; without it, the response has 200, like any that shows a webhook */
    private Response show(int status, Written written) {
        Webhook webhook = written.webhook();
        return written.showsSecret()
                ? responses.showWithSecret(status, webhook, secret(webhook))
                : responses.show(webhook);
    }

    private SigningSecret secret(Webhook webhook) {
        return vault.open(webhook.account(), webhook.id(), webhook.secrets().getFirst());
    }
}
