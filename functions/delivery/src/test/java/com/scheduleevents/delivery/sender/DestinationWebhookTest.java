package com.scheduleevents.delivery.sender;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.destination.Destination;
import com.scheduleevents.domain.destination.RoleArn;
import com.scheduleevents.domain.destination.SqsAddress;
import com.scheduleevents.domain.receiver.AttemptOutcome;
import com.scheduleevents.domain.receiver.AttemptRequest;
import com.scheduleevents.domain.receiver.OutcomeClass;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests webhooks whose deliveries go to a queue. */
final class DestinationWebhookTest {

    private static final Destination QUEUE = new Destination(
            SqsAddress.parse("https://sqs.eu-central-1.amazonaws.com/123456789012/events"),
            RoleArn.parse("arn:aws:iam::123456789012:role/events"));

    private final List<AttemptRequest> sent = new ArrayList<>();

    @Test
    void deliveryGoesToTheQueueForTheAccountOfTheWebhook() {
        SenderFixture sender = queued(false, OutcomeClass.SUCCEEDED);

        sender.handle(SenderFixture.first(1));

        assertThat(sender.attempts).isEmpty();
        assertThat(sender.turns)
                .as("a limit that all customers of a region would share")
                .isEmpty();
        assertThat(sent).hasSize(1);
        assertThat(sent.getFirst().headers())
                .containsKeys("webhook-id", "webhook-timestamp", "webhook-signature", "Service-Attempt");
        assertThat(sender.logged(SenderFixture.first(1)).last().outcome()).isEqualTo(OutcomeClass.SUCCEEDED);
    }

    @Test
    void failureIsRetriedLikeAnyOther() {
        SenderFixture sender = queued(false, OutcomeClass.NO_ROLE);

        sender.handle(SenderFixture.first(1));

        assertThat(sender.logged(SenderFixture.first(1)).last().outcome()).isEqualTo(OutcomeClass.NO_ROLE);
        assertThat(sender.retries).hasSize(1);
    }

    /** A queue returns nothing; its role is what shows that its owner wants the deliveries. */
    @Test
    void queueGetsNoChallenge() {
        SenderFixture sender = queued(true, OutcomeClass.SUCCEEDED);

        sender.handle(SenderFixture.first(1));

        assertThat(sent).hasSize(1).allMatch(request -> request.challenge().isEmpty());
    }

    @Test
    void isNotBegunWithoutTheTimeForARoleAndAMessage() {
        SenderFixture sender = queued(false, OutcomeClass.SUCCEEDED);
        sender.timeLeft = Duration.ofSeconds(14);
        sender.handle(SenderFixture.first(1));
        assertThat(sent).isEmpty();
        assertThat(sender.retries).hasSize(1);

        sender.timeLeft = Duration.ofSeconds(15);
        sender.handle(SenderFixture.first(2));
        assertThat(sent).hasSize(1);
    }

    private SenderFixture queued(boolean verifiesReceivers, OutcomeClass outcome) {
        SenderFixture sender = new SenderFixture(_ -> true, verifiesReceivers);
        sender.moveWebhook(QUEUE);
        sender.customerResource = (queue, owner, request) -> {
            assertThat(queue).isEqualTo(QUEUE);
            assertThat(owner).isEqualTo(SenderFixture.activeWebhook().account());
            sent.add(request);
            return new AttemptOutcome(
                    outcome, outcome == OutcomeClass.SUCCEEDED ? 200 : 403, Duration.ofMillis(5), null);
        };
        return sender;
    }
}
