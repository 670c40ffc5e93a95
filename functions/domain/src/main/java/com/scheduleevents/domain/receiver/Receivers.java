package com.scheduleevents.domain.receiver;

import com.scheduleevents.domain.account.AccountId;

/** Port: the receivers of deliveries. */
public interface Receivers {

    /**
     * Waits until an attempt may begin, because only so many of one account are made to one host at a time, and of all accounts together.
     *
     * @param account whose webhook it is
     * @param url the URL of a webhook
     * @return the turn of one attempt, which ends when it is closed
     */
    Turn turn(AccountId account, String url);

    /**
     * Makes one attempt: sends one signed event to the URL of a webhook, and waits for the response headers.
     *
     * @return the outcome, at the latest a little after the timeout. No error of a receiver, its name server or the network is thrown,
     *     and nothing that they sent is returned except the status, the time of the {@code Retry-After} header and, if the request
     *     captures it, the start of a response that is a failure
     */
    AttemptOutcome attempt(AttemptRequest request);

    /** The turn of one attempt to a host, until it is closed. */
    interface Turn extends AutoCloseable {
        @Override
        void close();
    }
}
