package com.scheduleevents.domain.delivery;

import com.scheduleevents.domain.queue.MessageQueue;
import com.scheduleevents.domain.webhook.Webhook;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The next step for a delivery message, decided from the message, the webhook's row, the log, and what the sender knows
 * of itself. The code that carries it out decides nothing: each step completes the message, or brings new facts from
 * which the next one is decided.
 */
public sealed interface NextStep {

    /** The message needs no attempt any more: delete it. */
    record Drop(Reason reason) implements NextStep {}

    /**
     * The attempt is not due yet, or somebody else is to make it: put the message on the retry queue.
     *
     * @param again whether an earlier receiver of the message may have completed any part of the step; the copy says
     *     the same
     */
    record Hop(Duration delay, boolean again) implements NextStep {}

    /**
     * The circuit is open, the account suspended, the endpoint cannot keep up, or consumers pull the deliveries: add
     * the delivery to the backlog, then read the webhook.
     */
    record AddToBacklog() implements NextStep {}

    /** The delivery was added to the backlog of a suspended webhook: make sure that something looks at it there. */
    record WatchBacklog(Webhook webhook) implements NextStep {}

    /**
     * The delivery was added to the backlog of a closed circuit: it stays there if a drain moves it, which is started
     * if necessary.
     */
    record StartDrain(Webhook webhook) implements NextStep {}

    /** The delivery was added to the backlog, where a probe or a consumer finds it. */
    record StayInBacklog() implements NextStep {}

    /**
     * The delivery was added to the backlog, but nothing would attempt it there any more: go on with it as a probe
     * does.
     */
    record AbandonBacklogEntry() implements NextStep {}

    /**
     * There is no time for an attempt of a delivery whose entry in the backlog is abandoned: put it on the queue, as a
     * drain does.
     */
    record MoveToQueue() implements NextStep {}

    /** There is no time for an attempt of a delivery of the backlog: leave it to the next probe. */
    record LeaveToProbe() implements NextStep {}

    /**
     * The retry schedule was not kept, which is not the receiver's fault, because the account is suspended or the retry
     * comes far too late: end the retry cycle, and queue the first attempt of the next one.
     *
     * @param logged the delivery in the log, if it is there
     */
    record BeginAnew(Optional<LoggedDelivery> logged) implements NextStep {}

    /**
     * The webhook has to get an earlier event of the appointment first: look again at that time.
     *
     * @param logged whether the owner is to see that it waits; most that wait do so for a moment
     * @param again as in a hop
     */
    record AwaitTurn(Webhook webhook, Instant lookAgain, boolean logged, boolean again) implements NextStep {}

    /** Make the attempt, or hand the delivery to the consumer that pulls. */
    record Attempt(Webhook webhook) implements NextStep {}

    /**
     * The attempt was made, or the next retry cycle begun, and logged. What follows may not have been done: do it
     * again.
     */
    record Resume(LoggedDelivery logged) implements NextStep {}

    /** Why a message is dropped. */
    enum Reason {
        /** The webhook does not exist. */
        WEBHOOK_GONE,
        /** The webhook is disabled. */
        WEBHOOK_DISABLED,
        /** The account is suspended, and a ping or test event does not wait. */
        ACCOUNT_SUSPENDED,
        /** The webhook has been disabled and enabled again since. */
        EARLIER_GENERATION,
        /** The webhook's types or clinics no longer contain the event. */
        NO_LONGER_MATCHING,
        /** The receiver has it. */
        DELIVERED,
        /** The owner dismissed the delivery. */
        DISMISSED,
        /** The retention of the event ended while the delivery waited. */
        EXPIRED,
        /** Another message of the same delivery is ahead of this one. */
        OVERTAKEN
    }

    /** Where a message was read from. */
    enum MessageOrigin {
        /** The deliveries queue, where those of other tenants wait too; received for the first time. */
        DELIVERIES_QUEUE,
        /** The retry queue, received for the first time. */
        QUEUE,
        /**
         * A queue, received for the first time; its sender has decided before, but the turn of the attempt came too
         * late for that.
         */
        QUEUE_HELD,
        /** A queue, received before; that sender may have completed any part of the step. */
        QUEUE_AGAIN,
        /** The backlog, by a probe or a consumer that pulls; another one may have attempted it before. */
        PROBE;

        /** Whether this very message may have been processed before. */
        public boolean mayBeRepeat() {
            return this == QUEUE_AGAIN || this == PROBE;
        }

        /** The same message when it is decided again. */
        public MessageOrigin held() {
            return this == QUEUE ? QUEUE_HELD : this;
        }
    }

    /**
     * How long a first attempt may wait for its turn. One that waits longer shows that the endpoint cannot keep up with
     * its events; the delivery then goes to the backlog, because SQS drops a message after 14 days.
     */
    Duration LONGEST_TURN = Duration.ofMinutes(10);

