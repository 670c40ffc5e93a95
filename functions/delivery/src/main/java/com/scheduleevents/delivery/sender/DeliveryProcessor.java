package com.scheduleevents.delivery.sender;

import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.DeliveryStatus;
import com.scheduleevents.domain.delivery.LoggedAttempt;
import com.scheduleevents.domain.delivery.LoggedDelivery;
import com.scheduleevents.domain.delivery.NextStep;
import com.scheduleevents.domain.delivery.RetrySchedule.FailedAttempt;
import com.scheduleevents.domain.delivery.RetrySchedule.Next;
import com.scheduleevents.domain.delivery.Signatures;
import com.scheduleevents.domain.metrics.Metric;
import com.scheduleevents.domain.receiver.AttemptOutcome;
import com.scheduleevents.domain.receiver.AttemptRequest;
import com.scheduleevents.domain.webhook.Disabling.RetriesExhausted;
import com.scheduleevents.domain.webhook.SigningSecret;
import com.scheduleevents.domain.webhook.Webhook;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out one step of one delivery. {@link NextStep} and the retry schedule decide what to do. The order of the writes survives a
 * crash: the attempt is logged, then the next step is queued, and only after both is the message deleted.
 */
final class DeliveryProcessor {

    private static final Logger LOG = LoggerFactory.getLogger(DeliveryProcessor.class);
    private static final String USER_AGENT = "Schedule-Events-Webhooks/1.0";

    private final SenderDependencies ports;
    private final HealthRecorder health;
    private final AttemptMetrics attempts;

    DeliveryProcessor(SenderDependencies ports) {
        this.ports = ports;
        this.health = new HealthRecorder(ports.webhooks(), ports.circuitBreaker(), ports.clock(), ports.metrics());
        this.attempts = new AttemptMetrics(ports.metrics(), ports.clock());
    }

    /**
     * Processes a message of a queue.
     *
     * @param receivedBefore whether the message was delivered to a sender before
     * @throws RuntimeException when the message has to be delivered again
     */
    void handle(DeliveryMessage message, boolean receivedBefore) {
        DeliveryResult result = process(message, receivedBefore ? Origin.QUEUE_AGAIN : Origin.QUEUE);
        if (receivedBefore && message.attempt() == 1 && result.isDone()) {
            // An earlier receive may have added it to the backlog and crashed before it read the webhook again.
            ports.backlog().remove(message);
        }
    }

    /**
     * Processes a delivery of the backlog, whatever the state of the circuit.
     *
     * @throws RuntimeException when the delivery has to stay in the backlog
     */
    DeliveryResult attemptFromBacklog(DeliveryMessage message) {
        return process(message, Origin.BACKLOG);
    }

    private DeliveryResult process(DeliveryMessage message, Origin origin) {
        // Read before the webhook is: an attempt that begins later uses the URL of this time or a newer one.
        Instant begun = ports.clock().instant();
        return switch (decide(message, origin, begun)) {
            case NextStep.Drop(NextStep.Reason reason) -> drop(message, reason);
            case NextStep.Hop(Duration delay) -> {
                ports.retries().send(message, delay);
                yield DeliveryResult.QUEUED;
            }
            case NextStep.AddToBacklog(DeliveryMessage kept) -> addToBacklog(message, kept, origin);
            case NextStep.Attempt(Webhook webhook) -> attempt(message, webhook, origin, begun);
            case NextStep.Resume(LoggedDelivery logged) -> {
                follow(message, logged);
                yield DeliveryResult.NOT_ATTEMPTED;
            }
        };
    }

    private NextStep decide(DeliveryMessage message, Origin origin, Instant now) {
        Optional<Webhook> webhook = ports.webhooks().find(message.account(), message.webhook());
        return NextStep.byWebhook(message, webhook)
                .orElseGet(() -> decide(message, origin, webhook.orElseThrow(), now));
    }

    private NextStep decide(DeliveryMessage message, Origin origin, Webhook webhook, Instant now) {
        if (webhook.suspended()) {
            NextStep otherwise = decideByLog(message, origin, webhook);
            return otherwise instanceof NextStep.Attempt ? NextStep.whileSuspended(message, now) : otherwise;
        }
        Optional<NextStep> early = NextStep.whenEarly(message, webhook, now);
        if (early.isPresent()) {
            return early.get();
        }
        if (origin != Origin.BACKLOG && NextStep.goesToBacklog(message, webhook)) {
            return new NextStep.AddToBacklog(message);
        }
        return decideByLog(message, origin, webhook);
    }

