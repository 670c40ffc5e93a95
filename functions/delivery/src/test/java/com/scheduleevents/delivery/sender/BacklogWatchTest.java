package com.scheduleevents.delivery.sender;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.DeliveryStatus;
import com.scheduleevents.domain.delivery.Payload;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.webhook.Circuit;
import com.scheduleevents.domain.webhook.Disabling;
import com.scheduleevents.domain.webhook.DueMail;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What follows from how long the deliveries of a backlog have waited. */
final class BacklogWatchTest {

    private static final DeliveryMessage FIRST = SenderFixture.first(1);
    private static final Duration EIGHT_NINTHS = Duration.ofDays(80);

    private final SenderFixture sender = new SenderFixture(_ -> false);

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void webhookIsDisabledBeforeItsOldestDeliveryExpires(boolean open) {
        sender.addToBacklog(FIRST);
        write(open ? new Circuit.Open(Duration.ofSeconds(10)) : new Circuit.Draining(10, false));
        sender.now = SenderFixture.START.plus(EIGHT_NINTHS);

        sender.probe();

        assertThat(sender.webhook().disabling())
                .contains(new Disabling.DeliveriesExpiring(
                        sender.now, FIRST.payload().id(), FIRST.notBefore()));
        assertThat(sender.webhooks.due(FIRST.webhook())).containsExactly(DueMail.expiring(1));
        assertThat(sender.attempts).isEmpty();
    }

    @Test
    void ownerIsToldInTheWriteOfTheDrain() {
        sender.addToBacklog(FIRST);
        write(new Circuit.Draining(10, false));
        sender.now = SenderFixture.START.plus(Duration.ofHours(1));

        sender.probe();

        assertThat(sender.webhooks.due(FIRST.webhook())).containsExactly(DueMail.slow(sender.now));
        assertThat(sender.retries.getFirst().waitsSince()).isEqualTo(FIRST.notBefore());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatSomebodyAskedForExpiresInTheLogAndDisablesNothing(boolean logged) {
        if (logged) {
            sender.handle(FIRST);
        }
        DeliveryMessage again = again(SenderFixture.START.plus(Duration.ofDays(3)));
        sender.addToBacklog(again);
        write(new Circuit.Draining(10, false));
        sender.now = SenderFixture.START.plus(Duration.ofDays(90)).minusMillis(1);
        sender.retries.clear();
        sender.probe();
        assertThat(sender.retries).hasSize(1);
        assertThat(sender.webhook().isActive()).isTrue();

        sender.retries.clear();
        sender.addToBacklog(again.drained(sender.now));
        sender.now = sender.now.plusMillis(1);
        sender.probe();

        assertThat(sender.retries).isEmpty();
        assertThat(sender.backlog()).isEmpty();
        assertThat(sender.logged(FIRST).status()).isEqualTo(DeliveryStatus.EXPIRED);
        assertThat(sender.logged(FIRST).cycle()).isEqualTo(again.cycle());
        assertThat(sender.webhook().isActive()).isTrue();
        assertThat(sender.webhooks.due(FIRST.webhook())).isEmpty();
    }

    /** Its retry cycle goes on: what follows is queued when the drained delivery is looked at. */
    @Test
    void whatASenderAttemptedBeforeItCrashedDoesNotExpire() {
        DeliveryMessage again = again(SenderFixture.START);
        sender.handle(again);
        sender.addToBacklog(again);
        write(new Circuit.Draining(10, false));
        sender.now = SenderFixture.START.plus(Duration.ofDays(90));
        sender.retries.clear();

        sender.probe();

        assertThat(sender.logged(FIRST).status()).isEqualTo(DeliveryStatus.PENDING);
        assertThat(sender.retries).containsExactly(again.drained(sender.now));
    }

    /** The drain would end otherwise, and leave it there. */
    @Test
    void drainMovesWhatIsBehindDeliveriesThatHaveExpired() {
        Instant recorded = SenderFixture.START.minus(Duration.ofDays(1));
        for (int event = 100; event < 103; event++) {
            sender.addToBacklog(again(event, recorded, SenderFixture.START));
        }
        DeliveryMessage requested = again(SenderFixture.START);
        sender.addToBacklog(requested);
        write(new Circuit.Draining(1, false));
        sender.now = recorded.plus(Duration.ofDays(90));

        sender.probe();

        assertThat(sender.retries).containsExactly(requested.drained(sender.now));
        assertThat(sender.backlog()).isEmpty();
    }

    /** Behind any number of deliveries that somebody asked for. */
    @Test
    void findsTheOldestDeliveryBehindThoseThatSomebodyAskedFor() {
        Instant asked = SenderFixture.START.plus(Duration.ofDays(10));
        for (int event = 100; event < 300; event++) {
            sender.addToBacklog(again(event, SenderFixture.START.minus(Duration.ofDays(1)), asked));
        }
        sender.addToBacklog(FIRST);
        write(new Circuit.Draining(1, false));
        sender.now = SenderFixture.START.plus(EIGHT_NINTHS).plusMillis(1);

        sender.probe();

        assertThat(sender.webhook().disabling())
                .hasValueSatisfying(why -> assertThat(why).isInstanceOf(Disabling.DeliveriesExpiring.class));
    }

    private DeliveryMessage again(Instant asked) {
        return DeliveryMessage.again(
                sender.webhook(),
                FIRST.payload(),
                sender.log.find(FIRST.webhook(), FIRST.payload().id()),
                asked);
    }

    private DeliveryMessage again(int event, Instant recorded, Instant asked) {
        Payload payload = new Payload(
                EventId.mint(recorded, new Random(event)),
                FIRST.payload().type(),
                FIRST.payload().clinic(),
                FIRST.payload().json());
        return DeliveryMessage.again(sender.webhook(), payload, Optional.empty(), asked);
    }

    private void write(Circuit circuit) {
        sender.write(sender.health().withCircuit(circuit, SenderFixture.START));
    }
}
