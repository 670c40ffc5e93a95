package com.scheduleevents.delivery.replay;

import com.scheduleevents.aws.records.MessageDelays;
import com.scheduleevents.aws.wiring.Wiring;
import com.scheduleevents.domain.delivery.DeadLetterSink;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.metrics.MetricRecorder;
import com.scheduleevents.domain.queue.MessageQueue;
import com.scheduleevents.domain.replay.ReplayMessage;
import com.scheduleevents.domain.replay.ReplayPace;
import com.scheduleevents.domain.replay.ReplayStore;
import com.scheduleevents.domain.replay.ReplayWalk;
import com.scheduleevents.domain.webhook.WebhookStore;
import java.time.Clock;

/**
 * The ports of the replayer, and its settings from template.yaml.
 *
 * @param walk selects the events to send
 * @param retries the queue for the deliveries, which first attempts of new events do not share
 * @param steps the queue of the following steps
 * @param deadLetters stores messages that cannot be parsed and events that cannot be read
 * @param delays decides when messages that failed are delivered again
 * @param pace how fast events are queued
 * @param metrics flushed after each invocation
 */
record ReplayerDependencies(
        ReplayStore replays,
        WebhookStore webhooks,
        ReplayWalk walk,
        MessageQueue<DeliveryMessage> retries,
        MessageQueue<ReplayMessage> steps,
        DeadLetterSink deadLetters,
        MessageDelays delays,
        ReplayPace pace,
        Clock clock,
        MetricRecorder metrics) {

    static ReplayerDependencies of(Wiring wiring) {
        return new ReplayerDependencies(
                wiring.replays(),
                wiring.webhooks(),
                wiring.replayWalk(),
                wiring.retries(),
                wiring.replaySteps(),
                wiring.deadLetters("REPLAY_DEAD_LETTERS"),
                wiring.delays("REPLAY_QUEUE"),
                wiring.environment()
                        .read(
                                "REPLAY_EVENTS_PER_SECOND",
                                "a whole number from 1 to 100",
                                text -> new ReplayPace(Integer.parseInt(text))),
                wiring.clock(),
                wiring.metrics());
    }
}
