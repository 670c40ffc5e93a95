package com.scheduleevents.delivery.replay;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.scheduleevents.aws.messages.MessageCodec;
import com.scheduleevents.aws.records.QueueBatchHandler;
import com.scheduleevents.aws.records.QueueRecord;
import com.scheduleevents.aws.snapshot.SnapStartPriming;
import com.scheduleevents.aws.wiring.FunctionWiring;
import com.scheduleevents.aws.wiring.Wiring;
import com.scheduleevents.delivery.priming.PrimingRecords;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventStore.Unreadable;
import com.scheduleevents.domain.replay.Replay;
import com.scheduleevents.domain.replay.ReplayEnd;
import com.scheduleevents.domain.replay.ReplayMessage;
import com.scheduleevents.domain.replay.ReplayStep;
import com.scheduleevents.domain.replay.ReplayWalk.Step;
import com.scheduleevents.domain.webhook.Webhook;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out one step of a replay for each message of the replay queue. {@link ReplayStep} decides what to do and explains why
 * the order of the writes survives a crash.
 */
public final class Replayer implements RequestHandler<SQSEvent, SQSBatchResponse>, SnapStartPriming {

    private static final Logger LOG = LoggerFactory.getLogger(Replayer.class);

    private final ReplayerDependencies ports;
    private final QueueBatchHandler records;

    public Replayer() {
        this(System.getenv());
        SnapStartPriming.beforeTheSnapshot(this);
    }

    public Replayer(Map<String, String> variables) {
        this(new FunctionWiring(variables));
    }

    /** @param wiring stores, settings, time, randomness and metrics */
    public Replayer(Wiring wiring) {
        this(ReplayerDependencies.of(wiring));
    }

    /** @param dependencies tables, queues, pace and clock */
    Replayer(ReplayerDependencies dependencies) {
        this.ports = dependencies;
        this.records = QueueBatchHandler.concurrently(
                this::handle, dependencies.deadLetters(), dependencies.delays(), dependencies.metrics());
    }

    @Override
    public void prime(Map<String, String> variables) {
        Replayer primed = new Replayer(variables);
        primed.handleRequest(PrimingRecords.queue(MessageCodec.REPLAY.write(PrimingRecords.replay())), null);
        primed.ports.retries().send(List.of(PrimingRecords.delivery()));
    }

    @Override
    public SQSBatchResponse handleRequest(SQSEvent batch, @Nullable Context context) {
        return records.handle(batch, context);
    }

    void handle(QueueRecord record) {
        ReplayMessage message = MessageCodec.REPLAY.read(record.body());
        message.leftOut()
                .ifPresentOrElse(event -> sendSkipped(message, event), () -> advance(message, record.receivedBefore()));
    }

    /** Queues the delivery of an event that an earlier step skipped because it could not be read. */
    private void sendSkipped(ReplayMessage message, EventId event) {
        List<DeliveryMessage> deliveries = ReplayStep.ofLeftOut(
                        message,
                        ports.replays().find(message.webhook(), message.replay()),
                        ports.webhooks().find(message.account(), message.webhook()))
                .map(walk -> ports.walk()
                        .leftOut(
                                walk.replay(),
                                walk.webhook(),
                                event,
                                ports.clock().instant()))
                .orElse(List.of());
        ports.retries().send(deliveries);
        LOG.info(
                "{} of {}, skipped before: {} queued",
                event.value(),
                message.replay().value(),
                deliveries.size());
    }

    private void advance(ReplayMessage message, boolean receivedBefore) {
        switch (decide(message, receivedBefore)) {
            case ReplayStep.Drop(ReplayStep.Reason reason) -> drop(message, reason);
            case ReplayStep.Resume(Replay replay) -> ports.steps().send(ReplayMessage.next(replay), Duration.ZERO);
            case ReplayStep.End(Replay replay, ReplayEnd.Why why) -> end(message, receivedBefore, replay, why);
            case ReplayStep.Walk(Replay replay, Webhook webhook) -> walk(message, receivedBefore, replay, webhook);
        }
    }

    private ReplayStep decide(ReplayMessage message, boolean receivedBefore) {
        return ReplayStep.of(
                message,
                receivedBefore,
                ports.replays().find(message.webhook(), message.replay()),
                ports.webhooks().find(message.account(), message.webhook()));
    }

    private void walk(ReplayMessage message, boolean receivedBefore, Replay replay, Webhook webhook) {
        Step step = ports.walk().next(replay, webhook, ports.clock().instant());
        ports.retries().send(step.messages());
        step.leftOut().forEach(event -> skip(message, event));
        if (!ports.replays().replace(replay, step.replay())) {
            overtaken(message, receivedBefore);
        } else if (step.replay().isRunning()) {
            ports.steps()
                    .send(
                            ReplayMessage.next(step.replay()),
                            ports.pace().after(step.messages().size()));
        } else {
            LOG.info(
                    "{} of {} is {}",
                    message.replay().value(),
                    message.webhook().value(),
                    step.replay().status());
        }
    }

    /** The replay continues without the event; an operator can redrive the dead-letter message to send it later. */
    private void skip(ReplayMessage message, Unreadable event) {
        String reason = event.id().value() + " was skipped: " + event.reason();
        ports.deadLetters().put(MessageCodec.REPLAY.write(message.leavingOut(event.id())), reason);
        LOG.error("{} continues, {}", message.replay().value(), reason);
    }

    /**
     * The replay was cancelled, or this step was already made, possibly by an earlier receive of this same message whose handler
     * crashed before it queued the next step.
     */
    private void overtaken(ReplayMessage message, boolean receivedBefore) {
        if (decide(message, receivedBefore) instanceof ReplayStep.Resume(Replay replay)) {
            ports.steps().send(ReplayMessage.next(replay), Duration.ZERO);
        } else {
            drop(message, ReplayStep.Reason.OVERTAKEN);
        }
    }

    private void end(ReplayMessage message, boolean receivedBefore, Replay replay, ReplayEnd.Why why) {
        if (ports.replays().replace(replay, replay.ended(why, ports.clock().instant()))) {
            LOG.info("{} of {} ended: {}", replay.id().value(), replay.webhook().value(), why);
        } else {
            overtaken(message, receivedBefore);
        }
    }

    private static void drop(ReplayMessage message, ReplayStep.Reason reason) {
        LOG.info(
                "dropped step {} of {} of {}: {}",
                message.step(),
                message.replay().value(),
                message.webhook().value(),
                reason);
    }
}