    private NextStep decideByLog(DeliveryMessage message, Origin origin, Webhook webhook) {
        return NextStep.needsLog(message, origin.mayBeRepeat())
                ? NextStep.byLog(message, origin.mayBeRepeat(), webhook, logged(message))
                : new NextStep.Attempt(webhook);
    }

    /**
     * This writes to the backlog, then reads the webhook. Closing a circuit or resuming an account writes the webhook, then reads the
     * backlog. One of the two sees the write of the other, so no delivery is left in the backlog of a webhook that nothing probes.
     */
    private DeliveryResult addToBacklog(DeliveryMessage message, DeliveryMessage kept, Origin origin) {
        ports.backlog().add(kept, expiry(kept));
        if (kept.cycle() > message.cycle() && !isLogged(message, kept)) {
            ports.backlog().remove(kept);
            return process(message, origin);
        }
        boolean stays = ports.webhooks()
                .find(message.account(), message.webhook())
                .filter(webhook -> webhook.generation() == message.generation())
                .filter(webhook -> webhook.suspended() || webhook.health().isCircuitOpen())
                .isPresent();
        if (stays) {
            ports.metrics().add(Metric.BACKLOG_ADDED);
            return DeliveryResult.IN_BACKLOG;
        }
        DeliveryResult result = attemptFromBacklog(kept);
        if (result != DeliveryResult.IN_BACKLOG) {
            ports.backlog().remove(kept);
        }
        return result;
    }

    /** Logs the next retry cycle, so that the owner's requests apply to it and other copies of the message are dropped. */
    private boolean isLogged(DeliveryMessage message, DeliveryMessage kept) {
        return logged(message)
                .map(row -> (NextStep.isNext(message, row)
                                && ports.log().replace(message.webhook(), row, row.nextCycle(kept.notBefore())))
                        // Another copy logged it: the delivery in the backlog is that copy's too, and stays.
                        || logged(message)
                                .filter(now -> now.isPendingIn(kept.cycle()))
                                .isPresent())
                // A row that has expired needs no update.
                .orElse(true);
    }

    private DeliveryResult attempt(DeliveryMessage message, Webhook webhook, Origin origin, Instant begun) {
        Optional<AttemptOutcome> attempted =
                ports.receivers().attempt(request(message, webhook, begun), () -> isUnchanged(webhook));
        if (attempted.isEmpty()) {
            return process(message, origin);
        }
        AttemptOutcome outcome = attempted.get();
        LoggedDelivery made = afterAttempt(message, outcome, begun);
        LOG.info(
                "attempt {} of {} to {}: {}",
                message.attempt(),
                message.payload().id().value(),
                message.webhook().value(),
                outcome.summary());
        attempts.add(message, outcome, origin == Origin.BACKLOG, begun);
        if (ports.log().append(message.webhook(), made, expiry(message))) {
            follow(message, made);
        } else {
            overtaken(message, webhook, origin);
        }
        health.after(
                webhook,
                outcome,
                made,
                origin == Origin.BACKLOG,
                !message.payload().isPing());
        return outcome.succeeded() ? DeliveryResult.SUCCEEDED : DeliveryResult.FAILED;
    }

    /** Once the API has confirmed a change of the webhook, no attempt with the old settings begins, however long it has waited. */
    private boolean isUnchanged(Webhook read) {
        return ports.webhooks()
                .find(read.account(), read.id())
                .filter(now -> now.version() == read.version())
                .isPresent();
    }

    /** Another message logged this attempt. It may have been an earlier receive of this message, whose sender has crashed since. */
    private void overtaken(DeliveryMessage message, Webhook webhook, Origin origin) {
        if (NextStep.byLog(message, origin.mayBeRepeat(), webhook, logged(message))
                instanceof NextStep.Resume(LoggedDelivery logged)) {
            follow(message, logged);
        } else {
            drop(message, NextStep.Reason.OVERTAKEN);
        }
    }

    private void follow(DeliveryMessage message, LoggedDelivery logged) {
        switch (logged.status()) {
            case SUCCEEDED, DISMISSED -> {}
            case PENDING -> retry(message, logged);
            case FAILED -> giveUp(message, logged);
        }
    }

    private void retry(DeliveryMessage message, LoggedDelivery logged) {
        Instant notBefore = logged.nextAttempt().orElseThrow();
        DeliveryMessage next = message.next(
                new Next.Again(logged.made() + 1, notBefore),
                logged.firstAttempt().orElseThrow(),
                logged.last().at());
        Duration wait = Duration.between(ports.clock().instant(), notBefore);
        ports.retries().send(next, NextStep.hop(wait));
    }

