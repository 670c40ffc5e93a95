package com.scheduleevents.domain.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventTypeRegistry;
import com.scheduleevents.domain.webhook.PayloadStyle;
import com.scheduleevents.domain.webhook.SigningSecret;
import com.scheduleevents.domain.webhook.WebhookId;
import com.stripe.exception.SignatureVerificationException;
import com.stripe.net.Webhook.Signature;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a delivery carries, and that this is what it signs; the published library is the judge. */
final class SignedDeliveryTest {

    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
    private static final SigningSecret SECRET = SigningSecret.of("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
    private static final EventId ID = EventId.mint(NOW, new Random(1));
    private static final WebhookId WEBHOOK = new WebhookId("whk_1");
    private static final EventTypeRegistry TYPES = EventTypeRegistry.fromClassPath();

    @ParameterizedTest
    @MethodSource("ofAClinic")
    void thinDeliveryHasFourFieldsAndNothingElse(Payload whole) {
        SignedDelivery thin = signed(whole, PayloadStyle.THIN);

        assertThat(thin.body())
                .isEqualTo("{\"id\":\"" + whole.id().value() + "\",\"type\":\"" + whole.type()
                        + "\",\"clinic_id\":\"cln_harbour\",\"created_at\":\"2026-11-21T12:00:00.000Z\"}");
        assertThat(signed(whole, PayloadStyle.FULL).body()).isEqualTo(whole.json());
    }

    /** Every type has them, so that a receiver of thin deliveries can handle each. */
    private static Stream<Payload> ofAClinic() {
        return TYPES.types().stream().flatMap(type -> {
            Event event = TYPES.example(type.name(), replaced()).as(ID);
            return Stream.of(Payload.of(event), Payload.test(TYPES.example(type.name(), replaced()), ID.ofTest()));
        });
    }

    private static ObjectNode replaced() {
        return JsonNodeFactory.instance.objectNode().put("clinic_id", "cln_harbour");
    }

    @ParameterizedTest
    @MethodSource("ofAWebhook")
    void deliveryAboutAWebhookIsTheSameInBothStyles(Payload whole) {
        assertThat(signed(whole, PayloadStyle.THIN)).isEqualTo(signed(whole, PayloadStyle.FULL));
        assertThat(signed(whole, PayloadStyle.THIN).body()).isEqualTo(whole.json());
    }

    private static Stream<Payload> ofAWebhook() {
        EventTypeRegistry operational = EventTypeRegistry.operational();
        return Stream.concat(
                Stream.of(Payload.ping(WEBHOOK, ID), Payload.challenge(WEBHOOK, "c0ffee", NOW, new Random(1))),
                operational.types().stream()
                        .map(type -> Payload.test(
                                operational.example(type.name(), JsonNodeFactory.instance.objectNode()), ID.ofTest())));
    }

    @ParameterizedTest
    @MethodSource("ofAClinic")
    void signsTheBodyThatIsSent(Payload whole) throws Exception {
        SignedDelivery thin = signed(whole, PayloadStyle.THIN);
        String signature = thin.headers().get("Service-Signature");

        assertThat(Signature.verifyHeader(thin.body(), signature, SECRET.reveal(), 0))
                .isTrue();
        assertThatThrownBy(() -> Signature.verifyHeader(whole.json(), signature, SECRET.reveal(), 0))
                .isInstanceOf(SignatureVerificationException.class);
    }

    /** It names the field, and quotes nothing of an event. */
    @Test
    void eventWithoutOneOfTheFieldsIsRefused() {
        Payload broken = new Payload(
                ID, "offer.created", Optional.of(new ClinicId("cln_1")), "{\"id\":\"evt_1\",\"type\":\"x\"}");

        assertThatThrownBy(() -> signed(broken, PayloadStyle.THIN)).hasMessageEndingWith("it has no clinic_id");
    }

    private static SignedDelivery signed(Payload payload, PayloadStyle style) {
        return SignedDelivery.of(payload, style, 1, NOW, List.of(SECRET));
    }
}
