package com.scheduleevents.simulation.promises;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.scheduleevents.simulation.receivers.ReceivedRequest;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Checks every attempt when it is made. */
final class AttemptChecks {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String PING = "webhook.ping";
    private static final String TEST = "_test";

    /** Before the id of an event, where a thin body of it is kept. */
    private static final String THIN = "thin ";

    /** The longest timeout of a function that signs, and a second. */
    private static final Duration OLDEST_SIGNATURE = Duration.ofSeconds(31);

    /** What a clock may be wrong by. */
    private static final Duration CLOCKS = Duration.ofMillis(500);

    private final Ledger ledger;
    private final LimitChecks limits;
    private final RetryChecks retries;
    private final PullHolds holds;
    private final ThinDeliveries thin;
    private final Map<String, String> bodies = new HashMap<>();

    AttemptChecks(Ledger ledger) {
        this.ledger = ledger;
        this.limits = new LimitChecks(ledger);
        this.retries = new RetryChecks(ledger);
        this.holds = new PullHolds(ledger);
        this.thin = new ThinDeliveries(ledger);
    }

    /**
     * A consumer pulled a delivery.
     *
     * @param asked when it asked for it
     * @param visibility for how long nobody else gets it
     */
    void checkPulled(WatchedWebhook webhook, ReceivedRequest request, Instant asked, Duration visibility) {
        Instant created =
                Instant.parse(parsed(request.body()).path("created_at").asText());
        if (webhook.isOverFor(request.event(), created, asked)) {
            ledger.breaks(
                    Promise.PULLED_UNTIL_ACKNOWLEDGED,
                    request.event(),
                    webhook.id() + " returned it again after it was acknowledged");
        }
        holds.pulled(webhook, request, created, asked, visibility);
        check(webhook, request);
    }

    void check(WatchedWebhook webhook, ReceivedRequest request) {
        Instant now = request.at();
        JsonNode body = parsed(request.body());
        if (!webhook.mayBeCalled(now)) {
            ledger.breaks(
                    Promise.ISOLATED,
                    webhook.id(),
                    "it was sent " + request.event() + " after it was deleted, disabled or suspended");
        }
        checkAddress(webhook, request, now);
        checkSignature(webhook, request, now);
        boolean isThin = ThinDeliveries.isThin(body);
        checkBody(request, isThin);
        checkHeader(webhook, request);
        boolean isPing = body.path("type").asText().equals(PING);
        if (!isPing) {
            checkPayload(webhook, request, isThin);
        }
        if (request.event().endsWith(TEST)) {
            if (!webhook.settings().pulled()) {
                checkTest(webhook, request);
            }
        } else if (!isPing) {
            checkClinic(webhook, body, now);
            if (isThin) {
                thin.seen(webhook, request);
            } else {
                checkWhole(webhook, body);
            }
            if (!webhook.settings().pulled()) {
                retries.check(webhook, request);
                limits.check(webhook, request);
            }
        }
        webhook.sees(request);
    }

    private void checkAddress(WatchedWebhook webhook, ReceivedRequest request, Instant now) {
        if (request.misled()) {
            ledger.breaks(Promise.ISOLATED, webhook.id(), request.event() + " was sent to a private address");
        }
        if (!webhook.settings().pulled()
                && !webhook.mayBeCalledAt(URI.create(request.url()).getHost(), now)) {
            ledger.breaks(
                    Promise.ISOLATED,
                    webhook.id(),
                    request.event() + " was sent to " + request.url() + ", which is not its URL any more");
        }
    }

