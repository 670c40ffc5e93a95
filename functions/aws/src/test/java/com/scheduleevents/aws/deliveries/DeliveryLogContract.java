package com.scheduleevents.aws.deliveries;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.delivery.DeliveryLog;
import com.scheduleevents.domain.delivery.DeliveryStatus;
import com.scheduleevents.domain.delivery.LoggedAttempt;
import com.scheduleevents.domain.delivery.LoggedDeliveries;
import com.scheduleevents.domain.delivery.LoggedDelivery;
import com.scheduleevents.domain.delivery.LoggedDelivery.Dropped;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventRange;
import com.scheduleevents.domain.receiver.CertificateFault;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The contract of {@link DeliveryLog}, including reads of many deliveries at once. */
abstract class DeliveryLogContract {

    private static final Instant NOW = Instant.parse("2026-11-20T14:02:11.337Z");
    /** Far in the future, because DynamoDB Local deletes expired rows. */
    private static final Instant EXPIRY = Instant.parse("2126-11-20T00:00:00Z");

    private static final Random RANDOM = new Random();

    private final WebhookId webhook = WebhookId.mint(NOW, RANDOM);
    private final EventId event = EventId.mint(NOW, RANDOM);

    /** The port, which has no deliveries of new webhooks. */
    protected abstract DeliveryLog log();

    @Test
    void appendWritesAttemptsInTheirOrderAlone() {
        assertThat(append(attempt(1, 2, DeliveryStatus.PENDING))).isFalse();
        assertThat(append(attempt(1, 1, DeliveryStatus.PENDING))).isTrue();
        assertThat(append(attempt(1, 1, DeliveryStatus.PENDING))).isFalse();
        assertThat(append(attempt(1, 3, DeliveryStatus.PENDING))).isFalse();
        LoggedDelivery second = attempt(1, 2, DeliveryStatus.SUCCEEDED);
        assertThat(append(second)).isTrue();

        LoggedDelivery found = log().find(webhook, event).orElseThrow();
        assertThat(found.attempts()).extracting(LoggedAttempt::number).containsExactly(1, 2);
        assertThat(found.last()).isEqualTo(second.last());
        assertThat(found.status()).isEqualTo(DeliveryStatus.SUCCEEDED);
        assertThat(found.made()).isEqualTo(2);
        assertThat(found.nextAttempt()).isEmpty();
        assertThat(found.type()).isEqualTo("offer.created");
        assertThat(found.clinic()).contains(new ClinicId("cln_1"));
    }

    @Test
    void beginWritesADeliveryOnceAndKeepsItsDismissal() {
        LoggedDelivery dismissed = new LoggedDelivery(
                event,
                "offer.created",
                Optional.of(new ClinicId("cln_1")),
                OptionalLong.of(1),
                1,
                0,
                DeliveryStatus.DISMISSED,
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Dropped.NONE);
        assertThat(log().begin(webhook, dismissed, EXPIRY)).isTrue();
        assertThat(log().find(webhook, event)).contains(dismissed);
        assertThat(append(attempt(1, 1, DeliveryStatus.PENDING))).isFalse();
        assertThat(append(attempt(1, 1, DeliveryStatus.SUCCEEDED))).isTrue();
        assertThat(log().begin(webhook, dismissed, EXPIRY)).isFalse();
    }

    @Test
    void nextCycleEndsTheOneBefore() {
        append(attempt(1, 1, DeliveryStatus.FAILED));
        assertThat(append(attempt(2, 2, DeliveryStatus.PENDING))).isFalse();
        assertThat(append(attempt(2, 1, DeliveryStatus.PENDING))).isTrue();
        assertThat(append(attempt(1, 2, DeliveryStatus.PENDING))).isFalse();
        assertThat(append(attempt(2, 1, DeliveryStatus.PENDING))).isFalse();

        LoggedDelivery read = log().find(webhook, event).orElseThrow();
        assertThat(read.attempts()).hasSize(2);
        LoggedDelivery next = read.nextCycle(2, NOW);
        assertThat(log().replace(webhook, read, next)).isTrue();
        assertThat(log().replace(webhook, read, read.dismissed())).isFalse();
        assertThat(log().find(webhook, event)).contains(next);
        assertThat(append(attempt(3, 1, DeliveryStatus.SUCCEEDED))).isTrue();
    }

    @Test
    void attemptsOfManyRetryCyclesAreNotAllKept() {
        LoggedAttempt first = attempt(1, 1, DeliveryStatus.SUCCEEDED).last();
        LoggedDelivery latest = attempt(66, 1, DeliveryStatus.FAILED);
        List<LoggedAttempt> attempts = Stream.concat(
                        Stream.of(first),
                        IntStream.rangeClosed(2, 66).mapToObj(cycle -> attempt(cycle, 1, DeliveryStatus.FAILED)
                                .last()))
                .toList();
        assertThat(log().begin(
                                webhook,
                                new LoggedDelivery(
                                        event,
                                        latest.type(),
                                        latest.clinic(),
                                        latest.generation(),
                                        latest.cycle(),
                                        latest.made(),
                                        latest.status(),
                                        latest.firstAttempt(),
                                        latest.nextAttempt(),
                                        attempts,
                                        Dropped.NONE),
                                EXPIRY))
                .isTrue();

        assertThat(append(attempt(67, 1, DeliveryStatus.PENDING))).isTrue();

        LoggedDelivery found = log().find(webhook, event).orElseThrow();
        assertThat(found.attempts()).hasSizeLessThan(40).startsWith(first);
        assertThat(found.last().cycle()).isEqualTo(67);
        assertThat(found.attemptsMade()).isEqualTo(67);
        assertThat(found.attemptsFailed()).isEqualTo(66);
        assertThat(append(attempt(66, 2, DeliveryStatus.PENDING))).isFalse();
        assertThat(append(attempt(67, 2, DeliveryStatus.SUCCEEDED))).isTrue();

        LoggedDelivery read = log().find(webhook, event).orElseThrow();
        assertThat(log().replace(webhook, read, read.nextCycle(1, NOW))).isTrue();
        LoggedDelivery again = log().find(webhook, event).orElseThrow();
        assertThat(again).isEqualTo(read.nextCycle(1, NOW));
        assertThat(again.attemptsMade()).isEqualTo(68);
        assertThat(again.attemptsFailed()).isEqualTo(66);
    }

