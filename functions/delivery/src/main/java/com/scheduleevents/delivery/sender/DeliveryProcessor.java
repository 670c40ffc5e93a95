package com.scheduleevents.delivery.sender;

import com.scheduleevents.delivery.sender.DeliveryResult.Attempted;
import com.scheduleevents.delivery.sender.DeliveryResult.Unattempted;
import com.scheduleevents.delivery.sender.ReceiverVerifier.MadeAttempt;
import com.scheduleevents.delivery.sender.WebhookReads.Reading;
import com.scheduleevents.domain.circuit.Observation;
import com.scheduleevents.domain.circuit.Probe;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.LoggedDelivery;
import com.scheduleevents.domain.delivery.NextStep;
import com.scheduleevents.domain.delivery.NextStep.MessageOrigin;
import com.scheduleevents.domain.delivery.RetrySchedule.FailedAttempt;
import com.scheduleevents.domain.metrics.Metric;
import com.scheduleevents.domain.receiver.AttemptOutcome;
import com.scheduleevents.domain.receiver.Receivers.Turn;
import com.scheduleevents.domain.webhook.Disabling.RetriesExhausted;
import com.scheduleevents.domain.webhook.HealthChange;
import com.scheduleevents.domain.webhook.Webhook;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Carries out one step of one delivery. {@link NextStep} and the retry schedule decide what to do. The order of the writes survives a
 * crash: the attempt is logged, then the next step is queued, and only after both is the message deleted.
 */
final class DeliveryProcessor {

    private static final Logger LOG = LoggerFactory.getLogger(DeliveryProcessor.class);
    /** Enough for the reads and writes around an attempt. */
    private static final Duration RESERVE = Duration.ofSeconds(5);

    /** For how long a decision holds. When the turn of an attempt comes later, it is decided again. */
    private static final Duration HOLDS = Duration.ofSeconds(1);

    /** So that environments which timeouts have just freed get first attempts of neighbours, and not these from the retry queue. */
    private static final Duration HELD_BACK = Duration.ofSeconds(1);

    /** More than the clocks of two senders differ by. */
    private static final Duration CLOCKS = Duration.ofSeconds(30);

    private final SenderDependencies ports;
    private final ReceiverVerifier receivers;
    private final HealthRecorder health;
    private final HangingWebhooks hanging = new HangingWebhooks();
    private final AttemptMetrics attempts;
    private final ResponseKeeper responses;

    DeliveryProcessor(SenderDependencies ports) {
        this.ports = ports;
        this.receivers = new ReceiverVerifier(ports, hanging);
        this.health = new HealthRecorder(ports);
        this.attempts = new AttemptMetrics(ports.metrics(), ports.schedule(), ports.clock());
        this.responses = new ResponseKeeper(ports);
    }

    /** The first reads of the webhooks of a batch that begins now. */
    WebhookReads reads() {
        return new WebhookReads(ports.webhooks()::find, ports.clock());
    }

    /**
     * Processes a message of a queue.
     *
     * @param origin the queue, and whether the message was delivered to a sender before
     * @param timeLeft until the function is ended
     * @param reads of the batch that the message is in
     * @throws RuntimeException when the message has to be delivered again
     */
    void handle(DeliveryMessage message, MessageOrigin origin, Supplier<Duration> timeLeft, WebhookReads reads) {
        DeliveryResult result = process(message, origin, reads.of(message.account(), message.webhook()), timeLeft);
        if (result instanceof Attempted(Webhook webhook, Optional<Observation> seen)) {
            seen.ifPresent(shown -> health.record(webhook, shown));
        }
        if (origin == MessageOrigin.QUEUE_AGAIN && message.attempt() == 1 && result.isDone()) {
            // An earlier receive may have added it to the backlog and crashed before it read the webhook again.
            ports.backlog().remove(message);
        }
    }

