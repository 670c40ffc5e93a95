package com.scheduleevents.api.webhooks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.api.http.JsonFields;
import com.scheduleevents.api.http.Request;
import com.scheduleevents.api.http.Response;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.ClinicAccess;
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

/** The two requests that answer with a signing secret: a registration, and the rotation of the secret. */
final class SecretRequests {

    private static final int FIRST_SECRET = 1;
    private static final String EXPIRES_IN = "expires_in";

    /** In seconds: a week. */
    private static final int MAX_EXPIRES_IN = 604_800;

    /** In seconds: a day. */
    private static final int DEFAULT_EXPIRES_IN = 86_400;

    private static final String EXPECTED = "a whole number of seconds from 0 to " + MAX_EXPIRES_IN;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final WebhookLookup webhooks;
    private final ClinicAccess access;
    private final RegistrantLookup registrants;
    private final SecretVault vault;
    private final IdempotentWrites once;
    private final SettingsBody settings;
    private final WebhookJson json;
    private final Clock clock;
    private final RandomGenerator random;

    SecretRequests(
            WebhookLookup webhooks,
            ClinicAccess access,
            RegistrantLookup registrants,
            SecretVault vault,
            IdempotentWrites once,
            SettingsBody settings,
            WebhookJson json,
            Clock clock,
            RandomGenerator random) {
        this.webhooks = webhooks;
        this.access = access;
        this.registrants = registrants;
        this.vault = vault;
        this.once = once;
        this.settings = settings;
        this.json = json;
        this.clock = clock;
        this.random = random;
    }

    Response register(Request request, Caller caller) {
        request.query(Set.of());
        ObjectNode body = request.body();
        WebhookSettings wanted = settings.registration(body);
        wanted.clinic().ifPresent(clinic -> access.require(caller, clinic));
        Webhook made = once.insert(request, caller, body, () -> registrants.of(caller), by -> registered(by, wanted));
        return answer(201, made);
    }

    Response rotate(Request request, Caller caller) {
        request.query(Set.of());
        ObjectNode body = request.optionalBody().orElseGet(JSON::createObjectNode);
        Duration overlap = overlap(body);
        webhooks.find(request, caller);
        Webhook changed = once.update(request, caller, body, webhook -> rotated(webhook, overlap));
        return answer(200, changed);
    }

    private Webhook registered(Registrant by, WebhookSettings wanted) {
        if (wanted.clinic().filter(clinic -> !by.clinics().contains(clinic)).isPresent()) {
            throw ClinicAccess.refused();
        }
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        WebhookId id = WebhookId.mint(now, random);
        SealedSecret sealed = vault.seal(by.account(), id, FIRST_SECRET, SigningSecret.mint(random));
        return Webhook.registered(by.account(), id, by.key(), wanted, by.clinics(), sealed, now);
    }

    private Webhook rotated(Webhook webhook, Duration overlap) {
        int version = webhook.secrets().getFirst().version() + 1;
        SealedSecret sealed = vault.seal(webhook.account(), webhook.id(), version, SigningSecret.mint(random));
        return webhook.rotated(sealed, clock.instant(), overlap);
    }

    private Response answer(int status, Webhook webhook) {
        SigningSecret secret =
                vault.open(webhook.account(), webhook.id(), webhook.secrets().getFirst());
        return WebhookEntityTags.tagged(status, webhook, json.withSecret(webhook, secret));
    }

    private static Duration overlap(ObjectNode body) {
        JsonFields fields = JsonFields.of(body, Set.of(EXPIRES_IN));
        if (!body.has(EXPIRES_IN)) {
            return Duration.ofSeconds(DEFAULT_EXPIRES_IN);
        }
        JsonNode value = fields.require(EXPIRES_IN, EXPECTED);
        // JSON knows one kind of number: 3600.0 is as whole as 3600.
        boolean fits = value.canConvertToExactIntegral() && value.canConvertToInt();
        if (!fits || value.intValue() < 0 || value.intValue() > MAX_EXPIRES_IN) {
            throw JsonFields.invalid(EXPIRES_IN, EXPECTED, fits ? value.asText() : "something else");
        }
        return Duration.ofSeconds(value.intValue());
    }
}
