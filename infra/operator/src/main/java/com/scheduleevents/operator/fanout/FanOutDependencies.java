package com.scheduleevents.operator.fanout;

import com.scheduleevents.aws.deliveries.DynamoDeliveryLog;
import com.scheduleevents.aws.events.DynamoEvents;
import com.scheduleevents.aws.queues.SqsDeliveryQueue;
import com.scheduleevents.aws.webhooks.DynamoWebhooks;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.DeliveryQueue;
import com.scheduleevents.domain.event.EventStore;
import com.scheduleevents.domain.replay.ReplayPace;
import com.scheduleevents.domain.webhook.WebhookStore;
import com.scheduleevents.operator.deployment.Deployment;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

/**
 * What fanning out again works with.
 *
 * @param events the recorded events
 * @param webhooks the registered webhooks
 * @param fanningOut makes the messages
 * @param queue where they go
 * @param walk walks a stretch of time
 */
public record FanOutDependencies(
        EventStore events, WebhookStore webhooks, FirstMessages fanningOut, DeliveryQueue queue, FeedWalk walk) {

    /** As fast as a replay by default: what the retry lane takes at its ease beside the deliveries of the day. */
    public static final ReplayPace PACE = new ReplayPace(50);

    /**
     * Of a deployment.
     *
     * @param dry whether nothing is queued, and nothing waited for
     */
    public static FanOutDependencies of(Deployment deployment, boolean dry) {
        var dynamoDb = deployment.dynamoDb();
        Clock clock = Clock.systemUTC();
        EventStore events = new DynamoEvents(dynamoDb, deployment.resource("EventsTable"));
        WebhookStore webhooks = new DynamoWebhooks(dynamoDb, deployment.resource("WebhooksTable"));
        FirstMessages fanningOut = new FirstMessages(
                webhooks, new DynamoDeliveryLog(dynamoDb, deployment.resource("DeliveriesTable")), clock);
        DeliveryQueue queue =
                dry ? new Nowhere() : new SqsDeliveryQueue(deployment.sqs(), deployment.resource("RetryQueue"));
        FeedWalk walk = new FeedWalk(
                events, fanningOut, queue, clock, deployment.retention(), dry ? _ -> {} : FanOutDependencies::pause);
        return new FanOutDependencies(events, webhooks, fanningOut, queue, walk);
    }

    private static void pause(Duration duration) {
        try {
            Thread.sleep(duration);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted between two slices", e);
        }
    }

    /** A queue that takes nothing. */
    private static final class Nowhere implements DeliveryQueue {

        @Override
        public void send(List<DeliveryMessage> messages) {
            // A dry run sends nothing.
        }

        @Override
        public void send(DeliveryMessage message, Duration delay) {
            // A dry run sends nothing.
        }
    }
}
