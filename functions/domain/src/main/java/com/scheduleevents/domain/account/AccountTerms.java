package com.scheduleevents.domain.account;

import java.util.Optional;

/**
 * What the operator set for an account in the place of the service's own limits, and how often something of the account was
 * counted against a limit or changed so that its webhooks had to follow. What counts is written on condition that this is as
 * it was when these terms were read.
 *
 * @param requestsPerSecond of each of its keys; empty: the service's
 * @param webhooks how many it may have; empty: the service's
 * @param counted 0 as long as nothing was
 * @param alone whether what counts next is itself counted, so that nothing else that was begun before it holds beside it: no
 *     two are both the last that fits. Where there is room, it need not wait for others
 */
public record AccountTerms(
        Optional<Integer> requestsPerSecond, Optional<Integer> webhooks, long counted, boolean alone) {

    /** The highest rate that an account can be given, in requests per second and key: API Gateway's default for a region. */
    public static final int MAX_REQUESTS_PER_SECOND = 10_000;

    /** So many places can be taken side by side; the last ones only one after the other. */
    public static final int LAST_PLACES = 20;

    /** Terms under which one thing counts after the other. */
    public AccountTerms(Optional<Integer> requestsPerSecond, Optional<Integer> webhooks, long counted) {
        this(requestsPerSecond, webhooks, counted, true);
    }

    /**
     * The same terms, where room is left.
     *
     * @param left how many more were found to fit
     */
    public AccountTerms withRoomFor(int left) {
        return new AccountTerms(requestsPerSecond, webhooks, counted, left <= LAST_PLACES);
    }
}
