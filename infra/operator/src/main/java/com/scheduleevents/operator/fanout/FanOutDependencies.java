package com.scheduleevents.operator.fanout;

import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.event.EventStore;
import com.scheduleevents.domain.queue.MessageQueue;
import com.scheduleevents.domain.replay.ReplayPace;
import com.scheduleevents.domain.webhook.WebhookStore;
import com.scheduleevents.operator.deployment.Deployment;
import java.time.Clock;
import java.time.Duration;

/**
 * The parts that repeat the fan-out of a deployment's events.
 *
 * @param events the recorded events
 * @param webhooks the registered webhooks
 * @param messages makes the messages
 * @param queue receives the messages
 * @param walk walks through a feed
 */
public record FanOutDependencies(
        EventStore events,
        WebhookStore webhooks,
        FirstMessages messages,
        MessageQueue<DeliveryMessage> queue,
        FeedWalk walk) {

    /** The default pace of a replay, which the retry queue handles beside the normal deliveries. */
    public static final ReplayPace PACE = new ReplayPace(50);

    /**
     * The parts for a deployment.
     *
     * @param dry whether nothing is queued, and nothing waited for
     */
    public static FanOutDependencies of(Deployment deployment, boolean dry) {
        Clock clock = deployment.clock();
        EventStore events = deployment.events();
        WebhookStore webhooks = deployment.webhooks();
        FirstMessages messages = new FirstMessages(webhooks, deployment.deliveryLog(), clock);
        MessageQueue<DeliveryMessage> queue = dry ? (_, _, _) -> {} : deployment.retries();
        FeedWalk walk = new FeedWalk(
                events, messages, queue, clock, deployment.retention(), dry ? _ -> {} : FanOutDependencies::pause);
        return new FanOutDependencies(events, webhooks, messages, queue, walk);
    }

    private static void pause(Duration duration) {
        try {
            Thread.sleep(duration);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting", e);
        }
    }
}
