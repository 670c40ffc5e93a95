package com.scheduleevents.api.queue;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.api.ApiRequest;
import com.scheduleevents.api.ApiResponse;
import com.scheduleevents.api.Callers;
import com.scheduleevents.api.http.Cors;
import com.scheduleevents.api.http.RequestGate;
import com.scheduleevents.aws.wiring.TestWiring;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.delivery.DeliveryLog;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.pull.PullQueue;
import com.scheduleevents.domain.pull.PullWatch;
import com.scheduleevents.domain.rate.SharedTokens;
import com.scheduleevents.domain.webhook.SigningSecret;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookSettings;
import com.scheduleevents.testkit.memory.InMemoryMetrics;
import com.scheduleevents.testkit.memory.InMemoryWebhooks;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The function on simulated storage, a webhook that is pulled and one that is not; time passes only while a request waits. */
abstract class QueueApiFixture {

    static final Instant START = Instant.parse("2026-11-20T14:02:11.337Z");
    static final SigningSecret SECRET = SigningSecret.mint(new Random(1));
    static final WebhookId PULLED = new WebhookId("whk_01KAJ9Z3M8V4W6X0Y2T5R7Q9AA");
    static final WebhookId PUSHED = new WebhookId("whk_01KAJ9Z3M8V4W6X0Y2T5R7Q9AB");

    final InMemoryWebhooks webhooks = new InMemoryWebhooks();
    final TestWiring aws = TestWiring.create();
    final PullQueue queue = aws.pullQueue();
    final DeliveryLog log = aws.deliveryLog();
    final List<Duration> pauses = new ArrayList<>();
    final SharedTokens buckets = aws.sharedTokens();
    Instant now = START;

    /** How many tokens were taken from the shared bucket. */
    long taken;

    int requestsPerSecond = 10;

    /** Runs while a request waits. */
    Runnable meanwhile = () -> {};

    private final Clock clock = ((InstantSource) () -> now).withZone(ZoneOffset.UTC);

    final QueueApi api = new QueueApi(
            new QueueDependencies(
                    Callers.accounts(),
                    webhooks,
                    queue,
                    log,
                    aws.vault(),
                    new PullWatch(Duration.ofHours(24)),
                    Duration.ofDays(90),
                    clock,
                    pause -> {
                        pauses.add(pause);
                        now = now.plus(pause);
                        meanwhile.run();
                    },
                    new SecureRandom(),
                    new InMemoryMetrics()),
            new RequestGate(
                    Cors.NONE,
                    Callers.FAILING_AUTHENTICATION,
                    (limit, tokens, required, seen, at) -> {
                        taken += tokens;
                        return buckets.take(limit, tokens, required, seen, at);
                    },
                    clock,
                    new InMemoryMetrics()));

    QueueApiFixture() {
        webhooks.insert(webhook(PULLED, WebhookSettings.PULLED));
        webhooks.insert(webhook(PUSHED, "https://example.com/"));
    }

    ApiResponse pull(String query) {
        return send(request(Callers.FULL, "GET", "", PULLED.value()).query(query));
    }

    ApiResponse acknowledge(List<String> receipts) {
        String quoted = receipts.stream().map(receipt -> "\"" + receipt + "\"").collect(Collectors.joining(","));
        return send(request(Callers.FULL, "POST", "/ack", PULLED.value()).json("{\"receipts\":[" + quoted + "]}"));
    }

    static List<String> receipts(ApiResponse response) {
        assertThat(response.status()).as(response.text()).isEqualTo(200);
        return response.json()
                .get("data")
                .valueStream()
                .map(delivery -> delivery.get("receipt").asText())
                .toList();
    }

    static EventId event(String receipt) {
        return new EventId("evt_" + receipt.substring(receipt.lastIndexOf('_') + 1));
    }

    ApiRequest request(Caller caller, String method, String below, String webhook) {
        return ApiRequest.of(caller, method, "/webhooks/{webhook_id}/queue" + below)
                .path("webhook_id", webhook)
                .found("requests_per_second", Integer.toString(requestsPerSecond));
    }

    ApiResponse send(ApiRequest request) {
        return new ApiResponse(api.handleRequest(request.build(), null));
    }

    List<Event> add(int count) {
        List<Event> events = IntStream.range(0, count)
                .mapToObj(n -> new Event(
                        EventId.mint(START.plusMillis(n), new Random(n)),
                        "offer.created",
                        new ClinicId("cln_harbour"),
                        "{\"provider_id\":\"prv_é\",  \"n\":" + n + "}"))
                .toList();
        events.forEach(event -> queue.add(DeliveryMessage.first(stored(), event, START), START));
        return events;
    }

    Webhook stored() {
        return webhooks.find(Callers.ACCOUNT, PULLED).orElseThrow();
    }

    private Webhook webhook(WebhookId id, String url) {
        return Webhook.registered(
                Callers.ACCOUNT,
                id,
                new ApiKeyId("key_full"),
                new WebhookSettings(url, List.of("*"), Optional.empty(), Optional.empty()),
                new Clinics.All(),
                aws.sealingVault().seal(Callers.ACCOUNT, id, 1, SECRET),
                START);
    }
}
