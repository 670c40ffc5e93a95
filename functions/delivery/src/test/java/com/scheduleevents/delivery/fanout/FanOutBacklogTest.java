package com.scheduleevents.delivery.fanout;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.metrics.Metric;
import com.scheduleevents.domain.pull.WaitingDelivery;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.webhook.Circuit;
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
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Tests the events of webhooks that are failing or slow, whose circuit is open, or whose deliveries are pulled. */
final class FanOutBacklogTest extends FanOutFixture {

    private static final LastFailure FAILURE = new LastFailure(OutcomeClass.DNS, OptionalInt.empty());

    @Test
    void sendsEventsOfADoubtfulWebhookToTheRetryQueue() throws IOException {
        doubtful("whk_all", Health.UNKNOWN.with(Health.Failures.NONE.plus(NOW, NOW, FAILURE, 10)));
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
    void sendsEventsOfHealthyNeighboursBeforeItAddsToABacklog() throws IOException {
        WebhookId dead = new WebhookId("whk_harbour");
        open(dead.value());
        WebhookId pulled = registerPulled("offer.accepted");
        onSend = _ -> assertThat(backlog.count(dead, 1, 10) + backlog.count(pulled, 1, 10))
                .isZero();

        assertThat(handle(record(1, "offer.accepted", "cln_harbour"))).isEqualTo(NOTHING_FAILED);

        assertThat(receivers()).containsExactlyInAnyOrder("whk_all", "whk_offers");
        assertThat(backlog.count(dead, 1, 10) + backlog.count(pulled, 1, 10)).isEqualTo(2);
    }

    @Test
    void reportsTheFirstRecordThatWasNotSentOnEitherQueue() throws IOException {
        doubtful("whk_offers", Health.UNKNOWN.withSlow(true));
        onSend = messages -> {
            if (!messages.getFirst().payload().id().value().endsWith("1")) {
                throw new IllegalStateException("throttled");
            }
        };
        String[] records = records(11);
        records[10] = record(12, "appointment.booked", "cln_station");
        records[2] = record(3, "offer.accepted", "cln_station");

        assertThat(handle(records)).isEqualTo("{\"batchItemFailures\":[{\"itemIdentifier\":\"3\"}]}");

        assertThat(sent).hasSize(10);
    }

    @Test
    void queuesWhatIsTooMuchForOneInvocationToAddToBacklogs() throws IOException {
        open("whk_all");

        assertThat(handle(records(MAX_ADDED + 20))).isEqualTo(NOTHING_FAILED);

        assertThat(backlog.count(new WebhookId("whk_all"), 1, 1_000)).isEqualTo(MAX_ADDED);
        assertThat(sentOnTheRetryQueue).hasSize(20);
        assertThat(sent).isEmpty();
    }

    @Test
    void queuesWhatTheBacklogRefuses() throws IOException {
        open("whk_all");
        backlogRefuses = true;

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
        WaitingDelivery waiting = pullQueue.look(pulled, 1, 10, NOW).visible().getFirst();
        assertThat(waiting.message().payload().json()).isEqualTo("{\"n\": 1}");
        assertThat(metrics.take()).isEqualTo(Map.of(Metric.FAN_OUT_MATCHES, 6L));

        pullQueue.take(waiting, waiting.pulled(NOW, NOW.plusSeconds(60)));
        handle(record);
        assertThat(pullQueue.look(pulled, 1, 10, NOW).visible())
                .as("a repeated record does not make it visible")
                .isEmpty();
    }

    @Test
    void queuesWhatTheBacklogOfAPullWebhookRefuses() throws IOException {
        registerPulled("appointment.booked");
        backlogRefuses = true;

        assertThat(handle(records(15))).isEqualTo(NOTHING_FAILED);

        assertThat(sentOnTheRetryQueue)
                .hasSize(15)
                .allMatch(message -> message.webhook().value().equals("whk_pulled"));
        assertThat(sent).as("neighbours get theirs once").hasSize(15);
    }

    @Test
    void queuesWhatIsTooMuchForOneInvocationToAddForConsumers() throws IOException {
        WebhookId pulled = registerPulled("appointment.booked");

        assertThat(handle(records(10 * MAX_ADDED + 20))).isEqualTo(NOTHING_FAILED);

        assertThat(backlog.count(pulled, 1, 10_000)).isEqualTo(10 * MAX_ADDED);
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
}
