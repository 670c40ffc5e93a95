package com.scheduleevents.api.queue;

import com.scheduleevents.api.http.BodyReader;
import com.scheduleevents.api.http.JsonFields;
import com.scheduleevents.api.http.KeyStatus;
import com.scheduleevents.api.http.QueryParameters;
import com.scheduleevents.api.http.Request;
import com.scheduleevents.api.http.Response;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.ClinicAccess;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.delivery.SignedDelivery;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.domain.error.ExceptionSummary;
import com.scheduleevents.domain.pull.Acknowledgements;
import com.scheduleevents.domain.pull.PullQueue;
import com.scheduleevents.domain.pull.PullReader;
import com.scheduleevents.domain.pull.PullReader.Pulled;
import com.scheduleevents.domain.pull.PullReader.PulledDelivery;
import com.scheduleevents.domain.pull.PullReceipt;
import com.scheduleevents.domain.pull.PullWatch;
import com.scheduleevents.domain.webhook.SecretVault;
import com.scheduleevents.domain.webhook.SigningSecret;
import com.scheduleevents.domain.webhook.VisibleWebhooks;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookStore;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Handles the requests of consumers: pull and acknowledge. */
final class QueueRequests {

    static final Set<String> PARAMETERS = Set.of("limit", "wait", "visibility");
    static final String WEBHOOK_ID = "webhook_id";

    private static final Logger LOG = LoggerFactory.getLogger(QueueRequests.class);

    /** In seconds. API Gateway ends a request after 29 s, and the looks of the last one take some time too. */
    private static final int LONGEST_WAIT = 20;

    /** In seconds. */
    private static final int DEFAULT_VISIBILITY = 60;

    private static final int LONGEST_VISIBILITY = 3_600;

    /** The first pause between two looks; it doubles up to the longest. A look costs two read units. */
    private static final Duration FIRST_PAUSE = Duration.ofMillis(250);

    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

    /** How many deliveries can be read for the price of a request. */
    private static final int DELIVERIES_PER_REQUEST = 25;

    private final ClinicAccess access;
    private final WebhookStore store;
    private final VisibleWebhooks webhooks;
    private final PullReader reader;
    private final Acknowledgements acknowledgements;
    private final PullWatch watch;
    private final SecretVault vault;
    private final RequestWait pauses;
    private final Clock clock;

    QueueRequests(QueueDependencies dependencies) {
        this.access = new ClinicAccess(dependencies.accounts());
        this.store = dependencies.webhooks();
        this.webhooks = new VisibleWebhooks(store);
        this.reader = new PullReader(dependencies.queue(), dependencies.log());
        this.acknowledgements = new Acknowledgements(
                dependencies.queue(),
                dependencies.log(),
                dependencies.retention(),
                dependencies.random(),
                dependencies.metrics());
        this.watch = dependencies.watch();
        this.vault = dependencies.vault();
        this.pauses = dependencies.pauses();
        this.clock = dependencies.clock();
    }

    /**
     * The webhook is read again before each look: it may be disabled, or see fewer clinics, while the request waits. What a pause and a look
     * cost is taken there and then, because the request may end with an error at the next one.
     */
    Response pull(Request request, Caller caller) {
        request.requireNoIdempotencyKey(
                "Send no Idempotency-Key: a delivery whose response was lost becomes visible again.");
        QueryParameters query = request.query();
        int max = query.limit();
        Duration wait = Duration.ofSeconds(query.number("wait", 0, LONGEST_WAIT, 0));
        Duration visibility = Duration.ofSeconds(query.number("visibility", 1, LONGEST_VISIBILITY, DEFAULT_VISIBILITY));
        Clinics seen = access.clinicsOf(caller);
        Instant begun = clock.instant();
        Webhook webhook = active(request, caller, seen);
        if (request.method().equals("HEAD")) {
            // Its response has no body, so what it took would be lost until it becomes visible again.
            return Response.json(200, new QueueJson(List.of()));
        }
        remember(webhook, begun);
        List<PulledDelivery> pulled = look(request, webhook, max, visibility, begun);
        Instant now = clock.instant();
        for (Duration pause = FIRST_PAUSE;
                pulled.isEmpty() && now.isBefore(begun.plus(wait));
                pause = shorter(pause.multipliedBy(2), LONGEST_PAUSE)) {
            Duration next = shorter(pause, Duration.between(now, begun.plus(wait)));
            request.payForWaiting(next);
            pauses.pause(next);
            now = clock.instant();
            webhook = active(request, caller, seen);
            pulled = look(request, webhook, max, visibility, now);
            now = clock.instant();
        }
        return Response.json(200, new QueueJson(signed(webhook, pulled)));
    }