    private void checkSignature(WatchedWebhook webhook, ReceivedRequest request, Instant now) {
        if (request.signed().isBefore(now.minus(OLDEST_SIGNATURE).minus(CLOCKS))
                || request.signed().isAfter(now.plus(CLOCKS))) {
            ledger.breaks(
                    Promise.VERIFIABLE,
                    webhook.id(),
                    "attempt " + request.attempt() + " of " + request.event() + " came at " + now
                            + ", and was signed at " + request.signed());
        }
        List<String> secrets = webhook.liveSecrets(now);
        if (!secrets.isEmpty() && secrets.stream().noneMatch(secret -> SignatureVerifier.verifies(request, secret))) {
            ledger.breaks(
                    Promise.VERIFIABLE,
                    webhook.id(),
                    "no valid secret verifies attempt " + request.attempt() + " of " + request.event());
        }
        if (!webhook.certainSecrets(now).stream().allMatch(secret -> SignatureVerifier.verifies(request, secret))) {
            ledger.breaks(
                    Promise.VERIFIABLE,
                    webhook.id(),
                    "a secret that is valid still does not verify attempt " + request.attempt() + " of "
                            + request.event());
        }
    }

    /** Judges what can be judged only when everything that can be read was read. */
    void checkThin() {
        thin.check();
    }

    private void checkBody(ReceivedRequest request, boolean isThin) {
        String first = bodies.putIfAbsent(isThin ? THIN + request.event() : request.event(), request.body());
        if (first != null && !first.equals(request.body())) {
            ledger.breaks(Promise.VERIFIABLE, request.event(), "it was sent with different bytes");
        }
    }

    private void checkHeader(WatchedWebhook webhook, ReceivedRequest request) {
        String header = request.headers().getOrDefault(WatchedSettings.HEADER, "");
        if (!header.equals(webhook.settings().header())) {
            ledger.breaks(
                    Promise.ISOLATED,
                    webhook.id(),
                    request.event() + " was sent with the header \"" + header + "\" in place of \""
                            + webhook.settings().header() + "\"");
        }
    }

    private void checkPayload(WatchedWebhook webhook, ReceivedRequest request, boolean isThin) {
        webhook.payload()
                .isThin(request.at())
                .filter(wanted -> wanted != isThin)
                .ifPresent(wanted -> ledger.breaks(
                        Promise.PAYLOAD_IS_AS_SET,
                        request.event(),
                        "attempt " + request.attempt() + " sent " + webhook.id()
                                + (isThin ? " four fields" : " all fields") + " of it, and it wants "
                                + (wanted ? "four" : "all")));
    }

    private void checkClinic(WatchedWebhook webhook, JsonNode body, Instant now) {
        String clinic = body.path("clinic_id").asText();
        if (!webhook.mayBeSentOf(clinic, now)) {
            ledger.breaks(
                    Promise.ISOLATED,
                    webhook.id(),
                    "it was sent " + body.path("id").asText() + " of " + clinic + ", which it must not see any more");
        }
    }

    private void checkWhole(WatchedWebhook webhook, JsonNode body) {
        String clinic = body.path("clinic_id").asText();
        Optional<WatchedEvent> event = ledger.event(body.path("appointment_id").asText());
        if (event.isEmpty() || !event.get().account().equals(webhook.account())) {
            ledger.breaks(
                    Promise.ISOLATED,
                    webhook.id(),
                    "it was sent " + body.path("id").asText() + " of another account");
        }
        boolean matches = webhook.settings()
                .matches(
                        body.path("type").asText(),
                        clinic,
                        body.path("provider_id").asText());
        if (!matches) {
            ledger.breaks(
                    Promise.ISOLATED,
                    webhook.id(),
                    "it was sent " + body.path("id").asText() + " of " + clinic + ", which it must not see");
        }
        event.map(WatchedEvent::json)
                .filter(json -> !json.equals(bodies.get(body.path("id").asText())))
                .ifPresent(_ -> ledger.breaks(
                        Promise.VERIFIABLE,
                        body.path("id").asText(),
                        "it was sent with other bytes than it was" + " recorded with"));
    }

    private void checkTest(WatchedWebhook webhook, ReceivedRequest request) {
        if (request.attempt() != 1) {
            ledger.breaks(Promise.RETRIES_END, webhook.id(), request.event() + " was attempted again");
        }
    }

    private static JsonNode parsed(String body) {
        try {
            return JSON.readTree(body);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a delivery that is no JSON: " + body, e);
        }
    }
}