    /**
     * Processes a delivery of the backlog, whatever the state of the circuit. What an attempt showed is left to the caller to write.
     *
     * @param reads of the probe that attempts it
     * @throws RuntimeException when the delivery has to stay in the backlog
     */
    DeliveryResult attemptFromBacklog(DeliveryMessage message, Supplier<Duration> timeLeft, WebhookReads reads) {
        return process(message, MessageOrigin.PROBE, reads.of(message.account(), message.webhook()), timeLeft);
    }

    private DeliveryResult process(DeliveryMessage message, MessageOrigin origin, Supplier<Duration> timeLeft) {
        return process(message, origin, reread(message), timeLeft);
    }

    private DeliveryResult process(
            DeliveryMessage message, MessageOrigin origin, Reading read, Supplier<Duration> timeLeft) {
        return switch (decide(message, origin, read)) {
            case NextStep.Drop(NextStep.Reason reason) -> drop(message, reason);
            case NextStep.Hop(Duration delay) -> hop(message, origin, delay);
            case NextStep.AddToBacklog() -> addToBacklog(message, origin, timeLeft);
            case NextStep.BeginAnew(Optional<LoggedDelivery> logged) -> beginAnew(message, logged, origin, timeLeft);
            case NextStep.Attempt(Webhook webhook) when isHeldBack(webhook, origin) -> hop(message, HELD_BACK);
            // The backlog keeps a delivery until a probe could attempt it; any other gets a new message.
            case NextStep.Attempt(Webhook _)
            when !canFinish(timeLeft.get()) ->
                origin == MessageOrigin.PROBE ? Unattempted.NO_TIME : hop(message, origin, Duration.ZERO);
            case NextStep.Attempt(Webhook webhook) -> attempt(message, webhook, origin, read.begun(), timeLeft);
            case NextStep.Resume(LoggedDelivery logged) -> {
                follow(message, logged);
                yield Unattempted.NOT_NEEDED;
            }
        };
    }

    private Reading reread(DeliveryMessage message) {
        return reads().of(message.account(), message.webhook());
    }

    /** Decides at the time before the webhook was read, so that an attempt that begins then has the URL of that time or a newer one. */
    private NextStep decide(DeliveryMessage message, MessageOrigin origin, Reading read) {
        return NextStep.of(message, origin, read.webhook(), () -> logged(message), read.begun());
    }

    /** Whether a delivery leaves the deliveries queue to its neighbours and is attempted from the retry queue. */
    private boolean isHeldBack(Webhook webhook, MessageOrigin origin) {
        return origin == MessageOrigin.DELIVERIES_QUEUE
                && hanging.holdBack(webhook, ports.clock().instant());
    }

    /** Whether an attempt ends before the function does. One that may outlive it is not begun: it would be made a second time. */
    boolean canFinish(Duration timeLeft) {
        return timeLeft.compareTo(ports.receiverTimeout().plus(RESERVE)) >= 0;
    }

    /**
     * A copy takes the place of the message, and completes what is missing if an earlier receiver of that crashes. When the attempt is
     * far from due, no earlier receiver can have made it, and copies that said so could not be told apart when it is.
     */
    private DeliveryResult hop(DeliveryMessage message, MessageOrigin origin, Duration delay) {
        if (origin.mayBeRepeat() && delay.compareTo(CLOCKS) < 0) {
            ports.retries().sendAgain(message, delay);
            return Unattempted.QUEUED;
        }
        return hop(message, delay);
    }

    private DeliveryResult hop(DeliveryMessage message, Duration delay) {
        ports.retries().send(message, delay);
        return Unattempted.QUEUED;
    }

