package com.scheduleevents.api.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.api.Callers;
import com.scheduleevents.api.webhooks.DeliveryJson.AttemptJson;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.LoggedDelivery;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.receiver.AttemptOutcome;
import com.scheduleevents.domain.receiver.CertificateFault;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.webhook.SealedSecret;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that an attempt shows what was wrong with the receiver's certificate. */
class CertificateFaultsTest {

    private static final Instant NOW = Instant.parse("2026-11-20T14:02:11.337Z");

    private static final Webhook WEBHOOK = Webhook.registered(
            Callers.ACCOUNT,
            new WebhookId("whk_1"),
            new ApiKeyId("key_1"),
            new WebhookSettings("https://example.com/", List.of("*"), Optional.empty(), Optional.empty()),
            new Clinics.All(),
            new SealedSecret(1, "k", "whsec_x"),
            NOW);

    @ParameterizedTest
    @EnumSource(CertificateFault.class)
    void attemptShowsTheFaultOfTheCertificate(CertificateFault fault) {
        AttemptOutcome outcome = new AttemptOutcome(OutcomeClass.TLS, null, Duration.ofMillis(12), null, fault, null);
        LoggedDelivery logged = LoggedDelivery.attempted(message(), outcome, NOW, Optional.empty(), "token");

        assertThat(Objects.requireNonNull(DeliveryJson.withDetails(logged, WEBHOOK, Map.of(), Optional.empty())
                                .more())
                        .attempts())
                .containsExactly(
                        new AttemptJson(1, 1, "2026-11-20T14:02:11.337Z", 12, "tls", fault.wireName(), null, null));
    }

    private static DeliveryMessage message() {
        return DeliveryMessage.first(
                WEBHOOK, new Event(EventId.firstAtOrAfter(NOW), "offer.created", new ClinicId("cln_1"), "{}"), NOW);
    }
}
