package com.scheduleevents.simulation.promises;

import com.scheduleevents.simulation.receivers.ReceivedRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Checks the time of each retry when it is made: none comes too late, too early, or once too often. */
final class RetryChecks {

    /** The part of a wait that jitter leaves at least, in tenths. */
    private static final int SHORTEST_TENTHS = 9;

    /** What a message may be late while nothing fails. */
    private static final Duration LATENESS = Duration.ofMinutes(1);

    /** How late outages may make a retry, of which one that comes later begins a new retry cycle; and a quarter of an hour's hop. */
    private static final Duration LONGEST_DELAY = Duration.ofMinutes(75);

    /** What the clocks of two functions may differ by. */
    private static final Duration CLOCKS = Duration.ofSeconds(1);

    /** So long after an attempt was accepted the service may note that its receiver has recovered. */
    private static final Duration NOTED = Duration.ofMinutes(1);

    private final Ledger ledger;

    RetryChecks(Ledger ledger) {
        this.ledger = ledger;
    }

    /** Checks an attempt that the webhook has not been told of yet. */
    void check(WatchedWebhook webhook, ReceivedRequest request) {
        List<ReceivedRequest> cycle = cycle(webhook, request.event());
        if (request.attempt() <= 1 || cycle.isEmpty()) {
            return;
        }
        Instant began = cycle.reversed().stream()
                .filter(attempt -> attempt.attempt() == 1)
                .findFirst()
                .orElseThrow()
                .at();
        if (began.isBefore(webhook.enabledFrom())) {
            ledger.breaks(
                    Promise.ISOLATED,
                    webhook.id(),
                    "attempt " + request.attempt() + " of " + request.event() + " came after it was enabled again, and"
                            + " its first at " + began + ", before it was disabled");
        }
        if (!ledger.wasRedriven(request.event())) {
            checkNotLate(webhook, request, began);
            checkNotEarly(webhook, request, cycle, began);
        }
    }

    /**
     * What was seen of a retry cycle so far. It begins with the last first attempt, or with an earlier one of which that may be a copy:
     * whichever of them was logged first is what the next one waits for.
     */
    private static List<ReceivedRequest> cycle(WatchedWebhook webhook, String event) {
        List<ReceivedRequest> attempts = webhook.attempts(event);
        int first = attempts.size();
        for (int i = attempts.size() - 1; i >= 0 && (first == attempts.size() || mayBeCopy(attempts, first, i)); i--) {
            first = attempts.get(i).attempt() == 1 ? i : first;
        }
        return attempts.subList(first, attempts.size());
    }

    private static boolean mayBeCopy(List<ReceivedRequest> attempts, int first, int before) {
        Instant earliest = attempts.get(first).at().minus(LONGEST_DELAY);
        return attempts.get(before).attempt() == 1 && attempts.get(before).at().isAfter(earliest);
    }

    private void checkNotLate(WatchedWebhook webhook, ReceivedRequest request, Instant began) {
        Duration latest = ledger.sawFaultSince(request.at().minus(LONGEST_DELAY))
                ? ledger.retries().window().plus(LATENESS).plus(LONGEST_DELAY)
                : ledger.retries().window().plus(LATENESS);
        if (request.at().isAfter(began.plus(latest))) {
            breaks(
                    Promise.RETRIES_END,
                    webhook,
                    request,
                    "came " + Duration.between(began, request.at()) + " after the first");
        }
    }

    private void checkNotEarly(
            WatchedWebhook webhook, ReceivedRequest request, List<ReceivedRequest> cycle, Instant began) {
        if (isEarly(webhook, request, cycle)) {
            breaks(Promise.RETRIES_ARE_SPACED, webhook, request, "came too early after those at " + times(cycle));
        }
        Instant latestEnd = began.plus(ledger.retries().window());
        long early =
                cycle.stream().filter(made -> isSooner(made, cycle, latestEnd)).count();
        if (request.attempt() > ledger.retries().attempts() + early) {
            breaks(Promise.RETRIES_ARE_SPACED, webhook, request, "is one too many after those at " + times(cycle));
        }
    }

    /** The occasions for an early retry: since the last attempt, the receiver has recovered, the URL or the role was changed or the account resumed. */
    private boolean isEarly(WatchedWebhook webhook, ReceivedRequest request, List<ReceivedRequest> cycle) {
        Instant earliestEnd =
                cycle.getFirst().at().plus(ledger.retries().window()).minus(LONGEST_DELAY);
        return isSooner(request, cycle, earliestEnd)
                && cycle.stream()
                        .filter(before -> before.attempt() == request.attempt() - 1)
                        .noneMatch(before -> !before.url().equals(request.url())
                                || webhook.facts(Fact.Moved.class)
                                        .anyMatch(moved -> moved.at().isAfter(before.at()))
                                || mayHaveAnotherRole(webhook, before.at())
                                || webhook.wasResumedAfter(before.at())
                                || hasAcceptedSince(webhook, before.at().minus(NOTED)));
    }

    /** A request for a role may have its effect at any time until it is confirmed. */
    private static boolean mayHaveAnotherRole(WatchedWebhook webhook, Instant time) {
        return webhook.facts(Fact.RoleAsked.class).anyMatch(asked -> webhook.facts(Fact.Moved.class)
                .noneMatch(moved -> moved.asked().equals(asked.at())
                        && moved.at().plus(WatchedWebhook.UNDER_WAY).isBefore(time)));
    }

    private static boolean hasAcceptedSince(WatchedWebhook webhook, Instant time) {
        return webhook.attempts()
                .anyMatch(attempt -> attempt.accepted() && !attempt.at().isBefore(time));
    }

    /**
     * Whether an attempt was made sooner after the one before it than the schedule says; unknown where that one was not seen.
     *
     * @param end when the last attempt of the cycle is due
     */
    private boolean isSooner(ReceivedRequest request, List<ReceivedRequest> cycle, Instant end) {
        return request.attempt() > 1
                && request.at().isBefore(end)
                && cycle.stream()
                        .filter(before -> before.attempt() == request.attempt() - 1)
                        .findFirst()
                        .filter(before ->
                                request.attempt() > ledger.retries().waits().size() + 1
                                        || request.at().isBefore(before.at().plus(shortest(before.attempt()))))
                        .isPresent();
    }

    private Duration shortest(int attempt) {
        return ledger.retries()
                .waits()
                .get(attempt - 1)
                .multipliedBy(SHORTEST_TENTHS)
                .dividedBy(10)
                .minus(CLOCKS);
    }

    private static List<Instant> times(List<ReceivedRequest> cycle) {
        return cycle.stream().map(ReceivedRequest::at).toList();
    }

    private void breaks(Promise promise, WatchedWebhook webhook, ReceivedRequest request, String explanation) {
        ledger.breaks(
                promise, webhook.id(), "attempt " + request.attempt() + " of " + request.event() + " " + explanation);
    }
}