    /**
     * This writes to the backlog, then reads the webhook. Ending a drain, closing a circuit or resuming an account writes the webhook,
     * then reads the backlog. One of the two sees the write of the other, so no delivery is left in the backlog of a webhook that
     * nothing probes.
     */
    private DeliveryResult addToBacklog(DeliveryMessage message, MessageOrigin origin, Supplier<Duration> timeLeft) {
        DeliveryMessage waiting = message.waitingFrom(ports.clock().instant());
        ports.backlog().add(waiting, ports.backlogExpiry(waiting));
        boolean stays = current(message)
                .filter(webhook -> (webhook.suspended() && isWatched(webhook))
                        || webhook.isPulled()
                        || webhook.health().isCircuitOpen()
                        || (webhook.isActive()
                                && NextStep.isExcess(
                                        message, origin, webhook, ports.clock().instant())
                                && isDrained(webhook, message)))
                .isPresent();
        if (stays) {
            ports.metrics().add(Metric.BACKLOG_ADDED);
            return Unattempted.IN_BACKLOG;
        }
        DeliveryResult result = process(message, MessageOrigin.PROBE, timeLeft);
        if (result == Unattempted.NO_TIME) {
            hop(message.drained(ports.clock().instant()), Duration.ZERO);
        }
        if (result != Unattempted.IN_BACKLOG) {
            ports.backlog().remove(message);
        }
        return result;
    }

    /** Makes sure that something looks at the backlog of a suspended webhook, which an earlier release may have suspended. */
    private boolean isWatched(Webhook webhook) {
        Instant now = ports.clock().instant();
        ports.webhooks().change(webhook, health -> ports.waitLimits(webhook).afterAddition(health, now));
        return true;
    }

    /** Whether a drain will move what was added to the backlog of a closed circuit; it is started if necessary. */
    private boolean isDrained(Webhook webhook, DeliveryMessage message) {
        Instant now = ports.clock().instant();
        Optional<HealthChange> started = ports.webhooks()
                .change(webhook, health -> ports.circuitBreaker().drain().afterExcess(health, now, ports.random()));
        started.filter(_ -> !webhook.health().hasBacklog())
                .flatMap(change -> change.health().probeAt())
                .ifPresent(lease -> ports.probes().send(List.of(new Probe(webhook.account(), webhook.id(), lease))));
        return started.isPresent()
                || webhook.health().hasBacklog()
                // Another sender may have started the drain since the webhook was read.
                || current(message)
                        .filter(again -> again.suspended() || again.health().hasBacklog())
                        .isPresent();
    }

    /** The webhook as it is now, if it is in the generation of the message. */
    private Optional<Webhook> current(DeliveryMessage message) {
        return ports.webhooks()
                .find(message.account(), message.webhook())
                .filter(webhook -> webhook.generation() == message.generation());
    }

    /**
     * Begins the next retry cycle. It is logged first, so that the owner's requests apply to it and other copies of the message are dropped;
     * after a crash, this one finds it in the log. A row that has expired needs no update.
     */
    private DeliveryResult beginAnew(
            DeliveryMessage message,
            Optional<LoggedDelivery> logged,
            MessageOrigin origin,
            Supplier<Duration> timeLeft) {
        Instant now = ports.clock().instant();
        boolean begun = logged.map(
                        row -> ports.log().replace(message.webhook(), row, row.nextCycle(message.generation(), now)))
                .orElse(true);
        return begun ? hop(message.nextCycle(now), Duration.ZERO) : process(message, origin, timeLeft);
    }

    private DeliveryResult attempt(
            DeliveryMessage message, Webhook read, MessageOrigin origin, Instant decided, Supplier<Duration> timeLeft) {
        Optional<MadeAttempt> attempted;
        try (Turn _ = ports.receivers().turn(read.account(), read.url())) {
            attempted = attemptAtItsTurn(message, read, origin, decided, timeLeft);
        }
        if (attempted.isEmpty()) {
            return process(message, origin.held(), timeLeft);
        }
        Webhook webhook = attempted.get().webhook();
        Instant begun = attempted.get().begun();
        AttemptOutcome outcome = attempted.get().outcome();
        LoggedDelivery made = LoggedDelivery.attempted(message, outcome, begun, next(message, outcome, begun), token());
        // The delivery log has every attempt; a line for each that succeeded would be the largest part of the logs.
        LOG.atLevel(outcome.succeeded() ? Level.DEBUG : Level.INFO)
                .log(
                        "attempt {} of {} to {}: {}",
                        message.attempt(),
                        message.payload().id().value(),
                        message.webhook().value(),
                        outcome.summary());
        attempts.add(message, outcome, origin == MessageOrigin.PROBE, begun);
        if (ports.log().append(message.webhook(), made, ports.logExpiry(message))) {
            follow(message, made);
            responses.after(webhook, outcome, made);
        } else {
            overtaken(message, made, webhook, origin);
        }
        return new Attempted(webhook, health.observed(webhook, message, decided, made));
    }

