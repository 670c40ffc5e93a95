package com.scheduleevents.domain.replay;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Instant;
import java.util.Optional;

/**
 * A job that sends a webhook again what was recorded in a stretch of time.
 *
 * @param account whose it is
 * @param webhook where the events go
 * @param generation the webhook's generation that it belongs to; it ends with it
 * @param id its identity
 * @param selection which events it sends
 * @param createdAt when it was asked for
 * @param progress how far it has come
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

    /** One that begins. */
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

    /** Whether it has not come to its end. */
    public boolean isRunning() {
        return ending.isEmpty();
    }

    /** What it is, in the API: running, completed, cancelled, or ended early. */
    public String status() {
        return ending.map(ReplayEnd::status).orElse("running");
    }

    /** The same replay after one more step. */
    public Replay advanced(ReplayProgress now) {
        return new Replay(account, webhook, generation, id, selection, createdAt, now, ending);
    }

    /** The same replay at its end; itself when it has ended already. */
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
