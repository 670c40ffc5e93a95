package com.scheduleevents.delivery.replay;

import com.scheduleevents.aws.AwsClients;
import com.scheduleevents.aws.Environment;
import com.scheduleevents.aws.deliveries.DynamoDeliveryLog;
import com.scheduleevents.aws.events.DynamoEvents;
import com.scheduleevents.aws.metrics.EmbeddedMetrics;
import com.scheduleevents.aws.queues.SqsDeadLetters;
import com.scheduleevents.aws.queues.SqsDeliveryQueue;
import com.scheduleevents.aws.queues.SqsReplayQueue;
import com.scheduleevents.aws.records.GrowingDelays;
import com.scheduleevents.aws.records.MessageDelays;
import com.scheduleevents.aws.replays.DynamoReplays;
import com.scheduleevents.aws.webhooks.DynamoWebhooks;
import com.scheduleevents.domain.delivery.DeadLetters;
import com.scheduleevents.domain.delivery.DeliveryQueue;
import com.scheduleevents.domain.metrics.CountedDeadLetters;
import com.scheduleevents.domain.metrics.Metrics;
import com.scheduleevents.domain.replay.ReplayPace;
import com.scheduleevents.domain.replay.ReplayQueue;
import com.scheduleevents.domain.replay.ReplayStore;
import com.scheduleevents.domain.replay.ReplayWalk;
import com.scheduleevents.domain.webhook.WebhookStore;
import java.time.Clock;
import java.util.Map;

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
public record ReplayerDependencies(
        ReplayStore replays,
        WebhookStore webhooks,
        ReplayWalk walk,
        DeliveryQueue retries,
        ReplayQueue steps,
        DeadLetters deadLetters,
        MessageDelays delays,
        ReplayPace pace,
        Clock clock,
        Metrics metrics) {

    /** Connects to AWS as the environment variables say. */
    static ReplayerDependencies from(Map<String, String> variables) {
        Environment environment = new Environment(variables);
        AwsClients aws = new AwsClients(environment);
        var dynamoDb = aws.dynamoDb();
        var sqs = aws.sqs();
        Metrics metrics = EmbeddedMetrics.of(environment);
        return new ReplayerDependencies(
                new DynamoReplays(dynamoDb, environment.text("REPLAYS_TABLE")),
                new DynamoWebhooks(dynamoDb, environment.text("WEBHOOKS_TABLE")),
                new ReplayWalk(
                        new DynamoEvents(dynamoDb, environment.text("EVENTS_TABLE")),
                        new DynamoDeliveryLog(dynamoDb, environment.text("DELIVERIES_TABLE")),
                        environment.duration("RETENTION")),
                new SqsDeliveryQueue(sqs, environment.text("RETRY_QUEUE")),
                new SqsReplayQueue(sqs, environment.text("REPLAY_QUEUE")),
                new CountedDeadLetters(new SqsDeadLetters(sqs, environment.text("REPLAY_DEAD_LETTERS")), metrics),
                new GrowingDelays(sqs, environment.text("REPLAY_QUEUE")),
                environment.read(
                        "REPLAY_EVENTS_PER_SECOND",
                        "a whole number from 1 to 100",
                        text -> new ReplayPace(Integer.parseInt(text))),
                Clock.systemUTC(),
                metrics);
    }
}
