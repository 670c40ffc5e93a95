package com.scheduleevents.domain.delivery;

import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Duration;
import java.time.Instant;

/** Counts the pings and test events of each webhook, so that nobody uses them to keep senders busy with a receiver that hangs. */
public interface PingLimit {

    /** What is sent only because somebody asks for it. */
    enum Kind {
        /** A ping. */
        PING(10),
        /** A test event, of which there is one of each type. */
        TEST_EVENT(60);

        private final int perMinute;

        Kind(int perMinute) {
            this.perMinute = perMinute;
        }

        /** How many a webhook is sent in a minute of the clock. */
        public int perMinute() {
            return perMinute;
        }
    }

    /**
     * Counts one ping or test event.
     *
     * @return whether the webhook has had fewer of its kind than {@link Kind#perMinute} in this minute
     */
    boolean allows(WebhookId webhook, Kind kind, Instant now);

    /** How long after the refusal of one the next one is allowed: the rest of the minute. */
    static Duration untilNext(Instant now) {
        return Duration.ofSeconds(60 - Math.floorMod(now.getEpochSecond(), 60));
    }
}