    /**
     * How late a retry may come. Later, the receiver may have worked for long without being asked, so its failures
     * before do not count.
     */
    Duration LATEST_RETRY = Duration.ofHours(1);

    /**
     * So that environments which timeouts have just freed get first attempts of neighbours, and not these from the
     * retry queue.
     */
    Duration HELD_BACK = Duration.ofSeconds(1);

    /**
     * More than the clocks of two senders differ by. Nobody can have made an attempt that is further away than this,
     * and copies of its message that said so could not be told apart when it is due.
     */
    Duration CLOCKS = Duration.ofSeconds(30);

    /** Decides the next step of the sender. */
    static NextStep of(DeliveryFacts facts) {
        DeliveryMessage message = facts.message();
        if (facts.refused().isPresent()) {
            return afterRefusal(facts, facts.refused().get());
        }
        if (facts.backlog() == DeliveryFacts.BacklogEntry.ADDED) {
            return BacklogAdmission.afterAddition(message, facts.origin(), facts.webhook(), facts.read());
        }
        NextStep step = of(message, facts.origin(), facts.webhook(), facts.circumstances()::logged, facts.read());
        return step instanceof Attempt(Webhook webhook) ? whenPossible(facts, webhook) : step;
    }

    /** An attempt, unless this is not the time for it. */
    private static NextStep whenPossible(DeliveryFacts facts, Webhook webhook) {
        MessageOrigin origin = facts.origin();
        if (origin == MessageOrigin.DELIVERIES_QUEUE && facts.circumstances().isHeldBack(webhook)) {
            return hop(origin, HELD_BACK);
        }
        if (facts.circumstances().hasTime(webhook)) {
            return inTurn(facts, webhook);
        }
        if (facts.backlog() == DeliveryFacts.BacklogEntry.ABANDONED) {
            return new MoveToQueue();
        }
        return origin == MessageOrigin.PROBE ? new LeaveToProbe() : hop(origin, Duration.ZERO);
    }

    /** An attempt, unless the webhook has to get an earlier event first. */
    private static NextStep inTurn(DeliveryFacts facts, Webhook webhook) {
        DeliveryMessage message = facts.message();
        if (!webhook.isOrdered() || !message.takesTurns()) {
            return new Attempt(webhook);
        }
        return facts.circumstances()
                .earlier(webhook)
                .<NextStep>map(earlier -> new AwaitTurn(
                        webhook,
                        earlier.lookAgain(message.waitsSince(), facts.read()),
                        message.hasWaited(),
                        // A sender that makes the attempt at this moment may crash before it queues what follows.
                        facts.origin().mayBeRepeat()))
                .orElseGet(() -> new Attempt(webhook));
    }

    /**
     * Another message logged the attempt that was made. It may have been an earlier receive of this one, whose sender
     * has crashed since.
     */
    private static NextStep afterRefusal(DeliveryFacts facts, LoggedDelivery made) {
        NextStep step = facts.webhook()
                .map(webhook -> byLog(
                        facts.message(),
                        facts.origin(),
                        webhook,
                        facts.circumstances().logged()))
                .orElseThrow();
        return switch (step) {
            case Resume resumed -> resumed;
            // Nobody is ahead: the log has lost earlier attempts, because the table was restored or the row has
            // expired.
            case Attempt _ -> new Resume(made);
            default -> new Drop(Reason.OVERTAKEN);
        };
    }

    private static Hop hop(MessageOrigin origin, Duration delay) {
        return new Hop(delay, origin.mayBeRepeat() && delay.compareTo(CLOCKS) < 0);
    }

    /**
     * Decides what a delivery needs, whoever asks for it and whatever time is left.
     *
     * @param webhook the webhook's row, read after {@code now}
     * @param log reads the delivery's row in the log; called at most once, and only where the decision depends on it
     * @param now a time before the webhook was read
     */
    static NextStep of(
            DeliveryMessage message,
            MessageOrigin origin,
            Optional<Webhook> webhook,
            Supplier<Optional<LoggedDelivery>> log,
            Instant now) {
        if (webhook.isEmpty()) {
            return new Drop(Reason.WEBHOOK_GONE);
        }
        Webhook row = webhook.get();
        Optional<Reason> unwanted = unwanted(message, row);
        if (unwanted.isPresent()) {
            return new Drop(unwanted.get());
        }
        if (row.isPulled()) {
            return origin == MessageOrigin.PROBE ? byLog(message, origin, row, log.get()) : new AddToBacklog();
        }
        if (!row.suspended() && origin != MessageOrigin.PROBE) {
            Duration wait = Duration.between(now, message.notBefore());
            if (wait.isPositive() && !isExpedited(message, row)) {
                return hop(origin, firstHop(wait));
            }
            if (BacklogAdmission.admits(message, origin, row, now)) {
                return new AddToBacklog();
            }
        }
        Optional<LoggedDelivery> logged = needsLog(message, origin) ? log.get() : Optional.empty();
        NextStep step = byLog(message, origin, row, logged);
        return step instanceof Attempt ? attempt(message, row, logged, now) : step;
    }

