package com.scheduleevents.api.webhooks;

import com.scheduleevents.api.http.QueryParameters;
import com.scheduleevents.api.http.Request;
import com.scheduleevents.api.http.Response;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.domain.replay.Replay;
import com.scheduleevents.domain.replay.ReplayEnd;
import com.scheduleevents.domain.replay.ReplayId;
import com.scheduleevents.domain.replay.ReplayMessage;
import com.scheduleevents.domain.replay.ReplayQueue;
import com.scheduleevents.domain.replay.ReplayStore;
import com.scheduleevents.domain.replay.ReplayWalk;
import com.scheduleevents.domain.webhook.Webhook;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/** The requests about replays: starting one, counting what one would send, showing and cancelling them. */
final class ReplayRequests {

    /**
     * The first step is queued twice, so that no crash leaves a replay that never begins: once before its row is put, to come
     * when the row is surely there or never will be (the function's time-out is 20 s), and once after, to come soon. Copies of
     * a step merge, and a step without a row is dropped.
     */
    private static final Duration IN_ANY_CASE = Duration.ofSeconds(60);

    /** A clinic's feed lags behind by a moment; what was recorded just before the request should be in it. */
    private static final Duration SOON = Duration.ofSeconds(2);

    private final WebhookLookup webhooks;
    private final ReplayStore store;
    private final ReplayQueue steps;
    private final ReplayWalk walk;
    private final Duration retention;
    private final Clock clock;
    private final RandomGenerator random;

    ReplayRequests(WebhookLookup webhooks, WebhooksDependencies parts) {
        this.webhooks = webhooks;
        this.store = parts.replays();
        this.steps = parts.steps();
        this.walk = new ReplayWalk(parts.events(), parts.logged(), parts.retention());
        this.retention = parts.retention();
        this.clock = parts.clock();
        this.random = parts.random();
    }

    /** A dry run sends nothing, so a disabled webhook takes one too: that is when its owner wants to know what is missing. */
    Response start(Request request, Caller caller) {
        request.query(Set.of());
        Instant now = now();
        ReplayBody body = ReplayBody.read(request.body(), now, retention);
        if (body.dryRun()) {
            Webhook webhook = webhooks.find(request, caller);
            return Response.json(200, ReplayJson.estimate(walk.count(replay(webhook, body, now), webhook, now)));
        }
        Replay replay = replay(webhooks.findActive(request, caller), body, now);
        steps.send(ReplayMessage.next(replay), IN_ANY_CASE);
        begin(replay);
        steps.send(ReplayMessage.next(replay), SOON);
        return Response.json(202, ReplayJson.of(replay));
    }

    Response list(Request request, Caller caller) {
        QueryParameters query = request.query(Set.of("starting_after", "limit"));
        Optional<ReplayId> startingAfter = query.startingAfter(ReplayId::parse, "the newest replay");
        int limit = query.limit();
        Webhook webhook = webhooks.find(request, caller);
        List<Replay> found = store.newestFirst(webhook.id(), startingAfter, limit + 1);
        List<Replay> shown = found.subList(0, Math.min(limit, found.size()));
        Optional<String> next =
                found.size() > limit ? Optional.of(shown.getLast().id().value()) : Optional.empty();
        return Response.page(shown.stream().map(ReplayJson::of).toList(), next);
    }

    Response one(Request request, Caller caller) {
        request.query(Set.of());
        return Response.json(200, ReplayJson.of(find(request, webhooks.find(request, caller))));
    }

    /** One that is over stays as it is. */
    Response cancel(Request request, Caller caller) {
        request.query(Set.of());
        request.requireNoFields();
        Webhook webhook = webhooks.find(request, caller);
        for (int tries = 0; tries < WebhookLookup.TRIES; tries++) {
            Replay read = find(request, webhook);
            Replay cancelled = read.ended(ReplayEnd.Why.CANCELLED, now());
            if (cancelled.equals(read) || store.replace(read, cancelled)) {
                return Response.json(200, ReplayJson.of(cancelled));
            }
        }
        throw WebhookLookup.tooManyChanges();
    }

    private Replay replay(Webhook webhook, ReplayBody body, Instant now) {
        return Replay.of(webhook, ReplayId.mint(now, random), body.selection(), now);
    }

    /** One of an earlier generation is over as soon as its next step comes; it makes room at once. */
    private void begin(Replay replay) {
        for (int tries = 0; tries < WebhookLookup.TRIES; tries++) {
            Optional<Replay> other = store.start(replay, replay.createdAt().plus(retention));
            if (other.isEmpty()) {
                return;
            }
            Replay running = other.get();
            if (running.generation() == replay.generation()) {
                throw alreadyRunning(running);
            }
            store.replace(running, running.ended(ReplayEnd.Why.WEBHOOK_DISABLED, now()));
        }
        throw WebhookLookup.tooManyChanges();
    }

    private Replay find(Request request, Webhook webhook) {
        return ReplayId.parse(request.pathVariable("replay_id"))
                .flatMap(id -> store.find(webhook.id(), id))
                .orElseThrow(() -> new ApiException(
                        ErrorCode.NOT_FOUND, "replay_id", "There is no such replay of this webhook. Check its id."));
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    private static ApiException alreadyRunning(Replay running) {
        return new ApiException(
                ErrorCode.REPLAY_RUNNING,
                "webhook_id",
                "The replay " + running.id().value()
                        + " of this webhook is running. Wait for its end, or cancel it first.");
    }
}
