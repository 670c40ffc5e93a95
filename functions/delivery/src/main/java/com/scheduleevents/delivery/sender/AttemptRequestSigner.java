package com.scheduleevents.delivery.sender;

import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.Payload;
import com.scheduleevents.domain.delivery.SignedDelivery;
import com.scheduleevents.domain.receiver.AttemptRequest;
import com.scheduleevents.domain.receiver.ResponseCapture;
import com.scheduleevents.domain.webhook.SigningSecret;
import com.scheduleevents.domain.webhook.Webhook;
import java.time.Instant;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes and signs the requests to receivers. */
final class AttemptRequestSigner {

    private final SenderDependencies ports;

    AttemptRequestSigner(SenderDependencies ports) {
        this.ports = ports;
    }

    /** The request of one attempt of a delivery. */
    AttemptRequest of(DeliveryMessage message, Webhook webhook, Instant at) {
        return of(message.payload(), message.attempt(), webhook, at, Optional.empty());
    }

    /** A request with a new challenge that the receiver has to return. */
    AttemptRequest challenge(Webhook webhook, Instant at) {
        String challenge = token() + token();
        Payload payload = Payload.challenge(webhook.id(), challenge, at, ports.random());
        return of(payload, 1, webhook, at, Optional.of(challenge));
    }

    private AttemptRequest of(Payload payload, int attempt, Webhook webhook, Instant at, Optional<String> challenge) {
        List<SigningSecret> secrets = webhook.liveSecrets(at).stream()
                .map(stored -> ports.secrets().open(webhook.account(), webhook.id(), stored))
                .toList();
        SignedDelivery signed = SignedDelivery.of(payload, webhook.settings().payload(), attempt, at, secrets);
        Map<String, String> headers = new HashMap<>();
        webhook.settings()
                .headers()
                .map(stored -> ports.secrets().open(webhook.account(), webhook.id(), stored))
                .ifPresent(own -> headers.putAll(own.values()));
        headers.putAll(signed.headers());
        return new AttemptRequest(
                webhook.url(),
                headers,
                signed.body(),
                challenge,
                webhook.settings().capturesResponses() ? ResponseCapture.OF_FAILURES : ResponseCapture.NONE,
                ports.receiverTimeout());
    }

    private String token() {
        return HexFormat.of().toHexDigits(ports.random().nextLong());
    }
}
