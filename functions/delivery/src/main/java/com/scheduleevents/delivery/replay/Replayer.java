package com.scheduleevents.delivery.replay;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.scheduleevents.aws.InvocationLogContext;
import com.scheduleevents.aws.messages.MalformedMessage;
import com.scheduleevents.aws.messages.MessageCodec;
import com.scheduleevents.delivery.records.QueueRecords;
import com.scheduleevents.delivery.records.QueueRecords.QueueRecord;
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
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes one step of a replay for each message of the replay queue. What to do is decided by {@link ReplayStep}, which also
 * says why the order in which it is done survives a crash.
 */
public final class Replayer implements RequestHandler<SQSEvent, SQSBatchResponse> {

    private static final Logger LOG = LoggerFactory.getLogger(Replayer.class);

    private final ReplayerDependencies parts;
    private final QueueRecords records;

    /** As Lambda starts it. */
    public Replayer() {
        this(System.getenv());
    }

    /**
     * As its environment describes it.
     *
     * @param variables what template.yaml gives the function
     */
    public Replayer(Map<String, String> variables) {
        this(ReplayerDependencies.from(variables));
    }

    /**
     * With everything that it reaches the world through.
     *
     * @param parts tables, queues, pace, clock
     */
    public Replayer(ReplayerDependencies parts) {
        this.parts = parts;
        this.records = new QueueRecords(this::handle, parts.deadLetters());
    }

    @Override
    public SQSBatchResponse handleRequest(SQSEvent batch, Context context) {
        InvocationLogContext.begin(context.getAwsRequestId());
        try {
            return records.handle(batch);
        } finally {
            parts.metrics().flush();
        }
    }

    /**
     * Takes a message as far as it goes now.
     *
     * @throws RuntimeException when the message has to come again
     */
    void handle(QueueRecord record) {
        read(record.body()).ifPresent(message -> message.leftOut()
                .ifPresentOrElse(event -> sendLeftOut(message, event), () -> handle(message, record.receivedBefore())));
    }

    private void sendLeftOut(ReplayMessage message, EventId event) {
        Optional<ReplayStep.Walk> wanted = ReplayStep.ofLeftOut(
                message,
                parts.replays().find(message.webhook(), message.replay()),
                parts.webhooks().find(message.account(), message.webhook()));
        List<DeliveryMessage> messages = wanted.map(walk -> parts.walk()
                        .leftOut(
                                walk.replay(),
                                walk.webhook(),
                                event,
                                parts.clock().instant()))
                .orElse(List.of());
        parts.retries().send(messages);
        LOG.info(
                "{} of {}, left out before: {} queued",
                event.value(),
                message.replay().value(),
                messages.size());
    }

    private void handle(ReplayMessage message, boolean receivedBefore) {
        switch (decide(message, receivedBefore)) {
            case ReplayStep.Drop(ReplayStep.Reason reason) -> drop(message, reason);
            case ReplayStep.Resume(Replay replay) -> parts.steps().send(ReplayMessage.next(replay), Duration.ZERO);
            case ReplayStep.End(Replay replay, ReplayEnd.Why why) -> end(message, receivedBefore, replay, why);
            case ReplayStep.Walk(Replay replay, Webhook webhook) -> walk(message, receivedBefore, replay, webhook);
        }
    }

    private ReplayStep decide(ReplayMessage message, boolean receivedBefore) {
        return ReplayStep.of(
                message,
                receivedBefore,
                parts.replays().find(message.webhook(), message.replay()),
                parts.webhooks().find(message.account(), message.webhook()));
    }

    private void walk(ReplayMessage message, boolean receivedBefore, Replay replay, Webhook webhook) {
        Step step = parts.walk().next(replay, webhook, parts.clock().instant());
        parts.retries().send(step.messages());
        step.leftOut().forEach(event -> setAside(message, event));
        if (!parts.replays().replace(replay, step.replay())) {
            overtaken(message, receivedBefore);
        } else if (step.replay().isRunning()) {
            parts.steps()
                    .send(
                            ReplayMessage.next(step.replay()),
                            parts.pace().after(step.messages().size()));
        } else {
            LOG.info(
                    "{} of {} is {}",
                    message.replay().value(),
                    message.webhook().value(),
                    step.replay().status());
        }
    }

    private void setAside(ReplayMessage message, Unreadable event) {
        String reason = event.id().value() + " was left out: " + event.reason();
        parts.deadLetters().put(MessageCodec.REPLAY.write(message.leavingOut(event.id())), reason);
        LOG.error("{} goes on, {}", message.replay().value(), reason);
    }

    /** Somebody cancelled it, or made this step first; that may have been this message, in the hands of one that died since. */
    private void overtaken(ReplayMessage message, boolean receivedBefore) {
        if (decide(message, receivedBefore) instanceof ReplayStep.Resume(Replay replay)) {
            parts.steps().send(ReplayMessage.next(replay), Duration.ZERO);
        } else {
            drop(message, ReplayStep.Reason.OVERTAKEN);
        }
    }

    private void end(ReplayMessage message, boolean receivedBefore, Replay replay, ReplayEnd.Why why) {
        if (parts.replays().replace(replay, replay.ended(why, parts.clock().instant()))) {
            LOG.info("{} of {} ended: {}", replay.id().value(), replay.webhook().value(), why);
        } else {
            overtaken(message, receivedBefore);
        }
    }

    private Optional<ReplayMessage> read(String body) {
        try {
            return Optional.of(MessageCodec.REPLAY.read(body));
        } catch (MalformedMessage e) {
            String reason = e.reason();
            parts.deadLetters().put(body, reason);
            LOG.error("a message of the replay queue went to the dead letters: {}", reason);
            return Optional.empty();
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
