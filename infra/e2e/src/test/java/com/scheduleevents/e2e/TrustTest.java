package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** A person's own HTTPS endpoint on this machine can be a receiver if its authority is named, and only then. */
@RequiresCapability(SharedClouds.COMPRESSED)
class TrustTest {

    /** No other test of this cloud records it, so that each meets its own deliveries alone. */
    private static final String TYPE = "appointment.confirmed";

    @Test
    void anEndpointOfATrustedAuthorityGetsItsDeliveries(Target target) {
        try (OwnReceiver receiver = OwnReceiver.trusted()) {
            target.account().register(receiver.address(), List.of(TYPE), "cln_harbour");
            String event = target.account().record(ChangeSamples.of(TYPE, "cln_harbour", "prv_own"));
            Await.await("the delivery").until(() -> receiver.got(event));
        }
    }

    @Test
    void anEndpointOfAnotherAuthorityIsNeverSpokenTo(Target target) {
        ReceiverInbox known = ReceiverInbox.open(target, "known", List.of(TYPE), "cln_station");
        try (OwnReceiver receiver = OwnReceiver.untrusted()) {
            String webhook = target.account()
                    .register(receiver.address(), List.of(TYPE), "cln_station")
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
            assertThat(receiver.bodies()).isEmpty();
        }
    }
}
