package com.scheduleevents.delivery.sender;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.DeliveryStatus;
import com.scheduleevents.domain.webhook.Disabling;
import com.scheduleevents.domain.webhook.DueMail;
import com.scheduleevents.domain.webhook.Health;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** The cost of a receiver that is down, and the fate of its deliveries: the real sender in a small world. */
final class DeadReceiverCostTest {

    private static final Instant START = SenderWorld.START;

    @Test
    void deliversEverythingAfterThreeHoursOfFailure() {
        SenderWorld world = down(1, 0, Duration.ofHours(3));
        List<DeliveryMessage> events = everySecond(world, 2_000);
        world.run();

        assertThat(events).allSatisfy(event -> assertThat(world.logged(event))
                .hasValueSatisfying(row -> assertThat(row.status()).isEqualTo(DeliveryStatus.SUCCEEDED)));
        assertThat(backlog(world)).isZero();
        Health health = world.webhook().orElseThrow().health();
        assertThat(health.isCircuitOpen()).isFalse();
        assertThat(health.isFailing()).isFalse();
        assertThat(health.probeAt()).isEmpty();
        // The owner got a warning and a recovery e-mail.
        assertThat(world.webhooks.due(world.webhook().orElseThrow().id()))
                .containsExactlyInAnyOrder(DueMail.warning(START), DueMail.recovered(START));
        // A few dozen attempts were made during the outage, not two thousand.
        long whileDown = world.attemptTimes.stream()
                .filter(at -> at.isBefore(START.plus(Duration.ofHours(3))))
                .count();
        assertThat(whileDown).isBetween(50L, 300L);
        Instant last = world.attemptTimes.getLast();
        assertThat(Duration.between(START.plus(Duration.ofHours(3)), last)).isLessThan(Duration.ofHours(1));
    }

    @Test
    void makesOneSmallWritePerEventForADeadReceiver() {
        SenderWorld world = down(1, 0, Duration.ofDays(9));
        everySecond(world, 2_000);
        world.run();

        assertThat(world.disablings).hasSize(1);
        Webhook webhook = world.webhook().orElseThrow();
        assertThat(webhook.status()).isEqualTo(WebhookStatus.DISABLED);
        assertThat(webhook.health().probeAt()).isEmpty();
        assertThat(world.disablings.getFirst().at()).isEqualTo(START.plus(Duration.ofHours(24)));
        // Ten at first and one every ten minutes, each with up to eleven attempts in its day.
        assertThat(world.attempts).hasSizeBetween(800, 2_000);
        assertThat(world.calls.get("Backlog.add")).isBetween(1_900, 2_000);
        assertThat(backlog(world)).isGreaterThan(1_800);
    }

    @Test
    void keepsTheCircuitClosedWhenOneEventIsRefused() {
        DeliveryMessage poison = SenderWorld.message(START, 1);
        SenderWorld world = new SenderWorld(1, 0, (_, request) -> !request.headers()
                .containsValue(poison.payload().id().value()));
        world.enqueue(poison);
        List<DeliveryMessage> good = everySecond(world, 500);
        world.run();

        assertThat(good).allSatisfy(event -> assertThat(world.logged(event))
                .hasValueSatisfying(row -> assertThat(row.status()).isEqualTo(DeliveryStatus.SUCCEEDED)));
        assertThat(world.calls).doesNotContainKey("Backlog.add");
        assertThat(world.disablings).hasSize(1);
    }

    @Test
    void notifiesTheOwnerOfRefusedEventsWithoutRepeating() {
        List<DeliveryMessage> poison = everySoOften(240, 300, -1_000);
        Set<String> refused =
                poison.stream().map(event -> event.payload().id().value()).collect(Collectors.toSet());
        SenderWorld world = new SenderWorld(
                1, 0, (_, request) -> !refused.contains(request.headers().get("webhook-id")));
        poison.forEach(message -> world.at(message.notBefore(), () -> world.enqueue(message)));
        everySoOften(60, 1_500, 1).forEach(message -> world.at(message.notBefore(), () -> world.enqueue(message)));
        world.run();

        assertThat(world.disablings).hasSize(1);
        Set<DueMail> mails = world.webhooks.due(world.webhook().orElseThrow().id());
        assertThat(mails).contains(DueMail.disabled(1));
        assertThat(mails)
                .filteredOn(mail -> mail.kind() == DueMail.Kind.REFUSED)
                .hasSizeBetween(1, 4);
        assertThat(mails).noneMatch(mail -> mail.kind() == DueMail.Kind.WARNING);
    }