    private List<PulledDelivery> look(Request request, Webhook webhook, int max, Duration visibility, Instant now) {
        Pulled pulled = reader.pull(webhook, max, visibility, now);
        request.charge(pulled.read() / DELIVERIES_PER_REQUEST);
        return pulled.deliveries();
    }

    /** A disabled webhook has nothing to pull, but what was pulled before may be acknowledged. */
    Response acknowledge(Request request, Caller caller) {
        request.requireNoIdempotencyKey("Send no Idempotency-Key: a receipt can be acknowledged again without harm.");
        BodyReader reader = new BodyReader();
        JsonFields fields = reader.fields(request.body(), Set.of("receipts"));
        Set<PullReceipt> receipts = reader.whole(() -> receipts(fields));
        Webhook webhook = find(request, caller, access.clinicsOf(caller));
        acknowledgements.acknowledge(webhook, receipts, clock.instant());
        return Response.noContent();
    }

    private static Set<PullReceipt> receipts(JsonFields fields) {
        String expected = "an array of 1 to " + PullQueue.MAX + " distinct receipts, as they were pulled";
        Set<PullReceipt> receipts = fields.requireElements("receipts", expected, PullReceipt::parse);
        if (receipts.size() > PullQueue.MAX) {
            throw JsonFields.invalid("receipts", expected, receipts.size() + " receipts");
        }
        return receipts;
    }

    private List<PulledJson> signed(Webhook webhook, List<PulledDelivery> deliveries) {
        if (deliveries.isEmpty()) {
            return List.of();
        }
        Instant at = clock.instant();
        List<SigningSecret> secrets = webhook.liveSecrets(at).stream()
                .map(stored -> vault.open(webhook.account(), webhook.id(), stored))
                .toList();
        return deliveries.stream()
                .map(delivery -> {
                    SignedDelivery signed = SignedDelivery.of(
                            delivery.message().payload(), webhook.settings().payload(), delivery.number(), at, secrets);
                    return new PulledJson(delivery.receipt().text(), new TreeMap<>(signed.headers()), signed.body());
                })
                .toList();
    }

    /** It only saves the owner an e-mail, so its failure fails no request. */
    private void remember(Webhook webhook, Instant now) {
        try {
            store.change(webhook, health -> watch.afterPull(health, now));
        } catch (RuntimeException e) {
            LOG.warn("the time of a pull could not be written: {}", ExceptionSummary.of(e));
        }
    }

    private Webhook active(Request request, Caller caller, Clinics seen) {
        Webhook webhook = find(request, caller, seen);
        if (webhook.suspended()) {
            throw KeyStatus.suspended();
        }
        if (!webhook.isActive()) {
            throw new ApiException(
                    ErrorCode.WEBHOOK_DISABLED,
                    WEBHOOK_ID,
                    "The webhook is disabled, so it has no deliveries to pull. Enable it first.");
        }
        return webhook;
    }

    /** @throws ApiException 404 when it does not exist, or the caller does not see it; 409 when it is no pull webhook */
    private Webhook find(Request request, Caller caller, Clinics seen) {
        Webhook webhook = WebhookId.parse(request.pathVariable(WEBHOOK_ID))
                .flatMap(id -> webhooks.one(caller.account(), seen, id))
                .orElseThrow(() -> new ApiException(
                        ErrorCode.NOT_FOUND, WEBHOOK_ID, "There is no such webhook. Check its ID and the API key."));
        if (!webhook.isPulled()) {
            throw new ApiException(
                    ErrorCode.NOT_A_PULL_WEBHOOK,
                    WEBHOOK_ID,
                    "The deliveries of this webhook are sent to its URL. Register one with \"mode\": \"pull\" to pull"
                            + " them.");
        }
        return webhook;
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private record QueueJson(List<PulledJson> data) {}

    /** A delivery: the request that would have been sent, and what it is acknowledged with. */
    private record PulledJson(String receipt, Map<String, String> headers, String body) {
        /** Without the body: schedule data is health data and belongs in no log. */
        @Override
        public String toString() {
            return "PulledJson[" + receipt + "]";
        }
    }
}
