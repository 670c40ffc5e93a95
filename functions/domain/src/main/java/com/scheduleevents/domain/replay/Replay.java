package com.scheduleevents.domain.replay;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Instant;
import java.util.Optional;

/**
 * A job that sends the recorded events of a range of time to a webhook again.
 *
 * @param generation the generation of the webhook that it belongs to; it ends with that generation
 * @param createdAt when it was requested
 * @param ending empty while it runs
 */
public record Replay(
        AccountId account,
        WebhookId webhook,
        long generation,
        ReplayId id,
        ReplaySelection selection,
        Instant createdAt,
        ReplayProgress progress,
        Optional<ReplayEnd> ending) {

    /** A new replay. */
    public static Replay of(Webhook webhook, ReplayId id, ReplaySelection selection, Instant now) {
        return new Replay(
                webhook.account(),
                webhook.id(),
                webhook.generation(),
                id,
                selection,
                now,
                ReplayProgress.NONE,
                Optional.empty());
    }

    /** Whether it has not ended yet. */
    public boolean isRunning() {
        return ending.isEmpty();
    }

    /** Whether its owner ended it. */
    public boolean isCancelled() {
        return ending.filter(end -> end.why() == ReplayEnd.Why.CANCELLED).isPresent();
    }

    /** The status in the API: running, completed, cancelled or ended. */
    public String status() {
        return ending.map(ReplayEnd::status).orElse("running");
    }

    /** The same replay after one more step. */
    public Replay advanced(ReplayProgress now) {
        return new Replay(account, webhook, generation, id, selection, createdAt, now, ending);
    }

    /** The same replay after it ended; unchanged when it had ended before. */
    public Replay ended(ReplayEnd.Why why, Instant at) {
        return isRunning()
                ? new Replay(
                        account,
                        webhook,
                        generation,
                        id,
                        selection,
                        createdAt,
                        progress,
                        Optional.of(new ReplayEnd(why, at)))
                : this;
    }
}
