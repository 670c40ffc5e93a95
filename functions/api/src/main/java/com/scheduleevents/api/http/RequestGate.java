package com.scheduleevents.api.http;

import com.scheduleevents.domain.metrics.MetricRecorder;
import com.scheduleevents.domain.rate.SharedTokens;
import java.time.InstantSource;

/**
 * Decides which requests reach a route of a function.
 *
 * @param cors the websites that may call the API
 * @param authentication finds the API key of a request that the gateway passed on without asking the authorizer
 * @param tokens what accounts, keys and network addresses may still request
 * @param clock decides whether API keys have expired, and counts requests
 * @param metrics counts the requests that fail; published at the end of each request
 */
public record RequestGate(
        Cors cors, Authentication authentication, SharedTokens tokens, InstantSource clock, MetricRecorder metrics) {}