    @Test
    void doesNotWriteTheRowOfAHealthyWebhook() {
        SenderWorld world = new SenderWorld(1, 0, _ -> true);
        everySecond(world, 100);
        world.run();

        assertThat(world.calls).doesNotContainKey("WebhookStore.write");
    }

    @Test
    void deliversTheBacklogToTheNewUrl() {
        SenderWorld world = new SenderWorld(1, 0, (_, request) -> request.url().contains("example.org"));
        List<DeliveryMessage> events = everySecond(world, 300);
        world.at(START.plus(Duration.ofHours(2)), world::moveWebhook);
        world.run();

        assertThat(events).allSatisfy(event -> assertThat(world.logged(event))
                .hasValueSatisfying(row -> assertThat(row.status()).isEqualTo(DeliveryStatus.SUCCEEDED)));
        assertThat(backlog(world)).isZero();
    }

    @Test
    void doesNotSendTheBacklogOfADisabledWebhook() {
        SenderWorld world = down(1, 0, Duration.ofHours(2));
        everySecond(world, 300);
        world.at(
                START.plus(Duration.ofHours(1)),
                () -> world.change(row -> row.disabled(new Disabling.Requested(world.now))));
        world.at(START.plus(Duration.ofHours(3)), () -> world.change(Webhook::enabled));
        world.run();

        assertThat(world.attemptTimes).allMatch(at -> !at.isAfter(START.plus(Duration.ofHours(1))));
        assertThat(world.webhook().orElseThrow().health()).isEqualTo(Health.UNKNOWN);
    }

    /** Open circuits, a flapping receiver, a new URL, crashes anywhere: each event is delivered, or the webhook is disabled. */
    @Property(tries = 60)
    void noCrashLosesADeliveryOfTheBacklog(
            @ForAll long seed,
            @ForAll @IntRange(min = 0, max = 300) int downForMinutes,
            @ForAll @IntRange(min = 1, max = 3) int flapping) {
        Instant up = START.plus(Duration.ofMinutes(downForMinutes));
        SenderWorld world =
                new SenderWorld(seed, 0.05, (w, _) -> !w.now.isBefore(up) && w.attempts.size() % flapping == 0);
        List<DeliveryMessage> events = everySecond(world, 40);
        world.run();

        // A delivery whose attempts all met an outage ends as the specification says.
        if (world.disablings.isEmpty()) {
            assertThat(events).allSatisfy(event -> assertThat(world.logged(event))
                    .hasValueSatisfying(row -> assertThat(row.status()).isEqualTo(DeliveryStatus.SUCCEEDED)));
            assertThat(backlog(world)).isZero();
        } else {
            assertThat(flapping).isGreaterThan(1);
        }
    }

    private static SenderWorld down(long seed, double crashes, Duration downFor) {
        return new SenderWorld(seed, crashes, (world, _) -> !world.now.isBefore(START.plus(downFor)));
    }

    private static List<DeliveryMessage> everySecond(SenderWorld world, int events) {
        List<DeliveryMessage> messages = IntStream.range(0, events)
                .mapToObj(n -> SenderWorld.message(START.plusSeconds(n), n + 100))
                .toList();
        messages.forEach(message -> world.at(message.notBefore(), () -> world.enqueue(message)));
        return messages;
    }

    private static List<DeliveryMessage> everySoOften(int seconds, int events, int seed) {
        return IntStream.range(0, events)
                .mapToObj(n -> SenderWorld.message(START.plusSeconds((long) n * seconds), seed + n))
                .toList();
    }

    private static int backlog(SenderWorld world) {
        Webhook webhook = world.webhook().orElseThrow();
        return world.backlog.count(webhook.id(), webhook.generation(), 10_000);
    }
}
