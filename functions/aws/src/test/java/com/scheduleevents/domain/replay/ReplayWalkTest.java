package com.scheduleevents.domain.replay;

import static com.scheduleevents.domain.replay.ReplaySamples.ACCOUNT;
import static com.scheduleevents.domain.replay.ReplaySamples.NOW;
import static com.scheduleevents.domain.replay.ReplaySamples.RETENTION;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.scheduleevents.aws.wiring.TestWiring;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.delivery.DeliveryLog;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.DeliveryStatus;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventStore;
import com.scheduleevents.domain.event.ShortReads;
import com.scheduleevents.domain.replay.ReplayWalk.Step;
import com.scheduleevents.domain.webhook.Webhook;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ReplayWalkTest {

    private static final Instant SINCE = NOW.minus(Duration.ofHours(1));

    private final DeliveryLog log = TestWiring.create().deliveryLog();

    /** Covers reads that return fewer events than requested, and a last slice that is full or not. */
    @Property(tries = 200)
    void everyEventOfTheRangeIsQueuedOnceOldestFirst(
            @ForAll @IntRange(max = 350) int count, @ForAll @IntRange(min = 1, max = 100) int given) {
        EventStore events = new ShortReads(TestWiring.create().events(), max -> Math.min(max, given));
        List<EventId> expected = record(events, count);
        put(events, SINCE.minusMillis(1), "cln_1");
        put(events, NOW, "cln_1");

        List<DeliveryMessage> queued = walk(events, ReplaySamples.webhook(), Optional.empty());

        assertThat(queued).extracting(message -> message.payload().id()).isEqualTo(expected);
        assertThat(queued).allSatisfy(message -> {
            assertThat(message.cycle()).isEqualTo(1);
            assertThat(message.attempt()).isEqualTo(1);
            assertThat(message.notBefore()).isEqualTo(NOW);
        });
    }

    @Test
    void loggedDeliveryBeginsItsNextRetryCycle() {
        EventStore events = TestWiring.create().events();
        Event failed = put(events, SINCE, "cln_1");
        Event fine = put(events, SINCE.plusSeconds(1), "cln_1");
        Event never = put(events, SINCE.plusSeconds(2), "cln_1");
        logged(failed, DeliveryStatus.FAILED);
        logged(fine, DeliveryStatus.SUCCEEDED);

        assertThat(walk(events, ReplaySamples.webhook(), Optional.of(ReplayFilter.MISSED)))
                .extracting(message -> message.payload().id(), DeliveryMessage::cycle)
                .containsExactly(tuple(failed.id(), 2), tuple(never.id(), 1));
    }

    @Test
    void eventsOfOtherClinicsAreNeitherSentNorCounted() {
        EventStore events = TestWiring.create().events();
        put(events, SINCE, "cln_1");
        put(events, SINCE.plusSeconds(1), "cln_2");
        Clinics one = new Clinics.Listed(Set.of(new ClinicId("cln_1")));
        for (Webhook webhook : List.of(
                ReplaySamples.webhook(new Clinics.All(), Optional.of(new ClinicId("cln_1")), "*"),
                ReplaySamples.webhook(one, Optional.empty(), "*"))) {
            Step step = new ReplayWalk(events, log, RETENTION, 100)
                    .next(ReplaySamples.replay(webhook, SINCE, Optional.empty()), webhook, NOW);
            assertThat(step.messages()).hasSize(1);
            assertThat(step.replay().progress().lookedAt()).isEqualTo(1);
            assertThat(step.replay().status()).isEqualTo("completed");
        }
    }

    @Test
    void countStopsAtItsBudgetAndSaysSo() {
        EventStore events = TestWiring.create().events();
        record(events, ReplayWalk.COUNT_BUDGET + 1);
        Replay counted = new ReplayWalk(events, log, RETENTION, 100)
                .count(
                        ReplaySamples.replay(ReplaySamples.webhook(), SINCE, Optional.empty()),
                        ReplaySamples.webhook(),
                        NOW);
        assertThat(counted.isRunning()).isTrue();
        assertThat(counted.progress().queued()).isEqualTo(ReplayWalk.COUNT_BUDGET);
    }

    private List<DeliveryMessage> walk(EventStore events, Webhook webhook, Optional<ReplayFilter> filter) {
        ReplayWalk walk = new ReplayWalk(events, log, RETENTION, 100);
        Replay replay = ReplaySamples.replay(webhook, SINCE, filter);
        List<DeliveryMessage> queued = new ArrayList<>();
        while (replay.isRunning()) {
            Step step = walk.next(replay, webhook, NOW);
            assertThat(step.replay().progress().steps())
                    .isEqualTo(replay.progress().steps() + 1);
            queued.addAll(step.messages());
            replay = step.replay();
        }
        assertThat(replay.status()).isEqualTo("completed");
        assertThat(replay.progress().queued()).isEqualTo(queued.size());
        return queued;
    }

    private void logged(Event event, DeliveryStatus status) {
        log.append(
                ReplaySamples.webhook().id(),
                ReplaySamples.logged(event.id(), 1, status, Optional.of(SINCE.plusSeconds(9))),
                NOW);
    }

    private static List<EventId> record(EventStore events, int count) {
        return IntStream.range(0, count)
                .mapToObj(n -> put(events, SINCE.plusMillis(n), "cln_1").id())
                .toList();
    }

    private static Event put(EventStore events, Instant at, String clinic) {
        Event event = ReplaySamples.event(at, "offer.created", clinic);
        return events.putIfAbsent(ACCOUNT, event, NOW).orElseThrow();
    }
}