    private void giveUp(DeliveryMessage message, LoggedDelivery logged) {
        if (message.payload().isPing()) {
            return;
        }
        RetriesExhausted why = exhausted(message, logged);
        switch (ports.webhooks().disable(message.account(), message.webhook(), message.generation(), why)) {
            case DISABLED -> {
                ports.metrics().add(Metric.WEBHOOKS_DISABLED);
                LOG.warn(
                        "disabled {}: {} attempts of {} failed",
                        message.webhook().value(),
                        why.attempts(),
                        why.event().value());
            }
            case URL_CHANGED ->
                ports.retries().send(message.nextCycle(ports.clock().instant()), Duration.ZERO);
            case NOT_CONCERNED -> {}
        }
    }

    private RetriesExhausted exhausted(DeliveryMessage message, LoggedDelivery logged) {
        LoggedAttempt last = logged.last();
        return new RetriesExhausted(
                ports.clock().instant(),
                message.payload().id(),
                logged.firstAttempt().orElseThrow(),
                logged.made(),
                last.outcome(),
                last.status());
    }

    private LoggedDelivery afterAttempt(DeliveryMessage message, AttemptOutcome outcome, Instant begun) {
        Instant firstAttempt = message.firstAttempt().orElse(begun);
        if (outcome.succeeded()) {
            return made(message, outcome, begun, DeliveryStatus.SUCCEEDED, Optional.empty());
        }
        Next next = message.payload().isPing()
                ? new Next.GiveUp()
                : ports.schedule()
                        .after(
                                new FailedAttempt(
                                        message.attempt(),
                                        firstAttempt,
                                        begun,
                                        ports.clock().instant(),
                                        Optional.ofNullable(outcome.retryAfter())),
                                ports.random());
        return switch (next) {
            case Next.Again(int _, Instant notBefore) ->
                made(message, outcome, begun, DeliveryStatus.PENDING, Optional.of(notBefore));
            case Next.GiveUp() -> made(message, outcome, begun, DeliveryStatus.FAILED, Optional.empty());
        };
    }

    private LoggedDelivery made(
            DeliveryMessage message,
            AttemptOutcome outcome,
            Instant begun,
            DeliveryStatus status,
            Optional<Instant> next) {
        LoggedAttempt attempt = new LoggedAttempt(
                message.cycle(),
                message.attempt(),
                begun,
                outcome.duration(),
                outcome.outcomeClass(),
                status(outcome),
                token());
        return new LoggedDelivery(
                message.payload().id(),
                message.payload().type(),
                message.payload().clinic(),
                message.cycle(),
                message.attempt(),
                status,
                Optional.of(message.firstAttempt().orElse(begun)),
                next,
                List.of(attempt));
    }

    private Instant expiry(DeliveryMessage message) {
        return message.payload().id().expiresAt(ports.retention());
    }

    private AttemptRequest request(DeliveryMessage message, Webhook webhook, Instant at) {
        List<SigningSecret> secrets = webhook.liveSecrets(at).stream()
                .map(stored -> ports.secrets().open(webhook.account(), webhook.id(), stored))
                .toList();
        Map<String, String> headers = new HashMap<>(Signatures.headers(
                message.payload().id().value(), at, message.payload().json(), secrets));
        headers.put("Content-Type", "application/json");
        headers.put("User-Agent", USER_AGENT);
        headers.put("Service-Attempt", Integer.toString(message.attempt()));
        return new AttemptRequest(webhook.url(), headers, message.payload().json(), ports.receiverTimeout());
    }

    private Optional<LoggedDelivery> logged(DeliveryMessage message) {
        return ports.log().find(message.webhook(), message.payload().id());
    }

    private String token() {
        return HexFormat.of().toHexDigits(ports.random().nextLong());
    }

    private static OptionalInt status(AttemptOutcome outcome) {
        Integer code = outcome.statusCode();
        return code == null ? OptionalInt.empty() : OptionalInt.of(code);
    }

    private static DeliveryResult drop(DeliveryMessage message, NextStep.Reason reason) {
        LOG.info(
                "dropped {} to {}: {}",
                message.payload().id().value(),
                message.webhook().value(),
                reason);
        return DeliveryResult.NOT_ATTEMPTED;
    }

    /** Where a message was read from. */
    private enum Origin {
        /** A queue, received for the first time. */
        QUEUE,
        /** A queue, received before; that sender may have completed any part of the step. */
        QUEUE_AGAIN,
        /** The backlog; another probe may have attempted it before. */
        BACKLOG;

        boolean mayBeRepeat() {
            return this != QUEUE;
        }
    }
}
