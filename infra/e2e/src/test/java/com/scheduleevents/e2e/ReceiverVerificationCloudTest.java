package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.e2e.ReceiverInbox.InboxDelivery;
import com.scheduleevents.local.LocalCloud;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests that a deployment with {@code ReceiverVerification} sends events only where the challenge was returned. */
class ReceiverVerificationCloudTest {

    @RegisterExtension
    static final CloudLog LOG = CloudLog.of("verification");

    @Test
    void eventsAreSentOnlyWhereTheChallengeWasReturned() {
        try (LocalCloud cloud = SharedClouds.start(SharedClouds.options("verification")
                        .withTrust(LocalEndpoint.authority())
                        .withRetryWindow(Duration.ofMinutes(15))
                        .withParameters(Map.of("ReceiverVerification", "true")));
                LocalEndpoint silent = LocalEndpoint.trusted()) {
            Target target = Target.of(cloud.description());
            ReceiverInbox inbox = ReceiverInbox.open(target, "verification", List.of("*"));
            String unasked = target.account()
                    .register(silent.url(), List.of("*"))
                    .path("id")
                    .asText();

            String event = target.account().record(ChangeSamples.cancelled("cln_harbour", "prv_verification"));

            Await.await("the delivery").until(() -> inbox.accepted(event));
            Await.await("a second attempt in the log")
                    .until(() -> target.account().attempts(unasked, event).size() >= 2);
            assertThat(inbox.deliveries())
                    .extracting(delivery -> delivery.json().path("type").asText())
                    .containsExactly("webhook.verification", "appointment.cancelled");
            assertThat(inbox.deliveries()).allMatch(InboxDelivery::verified);
            assertThat(target.account().attempts(unasked, event))
                    .extracting(attempt -> attempt.path("outcome").asText())
                    .containsOnly("unverified");
            assertThat(silent.bodies())
                    .isNotEmpty()
                    .allMatch(body -> body.contains("\"type\":\"webhook.verification\""))
                    .noneMatch(body -> body.contains(event));
        }
    }
}
