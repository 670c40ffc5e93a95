package com.scheduleevents.delivery.sender;

import com.scheduleevents.delivery.sender.DeliveryResult.Attempted;
import com.scheduleevents.delivery.sender.DeliveryResult.Unattempted;
import com.scheduleevents.delivery.sender.Effect.Done;
import com.scheduleevents.delivery.sender.Effect.NewFacts;
import com.scheduleevents.delivery.sender.SharedWebhookReads.Reading;
import com.scheduleevents.domain.circuit.Observation;
import com.scheduleevents.domain.circuit.Probe;
import com.scheduleevents.domain.delivery.DeliveryFacts;
import com.scheduleevents.domain.delivery.DeliveryFacts.BacklogEntry;
import com.scheduleevents.domain.delivery.DeliveryFacts.Circumstances;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.EarlierDelivery;
import com.scheduleevents.domain.delivery.LoggedDelivery;
import com.scheduleevents.domain.delivery.NextStep;
import com.scheduleevents.domain.delivery.NextStep.MessageOrigin;
import com.scheduleevents.domain.delivery.RetrySchedule.FailedAttempt;
import com.scheduleevents.domain.metrics.Metric;
import com.scheduleevents.domain.receiver.AttemptOutcome;
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
 * Carries out the steps of one delivery. {@link NextStep} and the retry schedule decide them. The order of the writes
 * survives a crash: the attempt is logged, then the next step is queued, and only after both is the message deleted.
 */
final class DeliveryProcessor {

    private static final Logger LOG = LoggerFactory.getLogger(DeliveryProcessor.class);
    /** Enough for the reads and writes around an attempt. */
    private static final Duration RESERVE = Duration.ofSeconds(5);

    /** For how long a decision holds. When the turn of an attempt comes later, it is decided again. */
    private static final Duration HOLDS = Duration.ofSeconds(1);

    private final SenderDependencies ports;
    private final ReceiverVerifier receivers;
    private final HealthRecorder health;
    private final HangingWebhooks hanging = new HangingWebhooks();
    private final AttemptMetrics attempts;
    private final ResponseKeeper responses;
    private final EarlierDeliveries earlier;
    private final BacklogWatch watch;

    DeliveryProcessor(SenderDependencies ports) {
        this.ports = ports;
        this.receivers = new ReceiverVerifier(ports, hanging);
        this.health = new HealthRecorder(ports);
        this.attempts = new AttemptMetrics(ports.metrics(), ports.schedule(), ports.clock());
        this.responses = new ResponseKeeper(ports);
        this.earlier = new EarlierDeliveries(ports);
        this.watch = new BacklogWatch(ports);
    }

    /** The first reads of the webhooks of a batch that begins now. */
    SharedWebhookReads reads() {
        return new SharedWebhookReads(ports.webhooks()::find, ports.clock());
    }

