package com.scheduleevents.domain.delivery;

import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.webhook.SealedResponse;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Port: what receivers responded to attempts that failed, encrypted, for the webhooks whose owners want to see it. */
public interface CapturedResponseStore {

    /** How long a response is kept, counted from its attempt. */
    Duration KEPT = Duration.ofDays(7);

    /** How many responses of one delivery are read, which is more than a delivery has attempts in the log. */
    int MAX = 50;

    /**
     * Keeps a response; idempotent.
     *
     * @param expiresAt when it is deleted
     */
    void add(WebhookId webhook, SealedResponse response, Instant expiresAt);

    /** Finds the newest {@link #MAX} responses to one delivery that have not expired, newest attempt first; eventually consistent. */
    List<SealedResponse> of(WebhookId webhook, EventId event, Instant now);
}
