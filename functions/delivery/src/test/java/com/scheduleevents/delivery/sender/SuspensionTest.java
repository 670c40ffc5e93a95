package com.scheduleevents.delivery.sender;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.DeliveryStatus;
import com.scheduleevents.domain.delivery.Payload;
import com.scheduleevents.domain.webhook.Webhook;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Deliveries of suspended accounts, and of clinics that were removed. */
final class SuspensionTest {

    private static final Instant START = SenderWorld.START;

    @Test
    void deliversEventsOfTheSuspensionAfterTheAccountIsResumed() {
        SenderWorld world = new SenderWorld(1, 0, _ -> true);
        List<DeliveryMessage> events = everySecond(world, 200);
        Instant suspended = suspendAt(world, Duration.ofSeconds(50));
        Instant resumed = resumeAt(world, Duration.ofDays(9));
        world.run();

        assertDelivered(world, events);
        assertThat(world.attemptTimes).hasSize(200);
        assertNothingSentBetween(world, suspended, resumed);
        assertThat(world.webhook().orElseThrow().health().isCircuitOpen()).isFalse();
        assertThat(world.webhook().orElseThrow().health().probeAt()).isEmpty();
    }

    @Test
    void startsTheNextRetryCycleForADeliveryThatFailedBefore() {
        Instant well = START.plus(Duration.ofDays(5)).plus(Duration.ofHours(23));
        SenderWorld world = new SenderWorld(1, 0, (w, _) -> !w.now.isBefore(well));
        world.enqueue(SenderWorld.first());
        Instant suspended = suspendAt(world, Duration.ofHours(20));
        Instant resumed = resumeAt(world, Duration.ofDays(5));
        world.run();

        assertThat(world.disablings).isEmpty();
        assertThat(world.logged().status()).isEqualTo(DeliveryStatus.SUCCEEDED);
        assertThat(world.logged().cycle()).isEqualTo(2);
        assertNothingSentBetween(world, suspended, resumed);
    }

    @Test
    void doesNotSendADeliveryThatWasDismissedInTheBacklog() {
        SenderWorld world = new SenderWorld(1, 0, (w, _) -> !w.now.isBefore(START.plus(Duration.ofHours(3))));
        world.enqueue(SenderWorld.first());
        suspendAt(world, Duration.ofHours(2));
        Instant resumed = resumeAt(world, Duration.ofDays(5));
        world.at(resumed, world::dismiss);
        world.run();

        assertThat(world.logged().status()).isEqualTo(DeliveryStatus.DISMISSED);
        assertThat(world.attemptTimes).allMatch(at -> at.isBefore(resumed));
        assertThat(backlog(world)).isZero();
    }

    @Test
    void makesNoWaitingAttemptAfterTheSuspension() {
        SenderWorld world = new SenderWorld(1, 0, _ -> true);
        world.whileItWaits = () -> world.change(Webhook::asSuspended);
        world.enqueue(SenderWorld.first());
        world.run();

        assertThat(world.attempts).isEmpty();
        assertThat(backlog(world)).isEqualTo(1);
    }

    @Test
    void dropsAPingOfASuspendedAccount() {
        SenderWorld world = new SenderWorld(1, 0, _ -> true);
        world.change(Webhook::asSuspended);
        Webhook webhook = world.webhook().orElseThrow();
        Payload ping = Payload.ping(webhook.id(), START, new Random(1));
        world.enqueue(DeliveryMessage.again(webhook, ping, Optional.empty(), START));
        world.run();

        assertThat(world.attempts).isEmpty();
        assertThat(backlog(world)).isZero();
    }

    @Test
    void dropsDeliveriesOfAClinicThatWasRemoved() {
        SenderWorld world = new SenderWorld(1, 0, (w, _) -> !w.now.isBefore(START.plus(Duration.ofHours(3))));
        everySecond(world, 100);
        Instant gone = START.plus(Duration.ofHours(1));
        world.at(gone, () -> world.change(row -> row.seeing(new Clinics.All(Set.of(new ClinicId("cln_1"))))));
        world.run();

        assertThat(world.attemptTimes).allMatch(at -> at.isBefore(gone));
        assertThat(backlog(world)).isZero();
        assertThat(world.webhook().orElseThrow().isActive()).isTrue();
    }

    /** Suspension and resumption at any time, crashes anywhere: nothing is sent meanwhile, and nothing is lost. */
    @Property(tries = 300)
    void noCrashLosesTheBacklogOrSendsDuringASuspension(
            @ForAll long seed,
            @ForAll @IntRange(max = 90) int suspendedAfter,
            @ForAll @IntRange(min = 1, max = 3_000) int suspendedFor,
            @ForAll @IntRange(max = 60) int downForMinutes) {
        Instant up = START.plus(Duration.ofMinutes(downForMinutes));
        SenderWorld world = new SenderWorld(seed, 0.05, (w, _) -> !w.now.isBefore(up));
        List<DeliveryMessage> events = everySecond(world, 30);
        Instant suspended = suspendAt(world, Duration.ofSeconds(suspendedAfter));
        Instant resumed = resumeAt(world, Duration.ofSeconds(suspendedAfter).plusMinutes(suspendedFor));
        world.run();

        assertThat(world.disablings).isEmpty();
        assertDelivered(world, events);
        assertThat(backlog(world)).isZero();
        assertNothingSentBetween(world, suspended, resumed);
    }

    private static Instant suspendAt(SenderWorld world, Duration after) {
        world.at(START.plus(after), () -> world.change(Webhook::asSuspended));
        return START.plus(after);
    }

    private static Instant resumeAt(SenderWorld world, Duration after) {
        world.at(START.plus(after), () -> world.change(row -> row.resumed(world.now)));
        return START.plus(after);
    }

    private static void assertDelivered(SenderWorld world, List<DeliveryMessage> events) {
        assertThat(events).allSatisfy(event -> assertThat(world.logged(event))
                .hasValueSatisfying(row -> assertThat(row.status()).isEqualTo(DeliveryStatus.SUCCEEDED)));
    }

    private static void assertNothingSentBetween(SenderWorld world, Instant suspended, Instant resumed) {
        assertThat(world.attemptTimes).noneMatch(at -> at.isAfter(suspended) && at.isBefore(resumed));
    }

    private static List<DeliveryMessage> everySecond(SenderWorld world, int events) {
        List<DeliveryMessage> messages = IntStream.range(0, events)
                .mapToObj(n -> SenderWorld.message(START.plusSeconds(n), n + 100))
                .toList();
        messages.forEach(message -> world.at(message.notBefore(), () -> world.enqueue(message)));
        return messages;
    }

    private static int backlog(SenderWorld world) {
        Webhook webhook = world.webhook().orElseThrow();
        return world.backlog.count(webhook.id(), webhook.generation(), 10_000);
    }
}
