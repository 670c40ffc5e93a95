package com.scheduleevents.api.webhooks;

import com.scheduleevents.api.http.Creation;
import com.scheduleevents.api.http.IdempotentRequests;
import com.scheduleevents.api.http.Request;
import com.scheduleevents.api.http.Response;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.Origin;
import com.scheduleevents.domain.audit.AuditAction;
import com.scheduleevents.domain.audit.AuditEntry;
import com.scheduleevents.domain.audit.AuditEntry.Detail;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.domain.queue.MessageQueue;
import com.scheduleevents.domain.replay.Replay;
import com.scheduleevents.domain.replay.ReplayEnd;
import com.scheduleevents.domain.replay.ReplayId;
import com.scheduleevents.domain.replay.ReplayMessage;
import com.scheduleevents.domain.replay.ReplayStore;
import com.scheduleevents.domain.replay.ReplayWalk;
import com.scheduleevents.domain.webhook.Webhook;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Handles the requests about replays: start, dry run, list, show and cancel. */
final class ReplayRequests {

    /**
     * The first step is queued twice, so that a replay begins even after a crash: before its row is written, with a delay after which
     * the row exists or never will (the function times out after 20 s), and after it, with a short delay. Copies of a step merge, and
     * a step without a row is dropped.
     */
    private static final Duration FALLBACK_DELAY = Duration.ofSeconds(60);

    /** The feed of a clinic is eventually consistent; it should include the events recorded just before the request. */
    private static final Duration DELAY = Duration.ofSeconds(2);

    private final RequestedWebhooks webhooks;
    private final ReplayStore store;
    private final MessageQueue<ReplayMessage> steps;
    private final ReplayWalk walk;
    private final Duration retention;
    private final Clock clock;

    ReplayRequests(RequestedWebhooks webhooks, WebhooksDependencies dependencies) {
        this.webhooks = webhooks;
        this.store = dependencies.replays();
        this.steps = dependencies.steps();
        this.walk = dependencies.walk();
        this.retention = dependencies.retention();
        this.clock = dependencies.clock();
    }

    /**
     * A dry run is possible for a disabled webhook too, whose owner wants to know how many events it has missed. It costs as much as the
     * steps that it reads. The body is judged by the time of the first request with the same idempotency key: a repeat is not refused because
     * time has passed, or because the clock of the function that handles it is behind.
     */
    Response start(Request request, Caller caller, Creation creation) {
        ReplayId id = id(creation);
        Optional<Replay> earlier = creation.mayExist() ? find(request, caller, id) : Optional.empty();
        if (earlier.isPresent()) {
            return Response.json(202, ReplayJson.of(earlier.get()));
        }
        ReplayBody body = ReplayBody.read(request.body(), id.mintedAt(), retention);
        Instant now = now();
        if (body.dryRun()) {
            Webhook webhook = webhooks.find(request, caller);
            Replay counted = walk.count(replay(webhook, id, body, now), webhook, now);
            request.charge(counted.progress().steps());
            return Response.json(200, ReplayJson.EstimateJson.of(counted));
        }
        Webhook webhook = webhooks.findActive(request, caller);
        Replay replay = replay(webhook, id, body, now);
        steps.send(ReplayMessage.next(replay), FALLBACK_DELAY);
        begin(replay, entry(AuditAction.REPLAY_STARTED, replay, webhook, webhooks.origin(request, caller)));
        steps.send(ReplayMessage.next(replay), DELAY);
        return Response.json(202, ReplayJson.of(replay));
    }

    /** Responds to the repeat of a request for a replay. A dry run, which changes nothing, is made again. */
    Response started(Request request, Caller caller, Creation creation) {
        if (ReplayBody.isDryRun(request.body())) {
            return start(request, caller, creation);
        }
        return find(request, caller, id(creation))
                .map(replay -> Response.json(202, ReplayJson.of(replay)))
                .orElseThrow(IdempotentRequests::gone);
    }

    Response list(Request request, Caller caller) {
        Optional<ReplayId> startingAfter = request.query().startingAfter(ReplayId::parse, "the newest replay");
        int limit = request.query().limit();
        Webhook webhook = webhooks.find(request, caller);
        List<Replay> found = store.newestFirst(webhook.id(), startingAfter, limit + 1);
        List<Replay> shown = found.subList(0, Math.min(limit, found.size()));
        Optional<String> next =
                found.size() > limit ? Optional.of(shown.getLast().id().value()) : Optional.empty();
        return Response.page(shown.stream().map(ReplayJson::of).toList(), next);
    }

    Response show(Request request, Caller caller) {
        return Response.json(200, ReplayJson.of(find(request, webhooks.find(request, caller))));
    }

    /** A replay that has ended is not changed, and nothing is recorded. */
    Response cancel(Request request, Caller caller, Creation nothing) {
        request.requireNoFields();
        Webhook webhook = webhooks.find(request, caller);
        for (int tries = 0; tries < RequestedWebhooks.MAX_TRIES; tries++) {
            Replay read = find(request, webhook);
            Replay cancelled = read.ended(ReplayEnd.Why.CANCELLED, now());
            AuditEntry entry = entry(AuditAction.REPLAY_CANCELLED, read, webhook, webhooks.origin(request, caller));
            if (cancelled.equals(read) || store.cancel(read, cancelled, entry)) {
                return Response.json(200, ReplayJson.of(cancelled));
            }
        }
        throw RequestedWebhooks.tooManyChanges();
    }

    /** Responds to the repeat of a request to cancel. */
    Response cancelled(Request request, Caller caller, Creation nothing) {
        return show(request, caller);
    }

    private static ReplayId id(Creation creation) {
        return new ReplayId(creation.id(ReplayId.PREFIX));
    }

    private static Replay replay(Webhook webhook, ReplayId id, ReplayBody body, Instant now) {
        return Replay.of(webhook, id, body.selection(), now);
    }

    private static AuditEntry entry(AuditAction action, Replay replay, Webhook webhook, Origin origin) {
        String id = replay.id().value();
        return AuditEntry.of(
                replay.account(),
                action,
                origin,
                id,
                webhook.reach(),
                Map.of(Detail.WEBHOOK_ID, webhook.id().value(), Detail.REPLAY_ID, id));
    }

    /** A running replay of an earlier generation would end with its next step; it is ended now to make room. */
    private void begin(Replay replay, AuditEntry entry) {
        for (int tries = 0; tries < RequestedWebhooks.MAX_TRIES; tries++) {
            Optional<Replay> other = store.start(replay, replay.createdAt().plus(retention), entry);
            if (other.isEmpty()) {
                return;
            }
            Replay running = other.get();
            if (running.generation() == replay.generation()) {
                throw alreadyRunning(running);
            }
            store.replace(running, running.ended(ReplayEnd.Why.WEBHOOK_DISABLED, now()));
        }
        throw RequestedWebhooks.tooManyChanges();
    }

    private Optional<Replay> find(Request request, Caller caller, ReplayId id) {
        return store.find(webhooks.find(request, caller).id(), id);
    }

    private Replay find(Request request, Webhook webhook) {
        return ReplayId.parse(request.pathVariable("replay_id"))
                .flatMap(id -> store.find(webhook.id(), id))
                .orElseThrow(() -> new ApiException(
                        ErrorCode.NOT_FOUND, "replay_id", "This webhook has no such replay. Check its ID."));
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    private static ApiException alreadyRunning(Replay running) {
        return new ApiException(
                ErrorCode.REPLAY_RUNNING,
                "webhook_id",
                "The replay " + running.id().value()
                        + " of this webhook is running. Wait until it ends, or cancel it first.");
    }
}
