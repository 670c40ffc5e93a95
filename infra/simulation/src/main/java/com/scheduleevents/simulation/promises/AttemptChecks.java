package com.scheduleevents.simulation.promises;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.scheduleevents.simulation.receivers.ReceivedRequest;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Checks every attempt when it is made. */
final class AttemptChecks {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String PING = "webhook.ping";
    private static final String TEST = "_test";

    /** Before the id of an event, where a thin body of it is kept. */
    private static final String THIN = "thin ";

    /** What two clocks may differ by: that of the function that hid a delivery, and that of the one that looks for it. */
    private static final Duration CLOCKS = Duration.ofSeconds(2);

    private final Ledger ledger;
    private final LimitChecks limits;
    private final RetryChecks retries;
    private final SecretChecks signatures;
    private final OrderChecks order;
    private final SessionChecks sessions;
    private final Map<String, String> bodies = new HashMap<>();

    AttemptChecks(Ledger ledger) {
        this.ledger = ledger;
        this.limits = new LimitChecks(ledger);
        this.retries = new RetryChecks(ledger);
        this.signatures = new SecretChecks(ledger);
        this.order = new OrderChecks(ledger);
        this.sessions = new SessionChecks(ledger);
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
        if (!webhook.mayComeAgain(request.event(), created)) {
            checkAcknowledged(webhook, request, asked);
            checkHeld(webhook, request);
        }
        judge(webhook, request);
        webhook.add(new Fact.Attempted(request, asked.plus(visibility).minus(CLOCKS)));
    }

    private void checkAcknowledged(WatchedWebhook webhook, ReceivedRequest request, Instant asked) {
        if (webhook.acknowledgements(request.event()).anyMatch(asked::isAfter)) {
            ledger.breaks(
                    Promise.PULLED_UNTIL_ACKNOWLEDGED,
                    request.event(),
                    webhook.id() + " returned it again after it was acknowledged");
        }
    }

    private void checkHeld(WatchedWebhook webhook, ReceivedRequest request) {
        webhook.facts(Fact.Attempted.class, request.event())
                .reduce((_, last) -> last)
                .map(Fact.Attempted::heldUntil)
                .filter(request.at()::isBefore)
                .ifPresent(until -> ledger.breaks(
                        Promise.PULLED_BY_ONE,
                        request.event(),
                        "two consumers of " + webhook.id() + " have it at " + request.at() + ", and the first until "
                                + until));
    }

    /** A request was made to a webhook. */
    void check(WatchedWebhook webhook, ReceivedRequest request) {
        judge(webhook, request);
        webhook.add(new Fact.Attempted(request, request.at()));
    }

    private void judge(WatchedWebhook webhook, ReceivedRequest request) {
        Instant now = request.at();
        JsonNode body = parsed(request.body());
        if (!mayBeCalled(webhook, now)) {
            ledger.breaks(
                    Promise.ISOLATED,
                    webhook.id(),
                    "it was sent " + request.event() + " after it was deleted, disabled or suspended");
        }
        checkAddress(webhook, request, now);
        signatures.check(webhook, request);
        boolean isThin = ThinDeliveries.isThin(body);
        checkBody(request, isThin);
        checkHeader(webhook, request);
        checkToken(webhook, request);
        checkCertificate(webhook, request);
        sessions.check(webhook, request);
        boolean isPing = body.path("type").asText().equals(PING);
        checkDetailType(request, body);
        if (!isPing) {
            checkPayload(webhook, request, isThin);
        }
        if (request.event().endsWith(TEST)) {
            if (!webhook.settings().pulled()) {
                checkTest(webhook, request);
            }
        } else if (!isPing) {
            checkClinic(webhook, body, now);
            if (!isThin) {
                order.check(webhook, request, body);
                checkWhole(webhook, body);
            }
            if (!webhook.settings().pulled()) {
                retries.check(webhook, request);
                limits.check(webhook, request);
            }
        }
    }

    private static boolean mayBeCalled(WatchedWebhook webhook, Instant now) {
        return webhook.isWanted()
                || isUnderWay(
                        Objects.requireNonNull(
                                webhook.last(Fact.Deleted.class, Fact.Disabled.class, Fact.Suspended.class)),
                        now);
    }

