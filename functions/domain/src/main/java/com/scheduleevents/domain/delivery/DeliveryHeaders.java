package com.scheduleevents.domain.delivery;

import com.scheduleevents.domain.webhook.SigningSecret;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The headers of a signed request: the same whether it is sent to a receiver or pulled by a consumer. */
public final class DeliveryHeaders {

    private static final String USER_AGENT = "Schedule-Events-Webhooks/1.0";

    private DeliveryHeaders() {}

    /**
     * The headers of one attempt.
     *
     * @param attempt its number, from 1
     * @param at when it is signed
     * @param secrets the live secrets, newest first
     */
    public static Map<String, String> of(Payload payload, int attempt, Instant at, List<SigningSecret> secrets) {
        Map<String, String> headers =
                new HashMap<>(Signatures.headers(payload.id().value(), at, payload.json(), secrets));
        headers.put("Content-Type", "application/json");
        headers.put("User-Agent", USER_AGENT);
        headers.put("Service-Attempt", Integer.toString(attempt));
        if (payload.isTest()) {
            headers.put("Service-Test", "true");
        }
        return headers;
    }
}