    @Test
    void failedAttemptLeavesADismissalAsItIs() {
        append(attempt(1, 1, DeliveryStatus.PENDING));
        LoggedDelivery read = log().find(webhook, event).orElseThrow();
        assertThat(log().replace(webhook, read, read.dismissed())).isTrue();
        assertThat(append(attempt(1, 2, DeliveryStatus.PENDING))).isFalse();
        assertThat(append(attempt(1, 2, DeliveryStatus.FAILED))).isFalse();
        assertThat(log().find(webhook, event)).contains(read.dismissed());
        assertThat(append(attempt(1, 2, DeliveryStatus.SUCCEEDED))).isTrue();
    }

    @Test
    void newestFirstListsDeliveriesWithinTheRange() {
        List<EventId> events = IntStream.range(0, 5)
                .mapToObj(n -> EventId.mint(NOW.plusSeconds(n), RANDOM))
                .toList();
        events.forEach(id -> log().append(webhook, attempt(id, 1, 1, DeliveryStatus.PENDING), EXPIRY));
        EventRange range = new EventRange(events.get(1), events.get(3));

        assertThat(log().newestFirst(webhook, range, 10))
                .extracting(LoggedDelivery::event)
                .containsExactly(events.get(3), events.get(2), events.get(1));
        assertThat(log().newestFirst(webhook, range, 2)).hasSize(2);
        assertThat(log().newestFirst(WebhookId.mint(NOW, RANDOM), range, 2)).isEmpty();
    }

    @Test
    void findReturnsManyDeliveriesAtOnce() {
        List<EventId> events = IntStream.range(0, LoggedDeliveries.MAX)
                .mapToObj(n -> EventId.mint(NOW.plusSeconds(n), RANDOM))
                .toList();
        List<EventId> logged = events.subList(0, 30);
        logged.forEach(id -> log().append(webhook, attempt(id, 1, 1, DeliveryStatus.PENDING), EXPIRY));

        assertThat(log().find(webhook, Set.copyOf(events)))
                .hasSize(30)
                .allSatisfy((id, found) -> assertThat(log().find(webhook, id)).contains(found));
        assertThat(log().find(webhook, Set.of())).isEmpty();
        assertThat(log().find(WebhookId.mint(NOW, RANDOM), Set.copyOf(events))).isEmpty();
    }

    @Test
    void ofEventFindsTheDeliveriesOfOneEventToSeveralWebhooks() {
        WebhookId other = WebhookId.mint(NOW, RANDOM);
        WebhookId without = WebhookId.mint(NOW, RANDOM);
        append(attempt(1, 1, DeliveryStatus.FAILED));
        log().append(other, attempt(1, 1, DeliveryStatus.SUCCEEDED), EXPIRY);
        log().append(without, attempt(EventId.mint(NOW, RANDOM), 1, 1, DeliveryStatus.PENDING), EXPIRY);

        assertThat(log().ofEvent(event, Set.of(webhook, other, without)))
                .containsOnlyKeys(webhook, other)
                .allSatisfy((id, found) -> assertThat(log().find(id, event)).contains(found));
        assertThat(log().ofEvent(event, Set.of())).isEmpty();
    }

    private boolean append(LoggedDelivery made) {
        return log().append(webhook, made, NOW.plus(Duration.ofDays(90)));
    }

    private LoggedDelivery attempt(int cycle, int number, DeliveryStatus status) {
        return attempt(event, cycle, number, status);
    }

    private static LoggedDelivery attempt(EventId id, int cycle, int number, DeliveryStatus status) {
        boolean succeeded = status == DeliveryStatus.SUCCEEDED;
        LoggedAttempt attempt = new LoggedAttempt(
                cycle,
                number,
                NOW,
                Duration.ofMillis(12),
                succeeded ? OutcomeClass.SUCCEEDED : OutcomeClass.TLS,
                succeeded ? Optional.empty() : Optional.of(CertificateFault.EXPIRED),
                OptionalInt.empty(),
                Long.toHexString(RANDOM.nextLong()));
        return new LoggedDelivery(
                id,
                "offer.created",
                Optional.of(new ClinicId("cln_1")),
                OptionalLong.of(1),
                cycle,
                number,
                status,
                Optional.of(NOW),
                status == DeliveryStatus.PENDING ? Optional.of(NOW.plusSeconds(9)) : Optional.empty(),
                List.of(attempt),
                Dropped.NONE);
    }
}
