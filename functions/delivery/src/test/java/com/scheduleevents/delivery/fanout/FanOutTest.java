package com.scheduleevents.delivery.fanout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.scheduleevents.aws.streams.StreamRecord;
import com.scheduleevents.delivery.priming.PrimingRecords;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.event.EventFilter;
import com.scheduleevents.domain.metrics.Metric;
import com.scheduleevents.domain.webhook.PayloadStyle;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookSettings;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class FanOutTest extends FanOutFixture {

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
    void passesOverVoidRows() throws IOException {
        assertThat(handle(voidRecord(1), record(2, "appointment.booked", "cln_station"), voidRecord(3)))
                .isEqualTo(NOTHING_FAILED);

        assertThat(sent).extracting(message -> message.payload().json()).containsExactly("{\"n\": 2}");
        assertThat(dead).isEmpty();
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
                                PayloadStyle.FULL,
                                Optional.empty(),
                                false,
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

    /** What lies between the two would never come again. */
    @Test
    void reportsTheRecordThatCouldNotBeQueuedWhenALaterOneCouldNotBeMatched() throws IOException {
        webhooks.failFor(new AccountId("acc_2"));
        onSend = messages -> {
            if (messages.getFirst().payload().id().value().endsWith("11")) {
                throw new IllegalStateException("throttled");
            }
        };
        String[] batch = records(15);
        batch[13] = batch[13].replace("acc_1", "acc_2");

        assertThat(handle(batch)).isEqualTo("{\"batchItemFailures\":[{\"itemIdentifier\":\"11\"}]}");
        assertThat(sent).hasSize(10);
    }

    @Test
    void reportsTheRecordThatCouldNotBeMatchedWhenAllBeforeItWereQueued() throws IOException {
        webhooks.failFor(new AccountId("acc_2"));
        String[] batch = records(4);
        batch[2] = batch[2].replace("acc_1", "acc_2");

        assertThat(handle(batch)).isEqualTo("{\"batchItemFailures\":[{\"itemIdentifier\":\"3\"}]}");
        assertThat(sent).extracting(message -> message.payload().json()).containsExactly("{\"n\": 1}", "{\"n\": 2}");
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
        MessageBatcher messages =
                new MessageBatcher(queue(sent), queue(sent), sent::add, sent::add, MAX_ADDED, metrics);
        messages.add(
                record, List.of(new WebhookMatcher.Match(PrimingRecords.delivery(), WebhookMatcher.Way.DELIVERIES)));

        assertThat(messages.send(() -> Duration.ofSeconds(9))).containsSame(record);
        assertThat(sent).isEmpty();
    }

    @Test
    void failsTheEventsOfAnAccountThatThereIsNoTimeToRead() throws IOException {
        List<RecordedEvent> batch = new ArrayList<>();
        for (String account : List.of("acc_1", "acc_2")) {
            String record = record(1, "offer.accepted", "cln_station").replace("acc_1", account);
            batch.add(RecordedEvent.of(new StreamRecord(new ObjectMapper().readTree(record))));
        }
        Iterator<Duration> timeLeft =
                List.of(Duration.ofSeconds(20), Duration.ofSeconds(19)).iterator();

        WebhookMatcher matcher =
                new WebhookMatcher(webhooks, batch, Clock.fixed(NOW, ZoneOffset.UTC), () -> next(timeLeft));

        List<String> read = webhooks.takeCandidateReads();
        assertThat(read).hasSize(1);
        Map<Boolean, List<RecordedEvent>> events = batch.stream()
                .collect(Collectors.partitioningBy(recorded ->
                        read.getFirst().startsWith(recorded.account().value())));
        assertThat(events.get(true)).singleElement().satisfies(recorded -> assertThat(matcher.matches(recorded))
                .isNotEmpty());
        assertThat(events.get(false)).singleElement().satisfies(recorded -> assertThatIllegalStateException()
                .isThrownBy(() -> matcher.matches(recorded)));
    }

    private static Duration next(Iterator<Duration> timeLeft) {
        synchronized (timeLeft) {
            return timeLeft.next();
        }
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
}
