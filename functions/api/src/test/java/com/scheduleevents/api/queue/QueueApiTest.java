package com.scheduleevents.api.queue;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.scheduleevents.api.ApiRequest;
import com.scheduleevents.api.ApiResponse;
import com.scheduleevents.api.Callers;
import com.scheduleevents.api.http.Cors;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.delivery.DeliveryHeaders;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.DeliveryStatus;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.pull.PullWatch;
import com.scheduleevents.domain.webhook.Circuit;
import com.scheduleevents.domain.webhook.Disabling;
import com.scheduleevents.domain.webhook.SealedSecret;
import com.scheduleevents.domain.webhook.SigningSecret;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookSettings;
import com.scheduleevents.testkit.memory.InMemoryBacklog;
import com.scheduleevents.testkit.memory.InMemoryDeliveryLog;
import com.scheduleevents.testkit.memory.InMemoryMetrics;
import com.scheduleevents.testkit.memory.InMemorySharedTokens;
import com.scheduleevents.testkit.memory.InMemoryWebhooks;
import com.scheduleevents.testkit.memory.PlaintextVault;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class QueueApiTest {

    private static final Instant START = Instant.parse("2026-11-20T14:02:11.337Z");
    private static final SigningSecret SECRET = SigningSecret.mint(new Random(1));
    private static final WebhookId PULLED = new WebhookId("whk_01KAJ9Z3M8V4W6X0Y2T5R7Q9AA");
    private static final WebhookId PUSHED = new WebhookId("whk_01KAJ9Z3M8V4W6X0Y2T5R7Q9AB");

    private final InMemoryWebhooks webhooks = new InMemoryWebhooks();
    private final InMemoryBacklog queue = new InMemoryBacklog();
    private final InMemoryDeliveryLog log = new InMemoryDeliveryLog();
    private final List<Duration> pauses = new ArrayList<>();
    private final InMemorySharedTokens buckets = new InMemorySharedTokens();
    private Instant now = START;

    /** How many tokens were taken from the shared bucket. */
    private long taken;

    private int requestsPerSecond = 10;

    /** Runs while a request waits. */
    private Runnable meanwhile = () -> {};

    private final QueueApi api = new QueueApi(new QueueDependencies(
            Callers.accounts(),
            webhooks,
            queue,
            log,
            log,
            new PlaintextVault(),
            new PullWatch(Duration.ofHours(24)),
            Duration.ofDays(90),
            Cors.NONE,
            Callers.UNASKED,
            (limit, tokens, required, seen, at) -> {
                taken += tokens;
                return buckets.take(limit, tokens, required, seen, at);
            },
            ((InstantSource) () -> now).withZone(ZoneOffset.UTC),
            pause -> {
                pauses.add(pause);
                now = now.plus(pause);
                meanwhile.run();
            },
            new SecureRandom(),
            new InMemoryMetrics()));

    QueueApiTest() {
        webhooks.insert(webhook(PULLED, WebhookSettings.PULLED));
        webhooks.insert(webhook(PUSHED, "https://example.com/"));
    }

    @Test
    void returnsTheRequestThatWouldHaveBeenSentWithItsReceipt() throws Exception {
        Event event = add(1).getFirst();

        JsonNode data = pull("").json().get("data");

        assertThat(data).hasSize(1);
        JsonNode delivery = data.get(0);
        assertThat(delivery.get("body").textValue()).isEqualTo(event.json());
        assertThat(delivery.get("receipt").asText())
                .isEqualTo("rcp_1_1_" + event.id().value().substring(4));
        Map<?, ?> headers = new ObjectMapper().treeToValue(delivery.get("headers"), Map.class);
        DeliveryMessage message = DeliveryMessage.first(stored(), event, START);
        assertThat(headers).isEqualTo(DeliveryHeaders.of(message.payload(), 1, START, List.of(SECRET)));
        assertThat(headers.keySet().stream().map(Object::toString))
                .containsExactlyInAnyOrder(
                        "Content-Type",
                        "User-Agent",
                        "Service-Signature",
                        "Service-Attempt",
                        "webhook-id",
                        "webhook-timestamp",
                        "webhook-signature");
    }

    /** Its response has no body: a monitor would hide deliveries that nobody gets. */
    @Test
    void headTakesNothing() {
        add(1);

        ApiResponse head = send(ApiRequest.of(Callers.FULL, "HEAD", "/webhooks/{webhook_id}/queue")
                .path("webhook_id", PULLED.value()));

        assertThat(head.status()).isEqualTo(200);
        assertThat(receipts(pull(""))).hasSize(1);
    }

    @Test
    void returnsWhatIsNotAcknowledgedAgainAndCountsIt() {
        add(3);
        List<String> first = receipts(pull("limit=2"));
        assertThat(acknowledge(first.subList(0, 1)).status()).isEqualTo(204);
        assertThat(receipts(pull("limit=1&visibility=5"))).hasSize(1);

        now = now.plusSeconds(62);
        JsonNode again = pull("").json().get("data");

        assertThat(again.valueStream()
                        .map(delivery -> delivery.at("/headers/Service-Attempt").asText()))
                .containsExactly("2", "2");
        assertThat(again.get(0).get("receipt").asText()).isEqualTo(first.get(1));
        assertThat(acknowledge(first).status()).as("once more, and late").isEqualTo(204);
        now = now.plusSeconds(62);
        assertThat(receipts(pull(""))).hasSize(1);
        assertThat(log.find(PULLED, event(first.getFirst())).orElseThrow().status())
                .isEqualTo(DeliveryStatus.SUCCEEDED);
    }

    @Test
    void waitsWithGrowingPausesUntilThereIsADelivery() {
        meanwhile = () -> {
            if (pauses.size() == 6) {
                add(1);
            }
        };

        assertThat(receipts(pull("wait=20"))).hasSize(1);

        assertThat(pauses)
                .containsExactly(
                        Duration.ofMillis(250),
                        Duration.ofMillis(500),
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(2),
                        Duration.ofSeconds(2),
                        Duration.ofSeconds(2));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 20})
    void waitsNoLongerThanAsked(int seconds) {
        assertThat(receipts(pull("wait=" + seconds))).isEmpty();

        assertThat(Duration.between(START, now)).isEqualTo(Duration.ofSeconds(seconds));
    }

    /** A second of waiting is paid for like four requests, and so are a hundred deliveries. */
    @Test
    void waitingAndReadingCountTowardsTheLimit() {
        assertThat(left(pull(""))).isEqualTo(19);
        // The second in which it waits brings ten more, but others may take them.
        assertThat(left(pull("wait=1"))).isEqualTo(19 - 1 - 4);
        add(100);
        assertThat(left(pull("limit=100"))).isEqualTo(14 - 1 - 4);
    }

    /** It is taken from the shared bucket, in blocks of 25, however little of it this environment sees. */
    @ParameterizedTest
    @CsvSource({"100, 20, 100", "100, 4, 25", "1000, 1, 250", "1000, 20, 1000"})
    void waitingIsPaidForWhereAllEnvironmentsCountIt(int perSecond, int seconds, int tokens) {
        requestsPerSecond = perSecond;

        assertThat(receipts(pull("wait=" + seconds))).isEmpty();

        assertThat(taken).as("with the one of the request").isEqualTo(tokens + 1);
    }

    @Test
    void waitingIsPaidForEvenIfTheRequestEndsWithAnError() {
        requestsPerSecond = 100;
        meanwhile = () -> {
            if (now.isAfter(START.plusSeconds(10))) {
                Webhook read = stored();
                webhooks.update(read, read.disabled(new Disabling.Requested(now)));
            }
        };

        pull("wait=20").assertError(409, "webhook_disabled", "webhook_id");

        assertThat(taken).isBetween(41L, 75L);
    }

    @Test
    void waitingEndsWhereTheLimitDoesNotAllowMoreOfIt() {
        requestsPerSecond = 1;

        ApiResponse refused = pull("wait=20");

        refused.assertError(429, "rate_limited", "-");
        assertThat(refused.header("Retry-After")).isEqualTo("1");
        assertThat(pauses).containsExactly(Duration.ofMillis(250));
        add(1);
        now = now.plusSeconds(2);
        assertThat(receipts(pull(""))).hasSize(1);
    }

    @Test
    void disabledWebhookHasNothingToPullAndWhatWasPulledIsAcknowledged() {
        add(1);
        List<String> pulled = receipts(pull(""));
        Webhook read = stored();
        meanwhile = () -> webhooks.update(read, read.disabled(new Disabling.Requested(now)));

        pull("wait=1").assertError(409, "webhook_disabled", "webhook_id");
        assertThat(acknowledge(pulled).status()).isEqualTo(204);
        assertThat(log.find(PULLED, event(pulled.getFirst()))).isPresent();

        Webhook disabled = stored();
        webhooks.update(disabled, disabled.enabled());
        assertThat(receipts(pull(""))).as("of the next generation").isEmpty();
    }

    /** API Gateway may let the key through for a minute after that. */
    @Test
    void nothingIsPulledFromTheMomentTheAccountIsSuspended() {
        meanwhile = () -> {
            add(1);
            Webhook read = stored();
            webhooks.update(read, read.asSuspended());
        };

        pull("wait=1").assertError(403, "account_suspended", "-");
        pull("").assertError(403, "account_suspended", "-");

        Webhook suspended = stored();
        webhooks.update(suspended, suspended.resumed(now));
        assertThat(receipts(pull(""))).hasSize(1);
    }

    @Test
    void deliveryOfAClinicThatTheKeyOfTheWebhookDoesNotSeeAnyMoreIsRemoved() {
        add(1);
        Webhook read = stored();
        meanwhile = () -> webhooks.update(read, read.seeing(new Clinics.Listed(Set.of(new ClinicId("cln_oldtown")))));
        receipts(pull("visibility=1"));

        now = now.plusSeconds(2);
        meanwhile.run();

        assertThat(receipts(pull(""))).isEmpty();
        assertThat(queue.anyOf(PULLED, 1)).isFalse();
    }

    @Test
    void remembersThatSomebodyPulledOncePerHour() {
        pull("");
        assertThat(stored().health().circuit()).isEqualTo(new Circuit.Pulled(Optional.of(START), false));
        long revision = stored().health().revision();
        now = now.plusSeconds(3_599);
        pull("");
        assertThat(stored().health().revision()).isEqualTo(revision);
    }

    @Test
    void doesNotRevealAWebhookThatTheKeyDoesNotSee() {
        add(1);
        for (Caller caller : List.of(Callers.OTHER, Callers.HARBOUR)) {
            for (WebhookId id : List.of(PULLED, PUSHED, new WebhookId("whk_unknown"))) {
                send(request(caller, "GET", "", id.value())).assertError(404, "not_found", "webhook_id");
                send(request(caller, "POST", "/ack", id.value())
                                .json("{\"receipts\":[\"rcp_1_1_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB\"]}"))
                        .assertError(404, "not_found", "webhook_id");
            }
        }
        assertThat(receipts(pull(""))).as("nobody has pulled it").hasSize(1);
    }

    @Test
    void needsTheScope() {
        send(request(Callers.POWERLESS, "GET", "", PULLED.value())).assertError(403, "missing_scope", "-");
    }

    @Test
    void webhookWithAUrlHasNoQueue() {
        send(request(Callers.FULL, "GET", "", PUSHED.value())).assertError(409, "not_a_pull_webhook", "webhook_id");
        send(request(Callers.FULL, "POST", "/ack", PUSHED.value())
                        .json("{\"receipts\":[\"rcp_1_1_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB\"]}"))
                .assertError(409, "not_a_pull_webhook", "webhook_id");
    }

    @ParameterizedTest
    @CsvSource({
        "limit=0, limit",
        "limit=101, limit",
        "wait=21, wait",
        "wait=-1, wait",
        "wait=1.5, wait",
        "visibility=0, visibility",
        "visibility=3601, visibility"
    })
    void namesTheInvalidParameter(String query, String param) {
        pull(query).assertError(400, "invalid_parameter", param);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"receipts\":[]}",
                "{\"receipts\":\"rcp_1_1_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB\"}",
                "{\"receipts\":[\"evt_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB\"]}",
                "{\"receipts\":[\"rcp_1_1_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB\",\"rcp_1_1_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB\"]}"
            })
    void namesInvalidReceipts(String body) {
        send(request(Callers.FULL, "POST", "/ack", PULLED.value()).json(body))
                .assertError(400, "invalid_field", "receipts");
    }

    @Test
    void refusesMoreThanAHundredReceipts() {
        List<String> many = IntStream.range(0, 101)
                .mapToObj(n ->
                        "rcp_1_1_" + EventId.mint(START, new Random(n)).value().substring(4))
                .toList();
        acknowledge(many).assertError(400, "invalid_field", "receipts");
        assertThat(acknowledge(many.subList(0, 100)).status())
                .as("of deliveries that do not wait")
                .isEqualTo(204);
    }

    private ApiResponse pull(String query) {
        return send(request(Callers.FULL, "GET", "", PULLED.value()).query(query));
    }

    private ApiResponse acknowledge(List<String> receipts) {
        String quoted = receipts.stream().map(receipt -> "\"" + receipt + "\"").collect(Collectors.joining(","));
        return send(request(Callers.FULL, "POST", "/ack", PULLED.value()).json("{\"receipts\":[" + quoted + "]}"));
    }

    private static List<String> receipts(ApiResponse response) {
        assertThat(response.status()).as(response.text()).isEqualTo(200);
        return response.json()
                .get("data")
                .valueStream()
                .map(delivery -> delivery.get("receipt").asText())
                .toList();
    }

    private static int left(ApiResponse response) {
        return Integer.parseInt(response.header("RateLimit").replaceAll(".*;r=([0-9]+).*", "$1"));
    }

    private static EventId event(String receipt) {
        return new EventId("evt_" + receipt.substring(receipt.lastIndexOf('_') + 1));
    }

    private ApiRequest request(Caller caller, String method, String below, String webhook) {
        return ApiRequest.of(caller, method, "/webhooks/{webhook_id}/queue" + below)
                .path("webhook_id", webhook)
                .found("requests_per_second", Integer.toString(requestsPerSecond));
    }

    private ApiResponse send(ApiRequest request) {
        return new ApiResponse(api.handleRequest(request.build(), null));
    }

    private List<Event> add(int count) {
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

    private Webhook stored() {
        return webhooks.find(Callers.ACCOUNT, PULLED).orElseThrow();
    }

    private static Webhook webhook(WebhookId id, String url) {
        return Webhook.registered(
                Callers.ACCOUNT,
                id,
                new ApiKeyId("key_full"),
                new WebhookSettings(url, List.of("*"), Optional.empty(), Optional.empty()),
                new Clinics.All(),
                new SealedSecret(1, "acc_1/" + id.value(), SECRET.reveal()),
                START);
    }
}
