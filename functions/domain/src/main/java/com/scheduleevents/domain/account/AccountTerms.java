package com.scheduleevents.domain.account;

import java.util.Optional;

/**
 * What the operator set for an account in the place of the service's own limits, and how often something of the account was
 * counted against a limit or changed so that its webhooks had to follow. What counts is written on condition that nothing else was counted since these terms were read, so
 * that no two can both be the last that fits.
 *
 * @param requestsPerSecond of each of its keys; empty: the service's
 * @param webhooks how many it may have; empty: the service's
 * @param counted 0 as long as nothing was
 */
public record AccountTerms(Optional<Integer> requestsPerSecond, Optional<Integer> webhooks, long counted) {}