    /**
     * Processes a message of a queue.
     *
     * @param origin the queue, and whether the message was delivered to a sender before
     * @param timeLeft until the function is ended
     * @param reads of the batch that the message is in
     * @throws RuntimeException when the message has to be delivered again
     */
    void handle(DeliveryMessage message, MessageOrigin origin, Supplier<Duration> timeLeft, SharedWebhookReads reads) {
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
     * Processes a delivery of the backlog, whatever the state of the circuit. What an attempt showed is left to the
     * caller to write.
     *
     * @param reads of the probe that attempts it
     * @throws RuntimeException when the delivery has to stay in the backlog
     */
    DeliveryResult attemptFromBacklog(DeliveryMessage message, Supplier<Duration> timeLeft, SharedWebhookReads reads) {
        return process(message, MessageOrigin.PROBE, reads.of(message.account(), message.webhook()), timeLeft);
    }

    private DeliveryResult process(
            DeliveryMessage message, MessageOrigin origin, Reading read, Supplier<Duration> timeLeft) {
        DeliveryFacts facts = DeliveryFacts.of(
                message, origin, read.begun(), read.webhook(), new SenderCircumstances(message, timeLeft));
        try (HostTurn turn = new HostTurn(ports.receivers())) {
            while (true) {
                Effect effect =
                        switch (NextStep.of(facts)) {
                            case NextStep.Drop(NextStep.Reason reason) -> drop(message, reason);
                            case NextStep.Hop(Duration delay, boolean again) -> hop(message, delay, again);
                            case NextStep.AddToBacklog() -> addToBacklog(facts);
                            case NextStep.WatchBacklog(Webhook webhook) -> watchBacklog(webhook);
                            case NextStep.StartDrain(Webhook webhook) -> startDrain(facts, webhook);
                            case NextStep.StayInBacklog() -> stayInBacklog();
                            case NextStep.AbandonBacklogEntry() -> new NewFacts(facts.abandoned());
                            case NextStep.MoveToQueue() -> hop(message.drained(now()), Duration.ZERO, false);
                            case NextStep.LeaveToProbe() -> new Done(Unattempted.NO_TIME);
                            case NextStep.BeginAnew(Optional<LoggedDelivery> logged) -> beginAnew(facts, logged);
                            case NextStep.AwaitTurn awaited -> awaitTurn(facts, awaited);
                            case NextStep.Attempt(Webhook webhook) -> attempt(facts, webhook, turn);
                            case NextStep.Resume(LoggedDelivery logged) -> resume(message, logged);
                        };
                switch (effect) {
                    case NewFacts(DeliveryFacts newer) -> facts = newer;
                    case Done(DeliveryResult result) -> {
                        return complete(facts, result);
                    }
                }
            }
        }
    }

    private DeliveryResult complete(DeliveryFacts facts, DeliveryResult last) {
        DeliveryResult result = facts.refused()
                .<DeliveryResult>map(made -> attempted(facts, made))
                .orElse(last);
        if (facts.backlog() == BacklogEntry.ABANDONED && result != Unattempted.IN_BACKLOG) {
            ports.backlog().remove(facts.message());
        }
        return result;
    }

    private DeliveryFacts reread(DeliveryFacts facts) {
        Reading again = reads().of(facts.message().account(), facts.message().webhook());
        return facts.reread(again.begun(), again.webhook());
    }

    /** Whether an attempt ends before the function does, even one that needs an access token first. */
    boolean canFinish(Duration timeLeft) {
        return timeLeft.compareTo(ports.receiverTimeout().multipliedBy(2).plus(RESERVE)) >= 0;
    }

    /**
     * Whether an attempt of the webhook ends before the function does. One that may outlive it is not begun: it would be made a second time. The
     * authorization server, or the one of roles, has as long as the receiver.
     */
    private boolean canFinish(Webhook webhook, Duration timeLeft) {
        boolean isAuthorizedFirst = webhook.settings().auth().isPresent()
                || webhook.settings().role().isPresent();
        return isAuthorizedFirst
                ? canFinish(timeLeft)
                : timeLeft.compareTo(ports.receiverTimeout().plus(RESERVE)) >= 0;
    }

    private static Effect drop(DeliveryMessage message, NextStep.Reason reason) {
        LOG.info(
                "dropped {} to {}: {}",
                message.payload().id().value(),
                message.webhook().value(),
                reason);
        return new Done(Unattempted.NOT_NEEDED);
    }

    /** A copy takes the place of the message, and completes what is missing if an earlier receiver of that crashed. */
    private Effect hop(DeliveryMessage message, Duration delay, boolean again) {
        if (again) {
            ports.retries().sendAgain(message, delay);
        } else {
            ports.retries().send(message, delay);
        }
        return new Done(Unattempted.QUEUED);
    }

    private Effect addToBacklog(DeliveryFacts facts) {
        DeliveryMessage waiting = facts.message().waitingFrom(now());
        ports.backlog().add(waiting, ports.backlogExpiry(waiting));
        return new NewFacts(reread(facts.added()));
    }

    private Effect stayInBacklog() {
        ports.metrics().add(Metric.BACKLOG_ADDED);
        return new Done(Unattempted.IN_BACKLOG);
    }

    /** An earlier release may have suspended the webhook without a time at which its backlog is looked at. */
    private Effect watchBacklog(Webhook webhook) {
        Instant now = now();
        ports.webhooks().change(webhook, health -> ports.waitLimits(webhook).afterAddition(health, now));
        return stayInBacklog();
    }

    private Effect startDrain(DeliveryFacts facts, Webhook webhook) {
        Instant now = now();
        Optional<HealthChange> started = ports.webhooks()
                .change(webhook, health -> ports.circuitBreaker().drain().afterExcess(health, now, ports.random()));
        started.filter(_ -> !webhook.health().hasBacklog())
                .flatMap(change -> change.health().dueAt())
                .ifPresent(lease -> ports.probes().send(List.of(new Probe(webhook.account(), webhook.id(), lease))));
        if (started.isPresent() || webhook.health().hasBacklog()) {
            return stayInBacklog();
        }
        // Somebody else has changed the webhook since it was read; it may have been a sender that started the drain.
        DeliveryFacts newer = reread(facts);
        return isDrained(newer) ? stayInBacklog() : new NewFacts(newer.abandoned());
    }

    private static boolean isDrained(DeliveryFacts facts) {
        return facts.webhook()
                .filter(webhook -> webhook.generation() == facts.message().generation())
                .filter(webhook -> webhook.suspended() || webhook.health().hasBacklog())
                .isPresent();
    }

    /**
     * Begins the next retry cycle. It is logged first, so that the owner's requests apply to it and other copies of the
     * message are dropped; after a crash, this one finds it in the log. A row that has expired needs no update.
     */
    private Effect beginAnew(DeliveryFacts facts, Optional<LoggedDelivery> logged) {
        DeliveryMessage message = facts.message();
        Instant now = now();
        boolean begun = logged.map(
                        row -> ports.log().replace(message.webhook(), row, row.nextCycle(message.generation(), now)))
                .orElse(true);
        return begun ? hop(message.nextCycle(now), Duration.ZERO, false) : new NewFacts(reread(facts));
    }

    /**
     * Looks again later. The row in the log lets the owner see and dismiss it. It waits like any other delivery: the webhook is disabled before
     * it expires.
     */
    private Effect awaitTurn(DeliveryFacts facts, NextStep.AwaitTurn turn) {
        DeliveryMessage message = facts.message();
        ports.metrics().add(Metric.TURNS_AWAITED);
        // It leaves the backlog, as in a drain.
        DeliveryMessage moved = facts.origin() == MessageOrigin.PROBE ? message.drained(now()) : message;
        DeliveryMessage waiting = moved.waitingUntil(turn.lookAgain());
        if (turn.logged()) {
            ports.log().begin(message.webhook(), LoggedDelivery.backlog(waiting), ports.logExpiry(waiting));
            watch.disables(turn.webhook(), Optional.of(waiting));
        }
        return hop(waiting, NextStep.firstHop(Duration.between(now(), turn.lookAgain())), turn.again());
    }

    /**
     * Makes an attempt when its turn at the host has come. By then the webhook may have been disabled or changed, its
     * circuit opened or the delivery dismissed; or reads were slow, with which the retry window must not begin.
     */
    private Effect attempt(DeliveryFacts facts, Webhook webhook, HostTurn turn) {
        turn.await(webhook);
        if (!now().isBefore(facts.read().plus(HOLDS))) {
            return new NewFacts(reread(facts.held()));
        }
        // It begins at the time before the webhook was read, so that it has the URL of that time or a newer one.
        Optional<AttemptOutcome> outcome = receivers.attempt(facts.message(), webhook, facts.read());
        turn.close();
        return outcome.isEmpty() ? new NewFacts(reread(facts.held())) : log(facts, webhook, outcome.get());
    }

    private Effect log(DeliveryFacts facts, Webhook webhook, AttemptOutcome outcome) {
        DeliveryMessage message = facts.message();
        Instant begun = facts.read();
        LoggedDelivery made = LoggedDelivery.attempted(message, outcome, begun, next(message, outcome, begun), token());
        // The delivery log has every attempt; a line for each that succeeded would be the largest part of the logs.
        LOG.atLevel(outcome.succeeded() ? Level.DEBUG : Level.INFO)
                .log(
                        "attempt {} of {} to {}: {}",
                        message.attempt(),
                        message.payload().id().value(),
                        message.webhook().value(),
                        outcome.summary());
        attempts.add(message, outcome, facts.origin() == MessageOrigin.PROBE, begun);
        if (!ports.log().append(message.webhook(), made, ports.logExpiry(message))) {
            return new NewFacts(facts.refused(made));
        }
        follow(message, made);
        responses.after(webhook, outcome, made);
        return new Done(attempted(facts, made));
    }

    private DeliveryResult attempted(DeliveryFacts facts, LoggedDelivery made) {
        Webhook webhook = facts.webhook().orElseThrow();
        return new Attempted(webhook, health.observed(webhook, facts.message(), facts.taken(), made));
    }

    private Effect resume(DeliveryMessage message, LoggedDelivery logged) {
        follow(message, logged);
        return new Done(Unattempted.NOT_NEEDED);
    }

    private void follow(DeliveryMessage message, LoggedDelivery logged) {
        switch (logged.status()) {
            case SUCCEEDED, DISMISSED, EXPIRED -> {}
            case PENDING -> {
                DeliveryMessage next = message.next(logged);
                Duration wait = Duration.between(now(), next.notBefore());
                ports.retries().send(next, NextStep.firstHop(wait));
            }
            case FAILED -> giveUp(message, logged);
        }
    }

    private void giveUp(DeliveryMessage message, LoggedDelivery logged) {
        if (message.payload().isTrial()) {
            return;
        }
        RetriesExhausted why = logged.exhausted(now());
        switch (ports.webhooks().disable(message.account(), message.webhook(), message.generation(), why)) {
            case DISABLED -> {
                ports.metrics().add(Metric.WEBHOOKS_DISABLED);
                LOG.warn(
                        "disabled {}: {} attempts of {} failed",
                        message.webhook().value(),
                        why.attempts(),
                        why.event().value());
            }
            case BEGINS_ANEW -> ports.retries().send(message.nextCycle(now()), Duration.ZERO);
            case NOT_CONCERNED -> {}
        }
    }

    /** When the next attempt is due if this one failed. A ping or test event is attempted once. */
    private Optional<Instant> next(DeliveryMessage message, AttemptOutcome outcome, Instant begun) {
        FailedAttempt failed = new FailedAttempt(
                message.attempt(),
                message.firstAttempt().orElse(begun),
                begun,
                now(),
                Optional.ofNullable(outcome.retryAfter()));
        return message.payload().isTrial() ? Optional.empty() : ports.schedule().after(failed, ports.random());
    }

    private String token() {
        return HexFormat.of().toHexDigits(ports.random().nextLong());
    }

    private Instant now() {
        return ports.clock().instant();
    }

    /** What this sender knows of a message. */
    private final class SenderCircumstances implements Circumstances {

        private final DeliveryMessage message;
        private final Supplier<Duration> timeLeft;

        SenderCircumstances(DeliveryMessage message, Supplier<Duration> timeLeft) {
            this.message = message;
            this.timeLeft = timeLeft;
        }

        @Override
        public Optional<EarlierDelivery> earlier(Webhook webhook) {
            return earlier.before(webhook, message);
        }

        @Override
        public Optional<LoggedDelivery> logged() {
            return ports.log().find(message.webhook(), message.payload().id());
        }

        @Override
        public boolean hasTime(Webhook webhook) {
            return canFinish(webhook, timeLeft.get());
        }

        @Override
        public boolean isHeldBack(Webhook webhook) {
            return hanging.holdBack(webhook, now());
        }
    }
}
