package com.scheduleevents.delivery.sender;

import com.scheduleevents.domain.receiver.Receivers;
import com.scheduleevents.domain.receiver.Receivers.Turn;
import com.scheduleevents.domain.webhook.Webhook;
import org.jspecify.annotations.Nullable;

/** The turn of a delivery at the host of its receiver. It is kept while the attempt is decided again. */
final class HostTurn implements AutoCloseable {

    private final Receivers receivers;
    private @Nullable Turn turn;
    private @Nullable String url;

    HostTurn(Receivers receivers) {
        this.receivers = receivers;
    }

    /** Waits for a turn at the webhook's URL, unless this is one. A turn elsewhere ends. */
    void await(Webhook webhook) {
        if (!webhook.url().equals(url)) {
            close();
            // The queues of all customers in a region have one host, which AWS keeps from being overloaded.
            turn = webhook.settings().role().isPresent() ? () -> {} : receivers.turn(webhook.account(), webhook.url());
            url = webhook.url();
        }
    }

    /** Ends the turn, if there is one. */
    @Override
    public void close() {
        Turn ended = turn;
        turn = null;
        url = null;
        if (ended != null) {
            ended.close();
        }
    }
}