    /**
     * Makes an attempt whose turn at the host has come. By then the webhook may have been disabled or changed, its circuit opened or the
     * delivery dismissed; or reads were slow, with which the retry window must not begin.
     */
    private Optional<MadeAttempt> attemptAtItsTurn(
            DeliveryMessage message, Webhook read, MessageOrigin origin, Instant decided, Supplier<Duration> timeLeft) {
        if (ports.clock().instant().isBefore(decided.plus(HOLDS))) {
            return receivers.attempt(message, read, decided);
        }
        if (!canFinish(timeLeft.get())) {
            return Optional.empty();
        }
        Reading again = reread(message);
        return decide(message, origin.held(), again) instanceof NextStep.Attempt(Webhook webhook)
                        && webhook.url().equals(read.url())
                        && !isHeldBack(webhook, origin)
                ? attemptAtItsTurn(message, webhook, origin.held(), again.begun(), timeLeft)
                : Optional.empty();
    }

    /** Another message logged this attempt. It may have been an earlier receive of this message, whose sender has crashed since. */
    private void overtaken(DeliveryMessage message, LoggedDelivery made, Webhook webhook, MessageOrigin origin) {
        switch (NextStep.byLog(message, origin, webhook, logged(message))) {
            case NextStep.Resume(LoggedDelivery logged) -> follow(message, logged);
            // Nobody is ahead: the log has lost earlier attempts, because the table was restored or the row has
            // expired.
            case NextStep.Attempt _ -> follow(message, made);
            default -> drop(message, NextStep.Reason.OVERTAKEN);
        }
    }

    private void follow(DeliveryMessage message, LoggedDelivery logged) {
        switch (logged.status()) {
            case SUCCEEDED, DISMISSED, EXPIRED -> {}
            case PENDING -> {
                DeliveryMessage next = message.next(logged);
                Duration wait = Duration.between(ports.clock().instant(), next.notBefore());
                ports.retries().send(next, NextStep.hop(wait));
            }
            case FAILED -> giveUp(message, logged);
        }
    }

    private void giveUp(DeliveryMessage message, LoggedDelivery logged) {
        if (message.payload().isTrial()) {
            return;
        }
        RetriesExhausted why = logged.exhausted(ports.clock().instant());
        switch (ports.webhooks().disable(message.account(), message.webhook(), message.generation(), why)) {
            case DISABLED -> {
                ports.metrics().add(Metric.WEBHOOKS_DISABLED);
                LOG.warn(
                        "disabled {}: {} attempts of {} failed",
                        message.webhook().value(),
                        why.attempts(),
                        why.event().value());
            }
            case BEGINS_ANEW ->
                ports.retries().send(message.nextCycle(ports.clock().instant()), Duration.ZERO);
            case NOT_CONCERNED -> {}
        }
    }

    /** When the next attempt is due if this one failed. A ping or test event is attempted once. */
    private Optional<Instant> next(DeliveryMessage message, AttemptOutcome outcome, Instant begun) {
        FailedAttempt failed = new FailedAttempt(
                message.attempt(),
                message.firstAttempt().orElse(begun),
                begun,
                ports.clock().instant(),
                Optional.ofNullable(outcome.retryAfter()));
        return message.payload().isTrial() ? Optional.empty() : ports.schedule().after(failed, ports.random());
    }

    private Optional<LoggedDelivery> logged(DeliveryMessage message) {
        return ports.log().find(message.webhook(), message.payload().id());
    }

    private String token() {
        return HexFormat.of().toHexDigits(ports.random().nextLong());
    }

    private static DeliveryResult drop(DeliveryMessage message, NextStep.Reason reason) {
        LOG.info(
                "dropped {} to {}: {}",
                message.payload().id().value(),
                message.webhook().value(),
                reason);
        return Unattempted.NOT_NEEDED;
    }
}