    /** Whether a request may have been decided before something was learnt. */
    private static boolean isUnderWay(Fact fact, Instant now) {
        return now.isBefore(fact.at().plus(WatchedWebhook.UNDER_WAY));
    }

    private void checkAddress(WatchedWebhook webhook, ReceivedRequest request, Instant now) {
        if (request.misled()) {
            ledger.breaks(Promise.ISOLATED, webhook.id(), request.event() + " was sent to a private address");
        }
        if (!webhook.settings().pulled() && wasLeft(webhook, place(webhook, request), now)) {
            ledger.breaks(
                    Promise.ISOLATED,
                    webhook.id(),
                    request.event() + " was sent to " + request.url() + ", which is not its URL any more");
        }
    }

    private static String place(WatchedWebhook webhook, ReceivedRequest request) {
        return webhook.settings().queued()
                ? request.url()
                : URI.create(request.url()).getHost();
    }

    /** Whether a webhook has another receiver than the one on that host, and has had it for a while. */
    private static boolean wasLeft(WatchedWebhook webhook, String host, Instant now) {
        String before = "";
        for (Fact.OfHost placed : webhook.facts(Fact.OfHost.class).toList()) {
            if (before.equals(host) && !placed.host().equals(host) && !isUnderWay(placed, now)) {
                return true;
            }
            before = placed.host();
        }
        return false;
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

    private void checkToken(WatchedWebhook webhook, ReceivedRequest request) {
        String client = webhook.settings().client();
        String sent = request.headers().getOrDefault("Authorization", "");
        if (client.isEmpty() ? !sent.isEmpty() : !sent.startsWith("Bearer " + client + ".")) {
            ledger.breaks(
                    Promise.AUTHORIZED,
                    webhook.id(),
                    request.event() + " was sent with \"" + sent + "\", and its client is \"" + client + "\"");
        }
    }

    private void checkCertificate(WatchedWebhook webhook, ReceivedRequest request) {
        String own = webhook.settings().certificate();
        if (!request.certificate().equals(own)) {
            ledger.breaks(
                    Promise.AUTHORIZED,
                    webhook.id(),
                    request.event() + " was sent as \"" + request.certificate() + "\" in place of \"" + own + "\"");
        }
    }

    /** The rules of an event bus select events by their source and type. */
    private void checkDetailType(ReceivedRequest request, JsonNode body) {
        String expected = "schedule-events " + body.path("type").asText();
        String sent = request.headers().getOrDefault(ReceivedRequest.DETAIL_TYPE, expected);
        if (!sent.equals(expected)) {
            ledger.breaks(Promise.PAYLOAD_IS_AS_SET, request.event(), "it came to an event bus as \"" + sent + "\"");
        }
    }

    private void checkPayload(WatchedWebhook webhook, ReceivedRequest request, boolean isThin) {
        thinWanted(webhook, request.at())
                .filter(wanted -> wanted != isThin)
                .ifPresent(wanted -> ledger.breaks(
                        Promise.PAYLOAD_IS_AS_SET,
                        request.event(),
                        "attempt " + request.attempt() + " sent " + webhook.id()
                                + (isThin ? " four fields" : " all fields") + " of it, and it wants "
                                + (wanted ? "four" : "all")));
    }

    /** Whether what arrives at that time has to be thin; empty while it may be either. */
    private static Optional<Boolean> thinWanted(WatchedWebhook webhook, Instant now) {
        return switch (webhook.last(Fact.PayloadAsked.class, Fact.PayloadSet.class)) {
            case null -> Optional.of(webhook.settings().thin());
            case Fact.PayloadSet set when !isUnderWay(set, now) -> Optional.of(set.thin());
            default -> Optional.empty();
        };
    }

    private void checkClinic(WatchedWebhook webhook, JsonNode body, Instant now) {
        String clinic = body.path("clinic_id").asText();
        if (webhook.ofClinic(clinic) instanceof Fact.Hidden hidden && !isUnderWay(hidden, now)) {
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

    static JsonNode parsed(String body) {
        try {
            return JSON.readTree(body);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a delivery that is no JSON: " + body, e);
        }
    }
}