    /** The first hop of a wait: all of it, or the longest delay of a message. */
    static Duration firstHop(Duration wait) {
        if (!wait.isPositive()) {
            return Duration.ZERO;
        }
        return wait.compareTo(MessageQueue.MAX_DELAY) < 0 ? wait : MessageQueue.MAX_DELAY;
    }

    /**
     * Decides by the log. Duplicate messages may have split a delivery into two chains; the logged retry cycle and
     * number of attempts show which is ahead. Whoever logs an attempt sends the next message before it deletes its own.
     * A message that finds its own attempt logged is therefore dropped only if it was never received before and is not
     * of a drain; otherwise the next message may be missing: a delivery of the backlog may be there because the sender
     * of its attempt crashed. The same holds for a retry that finds the next retry cycle begun. A later retry cycle
     * than the logged one was requested after everything in the log.
     */
    static NextStep byLog(
            DeliveryMessage message, MessageOrigin origin, Webhook webhook, Optional<LoggedDelivery> logged) {
        if (logged.isEmpty() || logged.get().cycle() < message.cycle()) {
            return new Attempt(webhook);
        }
        LoggedDelivery row = logged.get();
        if (row.cycle() > message.cycle()) {
            boolean begun =
                    row.cycle() == message.cycle() + 1 && row.made() == 0 && row.status() == DeliveryStatus.PENDING;
            boolean retried = origin == MessageOrigin.QUEUE_AGAIN && message.attempt() > 1;
            return retried && begun ? new Resume(row) : new Drop(Reason.OVERTAKEN);
        }
        return switch (row.status()) {
            case SUCCEEDED -> new Drop(Reason.DELIVERED);
            case DISMISSED -> new Drop(Reason.DISMISSED);
            case EXPIRED -> new Drop(Reason.EXPIRED);
            case PENDING, FAILED -> byAttempts(message, origin, webhook, row);
        };
    }

    /** Nothing is attempted for a webhook that would not get a new event like this one. */
    private static Optional<Reason> unwanted(DeliveryMessage message, Webhook webhook) {
        if (!webhook.isActive()) {
            return Optional.of(Reason.WEBHOOK_DISABLED);
        }
        if (webhook.generation() != message.generation()) {
            return Optional.of(Reason.EARLIER_GENERATION);
        }
        return message.payload().isFor(webhook) ? Optional.empty() : Optional.of(Reason.NO_LONGER_MATCHING);
    }

    /**
     * A retry is made early when the receiver has recovered since its last attempt, so that it does not wait for hours.
     */
    private static boolean isExpedited(DeliveryMessage message, Webhook webhook) {
        return message.lastAttempt().filter(webhook.health()::expeditesRetries).isPresent();
    }

    /**
     * A first attempt whose message was never received before, and was never in the backlog, is not in the log, unless
     * fan-out or a replay sent two messages of one delivery. Then there may be a second request, which promise 3
     * allows.
     */
    private static boolean needsLog(DeliveryMessage message, MessageOrigin origin) {
        return message.attempt() > 1
                || message.cycle() > DeliveryMessage.FIRST_CYCLE
                || message.drainedAt().isPresent()
                || message.hasWaited()
                || origin.mayBeRepeat();
    }

    /** Decides where everything else asks for an attempt. */
    private static NextStep attempt(
            DeliveryMessage message, Webhook webhook, Optional<LoggedDelivery> logged, Instant now) {
        boolean overdue = now.isAfter(message.notBefore().plus(LATEST_RETRY));
        if (message.attempt() > 1 && (webhook.suspended() || overdue)) {
            return new BeginAnew(logged);
        }
        if (webhook.suspended()) {
            return message.payload().isTrial() ? new Drop(Reason.ACCOUNT_SUSPENDED) : new AddToBacklog();
        }
        return new Attempt(webhook);
    }

    private static NextStep byAttempts(
            DeliveryMessage message, MessageOrigin origin, Webhook webhook, LoggedDelivery row) {
        if (row.made() < message.attempt()) {
            return new Attempt(webhook);
        }
        boolean mayBeRepeat = origin.mayBeRepeat() || message.drainedAt().isPresent();
        return row.made() == message.attempt() && mayBeRepeat ? new Resume(row) : new Drop(Reason.OVERTAKEN);
    }
}
