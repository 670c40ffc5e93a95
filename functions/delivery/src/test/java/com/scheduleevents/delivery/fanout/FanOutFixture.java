package com.scheduleevents.delivery.fanout;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.aws.wiring.TestWiring;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.circuit.Backlog;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.pull.PullQueue;
import com.scheduleevents.domain.queue.MessageQueue;
import com.scheduleevents.domain.webhook.Disabling;
import com.scheduleevents.domain.webhook.SealedSecret;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookSettings;
import com.scheduleevents.domain.webhook.WebhookStatus;
import com.scheduleevents.testkit.aws.WatchedCalls;
import com.scheduleevents.testkit.memory.InMemoryMetrics;
import com.scheduleevents.testkit.memory.InMemoryWebhooks;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Fan-out on simulated storage, and the webhooks of two accounts. */
abstract class FanOutFixture {

    /** The most deliveries of open circuits that a batch adds to the backlog. */
    static final int MAX_ADDED = 100;

    static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
    static final String NOTHING_FAILED = "{\"batchItemFailures\":[]}";

    final InMemoryWebhooks webhooks = new InMemoryWebhooks();
    final List<DeliveryMessage> sent = Collections.synchronizedList(new ArrayList<>());
    final List<DeliveryMessage> sentOnTheRetryQueue = Collections.synchronizedList(new ArrayList<>());
    final TestWiring aws = TestWiring.create();
    final Backlog backlog = aws.backlog((body, reason) -> {
        throw new AssertionError(body + " cannot be read: " + reason);
    });
    final PullQueue pullQueue = aws.pullQueue();

    /** Whether backlogs refuse further deliveries, as a partition does that is written too often. */
    boolean backlogRefuses;

    final List<String> dead = new ArrayList<>();
    final InMemoryMetrics metrics = new InMemoryMetrics();

    /** Called with the messages of each call to a queue. */
    Consumer<List<DeliveryMessage>> onSend = _ -> {};

    @BeforeEach
    void registerWebhooks() {
        register("whk_all", "acc_1", List.of("*"), Optional.empty(), new Clinics.All(), WebhookStatus.ACTIVE);
        register(
                "whk_offers",
                "acc_1",
                List.of("offer.accepted"),
                Optional.empty(),
                new Clinics.All(),
                WebhookStatus.ACTIVE);
        register(
                "whk_harbour",
                "acc_1",
                List.of("*"),
                Optional.of("cln_harbour"),
                new Clinics.All(),
                WebhookStatus.ACTIVE);
        register(
                "whk_none",
                "acc_1",
                List.of("*"),
                Optional.empty(),
                new Clinics.Listed(Set.of()),
                WebhookStatus.ACTIVE);
        register("whk_off", "acc_1", List.of("*"), Optional.empty(), new Clinics.All(), WebhookStatus.DISABLED);
        register("whk_other", "acc_2", List.of("*"), Optional.empty(), new Clinics.All(), WebhookStatus.ACTIVE);
    }

    static String[] records(int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(n -> record(n, "appointment.booked", "cln_station"))
                .toArray(String[]::new);
    }

    String handle(String... records) throws IOException {
        FanOut fanOut = new FanOut(
                webhooks,
                queue(sent),
                queue(sentOnTheRetryQueue),
                aws.with(WatchedCalls.of(DynamoDbClient.class, aws.dynamoDb(), (_, _) -> requireTaken()))
                        .pullQueue(),
                Duration.ofDays(90),
                MAX_ADDED,
                (body, reason) -> dead.add(body + " " + reason),
                Clock.fixed(NOW, ZoneOffset.UTC),
                metrics);
        ByteArrayOutputStream response = new ByteArrayOutputStream();
        String batch = "{\"Records\":[" + String.join(",", records) + "]}";
        fanOut.handleRequest(new ByteArrayInputStream(batch.getBytes(StandardCharsets.UTF_8)), response, null);
        return response.toString(StandardCharsets.UTF_8);
    }

    private void requireTaken() {
        if (backlogRefuses) {
            throw new IllegalStateException("throttled");
        }
    }

    Set<String> receivers() {
        return sent.stream().map(message -> message.webhook().value()).collect(Collectors.toSet());
    }

    void register(
            String id,
            String account,
            List<String> types,
            Optional<String> clinic,
            Clinics visible,
            WebhookStatus status) {
        Webhook webhook = Webhook.registered(
                new AccountId(account),
                new WebhookId(id),
                new ApiKeyId("key_1"),
                new WebhookSettings("https://example.com/", types, clinic.map(ClinicId::new), Optional.empty()),
                visible,
                new SealedSecret(1, "key", "…"),
                NOW);
        webhooks.insert(status == WebhookStatus.ACTIVE ? webhook : webhook.disabled(new Disabling.Requested(NOW)));
    }

    static String record(int n, String type, String clinic) {
        return """
                {"eventName":"INSERT","dynamodb":{"SequenceNumber":"%d","NewImage":{"account_id":{"S":"acc_1"},\
                "id":{"S":"evt_01KAJ9Z3M8V4W6X0Y2T5R7%04d"},"type":{"S":"%s"},"clinic_id":{"S":"%s"},\
                "body":{"S":"{\\"n\\": %d}"},"expires_at":{"N":"1"}}}}""".formatted(n, n, type, clinic, n);
    }

    static String voidRecord(int n) {
        return """
                {"eventName":"INSERT","dynamodb":{"SequenceNumber":"%d","NewImage":{"account_id":{"S":"acc_1"},\
                "id":{"S":"evt_01KAJ9Z3M8V4W6X0Y2T5R7%04d"},"void":{"BOOL":true},"expires_at":{"N":"1"}}}}""".formatted(n, n);
    }

    MessageQueue<DeliveryMessage> queue(List<DeliveryMessage> onIt) {
        return (messages, delay, receivedBefore) -> {
            assertThat(delay).isZero();
            assertThat(receivedBefore).isFalse();
            onSend.accept(messages);
            onIt.addAll(messages);
        };
    }
}
