package com.scheduleevents.domain.account;

import java.util.Optional;

/**
 * The limits of an account, and its change counter. The counter is raised when something is counted against a limit, when a key is
 * revoked, and when the account changes in a way that its webhooks must follow. A write that adds a key or a webhook requires the
 * counter that was read.
 *
 * @param requestsPerSecond the rate of all of its keys together; empty for the default
 * @param webhooks the maximum number of webhooks; empty for the default
 * @param counted the change counter; 0 initially
 * @param alone whether the next addition raises the counter, so that a concurrent one fails: two additions must not both take the
 *     last place. Far below the limit, additions need not exclude each other
 */
public record AccountTerms(
        Optional<Integer> requestsPerSecond, Optional<Integer> webhooks, long counted, boolean alone) {

    /** The highest rate that an account can have, in requests per second: API Gateway's default for a region. */
    public static final int MAX_REQUESTS_PER_SECOND = 10_000;

    /** When no more than this many places are left, additions exclude each other. */
    public static final int LAST_PLACES = 20;

    /** Terms under which additions exclude each other. */
    public AccountTerms(Optional<Integer> requestsPerSecond, Optional<Integer> webhooks, long counted) {
        this(requestsPerSecond, webhooks, counted, true);
    }

    /** The same terms, when there is room for so many more keys or webhooks. */
    public AccountTerms withRoomFor(int left) {
        return new AccountTerms(requestsPerSecond, webhooks, counted, left <= LAST_PLACES);
    }
}
