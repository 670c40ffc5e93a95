package com.scheduleevents.delivery.sender;

import com.scheduleevents.aws.Environment;
import com.scheduleevents.aws.records.MessageDelays;
import com.scheduleevents.aws.records.QueueRecord;
import com.scheduleevents.aws.wiring.Wiring;
import com.scheduleevents.domain.circuit.AppointmentTurns;
import com.scheduleevents.domain.circuit.Backlog;
import com.scheduleevents.domain.circuit.CircuitBreaker;
import com.scheduleevents.domain.circuit.DueWebhookIndex;
import com.scheduleevents.domain.circuit.Probe;
import com.scheduleevents.domain.circuit.WaitLimits;
import com.scheduleevents.domain.delivery.CapturedResponseStore;
import com.scheduleevents.domain.delivery.DeadLetterSink;
import com.scheduleevents.domain.delivery.DeliveryLog;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.RetrySchedule;
import com.scheduleevents.domain.destination.CustomerResources;
import com.scheduleevents.domain.metrics.MetricRecorder;
import com.scheduleevents.domain.queue.MessageQueue;
import com.scheduleevents.domain.receiver.Receivers;
import com.scheduleevents.domain.webhook.SecretVault;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookStore;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.random.RandomGenerator;

/**
 * The ports of the sender, and its settings from template.yaml.
 *
 * @param due moves the next probe of a webhook whose row cannot be read
 * @param log the delivery log
 * @param responses the captured responses
 * @param deliveriesQueue the name of the queue of first attempts
 * @param turns finds the deliveries for which others of their appointment wait
 * @param backlog the deliveries that wait for a probe or a drain
 * @param retries the queue of later attempts
 * @param probes the queue of probes
 * @param deadLetters stores messages that cannot be parsed
 * @param delays decides when messages that failed are delivered again
 * @param destinations get the attempts of webhooks that have a queue or event bus
 * @param secrets decrypts signing secrets and static headers, and encrypts captured responses
 * @param schedule the retry schedule
 * @param circuitBreaker the rules of the circuit breaker
 * @param receiverTimeout how long an attempt may take
 * @param verifiesReceivers whether a receiver has to return a challenge before anything else is sent to its URL
 * @param retention how long a delivery stays in the log, counted from the recording of its event
 * @param random a cryptographic source, for jitter and tokens
 * @param metrics counts attempts and their outcomes
 */
record SenderDependencies(
        WebhookStore webhooks,
        DueWebhookIndex due,
        DeliveryLog log,
        CapturedResponseStore responses,
        String deliveriesQueue,
        AppointmentTurns turns,
        Backlog backlog,
        MessageQueue<DeliveryMessage> retries,
        MessageQueue<Probe> probes,
        DeadLetterSink deadLetters,
        MessageDelays delays,
        Receivers receivers,
        CustomerResources destinations,
        SecretVault secrets,
        RetrySchedule schedule,
        CircuitBreaker circuitBreaker,
        Duration receiverTimeout,
        boolean verifiesReceivers,
        Duration retention,
        Clock clock,
        RandomGenerator random,
        MetricRecorder metrics) {

    /** How much longer than a retry window the log of a delivery is kept after an attempt: the last one may come late. */
    private static final Duration AFTER_WINDOW = Duration.ofDays(1);

    /** The part of the retention for which a delivery that somebody asked for stays in the backlog after it has expired, to be logged. */
    private static final int LATE_PARTS = 90;

    /** How long the deliveries of a webhook may wait. */
    WaitLimits waitLimits(Webhook webhook) {
        return WaitLimits.of(webhook, circuitBreaker.warnAfter(), schedule.window(), retention);
    }

    /** Until when a delivery is kept in the backlog. */
    Instant backlogExpiry(DeliveryMessage message) {
        Instant expiry = message.payload().id().expiresAt(retention);
        return message.isRequested() ? expiry.plus(retention.dividedBy(LATE_PARTS)) : expiry;
    }

    /** Until when a delivery is kept in the log. That of an old event, which may be sent again, outlives the retry schedule that depends on it. */
    Instant logExpiry(DeliveryMessage message) {
        Instant scheduled = clock.instant().plus(schedule.window()).plus(AFTER_WINDOW);
        Instant expiry = message.payload().id().expiresAt(retention);
        return expiry.isAfter(scheduled) ? expiry : scheduled;
    }

    static SenderDependencies of(Wiring wiring, Receivers receivers, CustomerResources destinations) {
        Environment settings = wiring.environment();
        DeadLetterSink deadLetters = wiring.deadLetters("RETRY_DEAD_LETTERS");
        Backlog backlog = wiring.backlog(deadLetters);
        return new SenderDependencies(
                wiring.webhooks(),
                wiring.dueWebhooks(),
                wiring.deliveryLog(),
                wiring.capturedResponses(),
                QueueRecord.queueOf(settings.text("DELIVERIES_QUEUE")),
                wiring.appointmentTurns(backlog),
                backlog,
                wiring.retries(),
                wiring.probes(),
                deadLetters,
                wiring.delays("DELIVERIES_QUEUE", "RETRY_QUEUE"),
                receivers,
                destinations,
                wiring.vault(),
                RetrySchedule.parse(settings.text("RETRY_WAITS"), settings.text("RETRY_WINDOW")),
                new CircuitBreaker(
                        settings.duration("FIRST_PROBE_WAIT"),
                        settings.duration("LONGEST_PROBE_WAIT"),
                        settings.duration("PROBE_LEASE"),
                        settings.duration("WARN_AFTER")),
                settings.duration("RECEIVER_TIMEOUT"),
                settings.read("RECEIVER_VERIFICATION", "true or false", Boolean::parseBoolean),
                wiring.retention(),
                wiring.clock(),
                wiring.random(),
                wiring.metrics());
    }
}
