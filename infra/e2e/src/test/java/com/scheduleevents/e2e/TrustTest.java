package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that an HTTPS endpoint on this machine can be a receiver only if the cloud trusts its authority. */
@RequiresCapability(SharedClouds.COMPRESSED)
class TrustTest {

    /** No other test of this cloud records events of this type. */
    private static final String TYPE = "appointment.confirmed";

    @Test
    void endpointOfATrustedAuthorityGetsItsDeliveries(Target target) {
        try (LocalEndpoint receiver = LocalEndpoint.trusted()) {
            String webhook = target.account()
                    .register(receiver.url(), List.of(TYPE), "cln_harbour")
                    .path("id")
                    .asText();
            String event = target.account().record(ChangeSamples.of(TYPE, "cln_harbour", "prv_own"));
            Await.await("the delivery").until(() -> receiver.got(event));
            // Another test's receiver may get the port.
            target.account().delete("/v1/webhooks/" + webhook);
        }
    }

    @Test
    void endpointOfAnUntrustedAuthorityGetsNoRequest(Target target) {
        ReceiverInbox known = ReceiverInbox.open(target, "known", List.of(TYPE), "cln_station");
        try (LocalEndpoint receiver = LocalEndpoint.untrusted()) {
            String webhook = target.account()
                    .register(receiver.url(), List.of(TYPE), "cln_station")
                    .path("id")
                    .asText();
            String event = target.account().record(ChangeSamples.of(TYPE, "cln_station", "prv_own"));
            Await.await("the neighbour's delivery").until(() -> known.accepted(event));
            Await.await("a failed attempt in the log")
                    .until(() -> !target.account().attempts(webhook, event).isEmpty());
            assertThat(target.account()
                            .attempts(webhook, event)
                            .getFirst()
                            .path("outcome")
                            .asText())
                    .startsWith("tls");
            assertThat(target.account()
                            .attempts(webhook, event)
                            .getFirst()
                            .path("outcome_detail")
                            .asText())
                    .isIn("incomplete_chain", "self_signed", "untrusted");
            assertThat(receiver.bodies()).isEmpty();
            target.account().delete("/v1/webhooks/" + webhook);
        }
    }
}
