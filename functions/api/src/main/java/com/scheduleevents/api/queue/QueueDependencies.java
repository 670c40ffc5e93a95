package com.scheduleevents.api.queue;

import com.scheduleevents.aws.wiring.Wiring;
import com.scheduleevents.domain.account.Accounts;
import com.scheduleevents.domain.delivery.DeliveryLog;
import com.scheduleevents.domain.metrics.MetricRecorder;
import com.scheduleevents.domain.pull.PullQueue;
import com.scheduleevents.domain.pull.PullWatch;
import com.scheduleevents.domain.webhook.SecretVault;
import com.scheduleevents.domain.webhook.WebhookStore;
import java.time.Clock;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * The ports of the function, and its settings from template.yaml.
 *
 * @param queue the deliveries that wait
 * @param log the delivery log
 * @param vault decrypts signing secrets
 * @param watch says when a pull is written to the webhook's row
 * @param retention how long a delivery stays in the log, counted from the recording of its event
 * @param pauses lets a request wait for deliveries
 * @param random a cryptographic source, for tokens
 * @param metrics counts deliveries
 */
record QueueDependencies(
        Accounts accounts,
        WebhookStore webhooks,
        PullQueue queue,
        DeliveryLog log,
        SecretVault vault,
        PullWatch watch,
        Duration retention,
        Clock clock,
        RequestWait pauses,
        RandomGenerator random,
        MetricRecorder metrics) {

    static QueueDependencies of(Wiring wiring, RequestWait pauses) {
        return new QueueDependencies(
                wiring.accounts(),
                wiring.webhooks(),
                wiring.pullQueue(),
                wiring.deliveryLog(),
                wiring.vault(),
                new PullWatch(wiring.environment().duration("RETRY_WINDOW")),
                wiring.retention(),
                wiring.clock(),
                pauses,
                wiring.random(),
                wiring.metrics());
    }
}
