package com.scheduleevents.delivery.fanout;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.scheduleevents.aws.streams.StreamRecord;
import com.scheduleevents.delivery.priming.PrimingRecords;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.DeliveryQueue;
import com.scheduleevents.domain.event.EventFilter;
import com.scheduleevents.domain.metrics.Metric;
import com.scheduleevents.domain.pull.WaitingDelivery;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.webhook.Circuit;
import com.scheduleevents.domain.webhook.Disabling;
import com.scheduleevents.domain.webhook.Health;
import com.scheduleevents.domain.webhook.Health.LastFailure;
import com.scheduleevents.domain.webhook.HealthChange;
import com.scheduleevents.domain.webhook.HealthChange.Rule;
import com.scheduleevents.domain.webhook.SealedSecret;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookSettings;
import com.scheduleevents.domain.webhook.WebhookStatus;
import com.scheduleevents.domain.webhook.WebhookStore.Written;
import com.scheduleevents.testkit.memory.InMemoryBacklog;
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
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class FanOutTest {

    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
    private static final String NOTHING_FAILED = "{\"batchItemFailures\":[]}";

    private final InMemoryWebhooks webhooks = new InMemoryWebhooks();
    private final List<DeliveryMessage> sent = Collections.synchronizedList(new ArrayList<>());
    private final List<DeliveryMessage> sentOnTheRetryQueue = Collections.synchronizedList(new ArrayList<>());
    private final InMemoryBacklog backlog = new InMemoryBacklog();
    private final List<String> dead = new ArrayList<>();
    private final InMemoryMetrics metrics = new InMemoryMetrics();
    private static final LastFailure FAILURE = new LastFailure(OutcomeClass.DNS, OptionalInt.empty());

    /** Called with the messages of each call to a queue. */
    private Consumer<List<DeliveryMessage>> onSend = _ -> {};

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

    @Test
    void queuesAnEventForEveryMatchingActiveWebhookOnly() throws IOException {
        assertThat(handle(record(1, "offer.accepted", "cln_harbour"))).isEqualTo(NOTHING_FAILED);

        assertThat(receivers()).containsExactlyInAnyOrder("whk_all", "whk_offers", "whk_harbour");
        assertThat(sent).allSatisfy(message -> {
            assertThat(message.attempt()).isEqualTo(1);
            assertThat(message.payload().json()).isEqualTo("{\"n\": 1}");
        });
        assertThat(metrics.take()).isEqualTo(Map.of(Metric.FAN_OUT_MATCHES, 3L));
    }

    @Test
    void doesNotQueueAnEventOfAnotherClinicOrType() throws IOException {
        handle(record(1, "appointment.booked", "cln_station"));

        assertThat(receivers()).containsExactly("whk_all");
    }

    @Test
    void makesNoMessageForAnEventThatAFilterLeavesOut() throws IOException {
        Webhook all =
                webhooks.find(new AccountId("acc_1"), new WebhookId("whk_all")).orElseThrow();
        webhooks.update(
                all,
                all.with(
                        new WebhookSettings(
                                all.url(),
                                all.types(),
                                Set.of(new ClinicId("cln_station"), new ClinicId("cln_oldtown")),
                                Optional.empty(),
                                OptionalInt.empty(),
                                Optional.of(EventFilter.parse("{\"n\":[2,3]}")),
                                Optional.empty()),
                        NOW));

        handle(
                record(1, "appointment.booked", "cln_station"),
                record(2, "appointment.booked", "cln_station"),
                record(3, "appointment.booked", "cln_other"));

        assertThat(sent).extracting(message -> message.payload().json()).containsExactly("{\"n\": 2}");
        assertThat(metrics.take()).isEqualTo(Map.of(Metric.FAN_OUT_MATCHES, 1L));
    }

    @Test
    void storesAMalformedRecordAsADeadLetterAndHandlesTheRest() throws IOException {
        String poison = record(2, "offer.accepted", "cln_harbour").replace("\"type\":", "\"kind\":");

        assertThat(handle(
                        record(1, "appointment.booked", "cln_station"),
                        poison,
                        record(3, "appointment.booked", "cln_station")))
                .isEqualTo(NOTHING_FAILED);

        assertThat(dead).singleElement().asString().contains("\"kind\"", "lacks type", "\"SequenceNumber\":\"2\"");
        assertThat(sent).hasSize(2);
    }

    @Test
    void queuesTheOthersWhenARowIsUnreadable() throws IOException {
        webhooks.addUnreadable(new WebhookId("whk_broken"), "a row of Webhooks lacks url");

        assertThat(handle(
                        record(1, "appointment.booked", "cln_station"), record(2, "appointment.booked", "cln_station")))
                .isEqualTo(NOTHING_FAILED);

        assertThat(receivers()).containsExactly("whk_all");
        assertThat(sent).hasSize(2);
        assertThat(dead).hasSize(2).allSatisfy(deadLetter -> assertThat(deadLetter)
                .contains("whk_broken", "lacks url"));
        assertThat(dead.getFirst()).contains("\"SequenceNumber\":\"1\"");
    }

    @Test
    void reportsTheFirstRecordThatCouldNotBeQueued() throws IOException {
        onSend = messages -> {
            if (messages.getFirst().payload().id().value().endsWith("11")) {
                throw new IllegalStateException("throttled");
            }
        };

        assertThat(handle(records(15))).isEqualTo("{\"batchItemFailures\":[{\"itemIdentifier\":\"11\"}]}");
        assertThat(sent).hasSize(10);
    }

    @Test
    void sendsManyCallsSideBySide() throws IOException {
        CountDownLatch running = new CountDownLatch(MessageBatcher.CONCURRENCY);
        onSend = _ -> {
            running.countDown();
            try {
                running.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        };
        String[] records = records(MessageBatcher.CONCURRENCY * 10);

        assertThat(handle(records)).isEqualTo(NOTHING_FAILED);

        assertThat(sent).hasSize(records.length);
    }

    @Test
    void leavesTheRestOfABatchToTheNextInvocationWhenItsTimeIsUp() {
        StreamRecord record = new StreamRecord(JsonNodeFactory.instance.objectNode());
        MessageBatcher messages = new MessageBatcher(new Queue(sent), new Queue(sent), sent::add, sent::add, metrics);
        messages.add(
                record, List.of(new WebhookMatcher.Match(PrimingRecords.delivery(), WebhookMatcher.Way.DELIVERIES)));

        assertThat(messages.send(() -> Duration.ofSeconds(9))).containsSame(record);
        assertThat(sent).isEmpty();
    }

    @Test
    void matchesEventsOfSeveralClinicsOfAnAccount() throws IOException {
        handle(record(1, "offer.accepted", "cln_station"), record(2, "offer.accepted", "cln_harbour"));

        assertThat(sent)
                .extracting(message -> message.webhook().value() + " "
                        + message.payload().clinic().orElseThrow().value())
                .containsExactlyInAnyOrder(
                        "whk_all cln_station",
                        "whk_offers cln_station",
                        "whk_all cln_harbour",
                        "whk_offers cln_harbour",
                        "whk_harbour cln_harbour");
    }

    @Test
    void readsTheWebhooksOfAnAccountOncePerBatch() throws IOException {
        String first = record(1, "offer.accepted", "cln_station");
        String second = record(2, "offer.accepted", "cln_harbour");
        String poison = record(3, "offer.accepted", "cln_harbour").replace("\"type\":", "\"kind\":");

        handle(first, first, first, poison);
        assertThat(webhooks.takeCandidateReads()).containsExactly("acc_1 cln_station");

        handle(first, second, first, second.replace("acc_1", "acc_2"), second);
        assertThat(webhooks.takeCandidateReads())
                .containsExactlyInAnyOrder("acc_1 cln_harbour cln_station", "acc_2 cln_harbour");
    }

    private static String[] records(int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(n -> record(n, "appointment.booked", "cln_station"))
                .toArray(String[]::new);
    }

    @Test
    void sendsEventsOfADoubtfulWebhookToTheRetryQueue() throws IOException {
        doubtful("whk_all", Health.UNKNOWN.with(Health.Failures.NONE.plus(NOW, FAILURE, 10)));
        doubtful("whk_offers", Health.UNKNOWN.withSlow(true));
        doubtful("whk_harbour", Health.UNKNOWN.withSlow(true));
        register("whk_well", "acc_1", List.of("*"), Optional.empty(), new Clinics.All(), WebhookStatus.ACTIVE);

        assertThat(handle(record(1, "offer.accepted", "cln_harbour"))).isEqualTo(NOTHING_FAILED);

        assertThat(receivers()).containsExactly("whk_well");
        assertThat(sentOnTheRetryQueue)
                .extracting(message -> message.webhook().value())
                .containsExactlyInAnyOrder("whk_all", "whk_offers", "whk_harbour");
    }

    @Test
    void addsEventsOfAnOpenCircuitToItsBacklog() throws IOException {
        open("whk_harbour");

        assertThat(handle(record(1, "offer.accepted", "cln_harbour"))).isEqualTo(NOTHING_FAILED);

        assertThat(backlog.oldest(new WebhookId("whk_harbour"), 1, 10))
                .singleElement()
                .satisfies(message -> assertThat(message.payload().json()).isEqualTo("{\"n\": 1}"));
        assertThat(receivers()).containsExactlyInAnyOrder("whk_all", "whk_offers");
        assertThat(sentOnTheRetryQueue).isEmpty();
        assertThat(metrics.take()).isEqualTo(Map.of(Metric.FAN_OUT_MATCHES, 3L, Metric.BACKLOG_ADDED, 1L));
    }

    @Test
    void queuesWhatIsTooMuchForOneInvocationToAddToBacklogs() throws IOException {
        open("whk_all");

        assertThat(handle(records(MessageBatcher.MAX_ADDED + 20))).isEqualTo(NOTHING_FAILED);

        assertThat(backlog.count(new WebhookId("whk_all"), 1, 1_000)).isEqualTo(MessageBatcher.MAX_ADDED);
        assertThat(sentOnTheRetryQueue).hasSize(20);
        assertThat(sent).isEmpty();
    }

    @Test
    void queuesWhatTheBacklogRefuses() throws IOException {
        open("whk_all");
        backlog.refuse();

        assertThat(handle(records(15))).isEqualTo(NOTHING_FAILED);

        assertThat(sentOnTheRetryQueue).hasSize(15);
        assertThat(metrics.take()).isEqualTo(Map.of(Metric.FAN_OUT_MATCHES, 15L));
    }

    @Test
    void addsEventsOfAPullWebhookToItsBacklogAndLeavesWhatIsThere() throws IOException {
        WebhookId pulled = registerPulled("offer.accepted");
        String record = record(1, "offer.accepted", "cln_harbour");

        assertThat(handle(record, record(2, "appointment.booked", "cln_harbour")))
                .isEqualTo(NOTHING_FAILED);

        assertThat(receivers()).doesNotContain("whk_pulled");
        WaitingDelivery waiting = backlog.look(pulled, 1, 10, NOW).visible().getFirst();
        assertThat(waiting.message().payload().json()).isEqualTo("{\"n\": 1}");
        assertThat(metrics.take()).isEqualTo(Map.of(Metric.FAN_OUT_MATCHES, 6L));

        backlog.take(waiting, waiting.pulled(NOW, NOW.plusSeconds(60)));
        handle(record);
        assertThat(backlog.look(pulled, 1, 10, NOW).visible())
                .as("a repeated record does not make it visible")
                .isEmpty();
    }

    @Test
    void queuesWhatTheBacklogOfAPullWebhookRefuses() throws IOException {
        registerPulled("appointment.booked");
        backlog.refuse();

        assertThat(handle(records(15))).isEqualTo(NOTHING_FAILED);

        assertThat(sentOnTheRetryQueue)
                .hasSize(15)
                .allMatch(message -> message.webhook().value().equals("whk_pulled"));
        assertThat(sent).as("neighbours get theirs once").hasSize(15);
    }

    @Test
    void queuesWhatIsTooMuchForOneInvocationToAddForConsumers() throws IOException {
        WebhookId pulled = registerPulled("appointment.booked");

        assertThat(handle(records(MessageBatcher.MAX_ADDED_TO_PULL + 20))).isEqualTo(NOTHING_FAILED);

        assertThat(backlog.count(pulled, 1, 10_000)).isEqualTo(MessageBatcher.MAX_ADDED_TO_PULL);
        assertThat(sentOnTheRetryQueue).hasSize(20);
    }

    private WebhookId registerPulled(String type) {
        WebhookId pulled = new WebhookId("whk_pulled");
        webhooks.insert(Webhook.registered(
                new AccountId("acc_1"),
                pulled,
                new ApiKeyId("key_1"),
                new WebhookSettings(WebhookSettings.PULLED, List.of(type), Optional.empty(), Optional.empty()),
                new Clinics.All(),
                new SealedSecret(1, "key", "…"),
                NOW));
        return pulled;
    }

    private void open(String webhook) {
        doubtful(webhook, Health.UNKNOWN.withCircuit(new Circuit.Open(Duration.ofSeconds(10)), NOW));
    }

    private void doubtful(String webhook, Health health) {
        Webhook read =
                webhooks.find(new AccountId("acc_1"), new WebhookId(webhook)).orElseThrow();
        assertThat(webhooks.write(read, new HealthChange(Rule.FAILED, health))).isInstanceOf(Written.Done.class);
    }

    private String handle(String... records) throws IOException {
        FanOut fanOut = new FanOut(
                webhooks,
                new Queue(sent),
                new Queue(sentOnTheRetryQueue),
                backlog,
                Duration.ofDays(90),
                (body, reason) -> dead.add(body + " " + reason),
                Clock.fixed(NOW, ZoneOffset.UTC),
                metrics);
        ByteArrayOutputStream response = new ByteArrayOutputStream();
        String batch = "{\"Records\":[" + String.join(",", records) + "]}";
        fanOut.handleRequest(new ByteArrayInputStream(batch.getBytes(StandardCharsets.UTF_8)), response, null);
        return response.toString(StandardCharsets.UTF_8);
    }

    private Set<String> receivers() {
        return sent.stream().map(message -> message.webhook().value()).collect(Collectors.toSet());
    }

    private void register(
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

    private static String record(int n, String type, String clinic) {
        return """
                {"eventName":"INSERT","dynamodb":{"SequenceNumber":"%d","NewImage":{"account_id":{"S":"acc_1"},\
                "id":{"S":"evt_01KAJ9Z3M8V4W6X0Y2T5R7%04d"},"type":{"S":"%s"},"clinic_id":{"S":"%s"},\
                "body":{"S":"{\\"n\\": %d}"},"expires_at":{"N":"1"}}}}""".formatted(n, n, type, clinic, n);
    }

    private final class Queue implements DeliveryQueue {
        private final List<DeliveryMessage> onIt;

        Queue(List<DeliveryMessage> onIt) {
            this.onIt = onIt;
        }

        @Override
        public void send(List<DeliveryMessage> messages) {
            onSend.accept(messages);
            onIt.addAll(messages);
        }

        @Override
        public void send(DeliveryMessage message, Duration delay) {
            throw new AssertionError("fan-out puts nothing off");
        }
    }
}
