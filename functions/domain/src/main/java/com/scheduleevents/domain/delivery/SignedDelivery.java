package com.scheduleevents.domain.delivery;

import com.scheduleevents.domain.receiver.AttemptRequest;
import com.scheduleevents.domain.webhook.PayloadStyle;
import com.scheduleevents.domain.webhook.SigningSecret;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A signed request: the same whether it is sent to a receiver or pulled by a consumer. The headers are made together with the body that they
 * sign, so that no other one is sent.
 *
 * @param headers the headers, the signatures of the body among them
 * @param body JSON
 */
public record SignedDelivery(Map<String, String> headers, String body) {

    public SignedDelivery {
        headers = Map.copyOf(headers);
    }

    /**
     * The request of one attempt.
     *
     * @param style what the webhook is set to at the time of this attempt, whatever earlier ones carried
     * @param attempt its number, from 1
     * @param at when it is signed
     * @param secrets the live secrets, newest first
     */
    public static SignedDelivery of(
            Payload payload, PayloadStyle style, int attempt, Instant at, List<SigningSecret> secrets) {
        String body = payload.body(style);
        Map<String, String> headers =
                new HashMap<>(Signatures.headers(payload.id().value(), at, body, secrets));
        headers.put("Content-Type", "application/json");
        headers.put("User-Agent", AttemptRequest.USER_AGENT);
        headers.put("Service-Attempt", Integer.toString(attempt));
        if (payload.isTest()) {
            headers.put("Service-Test", "true");
        }
        return new SignedDelivery(headers, body);
    }

    /** Omits the signatures and the event, which must not be logged. */
    @Override
    public String toString() {
        return "SignedDelivery[]";
    }
}
