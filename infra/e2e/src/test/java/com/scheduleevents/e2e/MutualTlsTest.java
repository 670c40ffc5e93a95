package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import okhttp3.tls.HeldCertificate;
import org.junit.jupiter.api.Test;

/** Tests deliveries to receivers that require a certificate of their clients. */
@RequiresCapability(SharedClouds.COMPRESSED)
class MutualTlsTest {

    private static final String TYPE = "appointment.booked";

    /** Whose events no other test records. */
    private static final String PROVIDER = "prv_certificate";

    private static final HeldCertificate CLINIC = new HeldCertificate.Builder()
            .certificateAuthority(0)
            .commonName("Clinic CA")
            .build();

    @Test
    void receiverGetsAnEventWithItsCertificateOrNotAtAll(Target target) {
        try (LocalEndpoint receiver = LocalEndpoint.requiring(CLINIC)) {
            JsonNode webhook = register(target, receiver);
            String id = webhook.path("id").asText();
            assertThat(webhook.toString()).doesNotContain("PRIVATE").doesNotContain("BEGIN CERTIFICATE");
            assertThat(webhook.at("/client_certificate_details/subject").asText())
                    .isEqualTo("CN=schedule-events");
            String first = record(target);
            awaitSuccess(target, id, first);

            change(target, id, JsonNodeFactory.instance.nullNode());
            String second = record(target);
            awaitFault(target, id, second, "client_certificate_required");

            change(target, id, certificate(new HeldCertificate.Builder().build()));
            String third = record(target);
            awaitFault(target, id, third, "client_certificate_rejected");
            assertThat(receiver.bodies())
                    .as("no event without the right certificate")
                    .hasSize(1);

            change(target, id, certificate(ownCertificate()));
            awaitSuccess(target, id, third);
            // Another test's receiver may get the port.
            target.account().delete("/v1/webhooks/" + id);
        }
    }

    private static HeldCertificate ownCertificate() {
        Instant now = Instant.now();
        return new HeldCertificate.Builder()
                .signedBy(CLINIC)
                .commonName("schedule-events")
                .validityInterval(
                        now.minus(Duration.ofDays(1)).toEpochMilli(),
                        now.plus(Duration.ofDays(60)).toEpochMilli())
                .build();
    }

    private static ObjectNode certificate(HeldCertificate held) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("certificate", held.certificatePem())
                .put("private_key", held.privateKeyPkcs8Pem());
    }

    private static JsonNode register(Target target, LocalEndpoint receiver) {
        ObjectNode body =
                JsonNodeFactory.instance.objectNode().put("url", receiver.url().toString());
        body.putArray("types").add(TYPE);
        body.putObject("filter").putArray("provider_id").add(PROVIDER);
        body.set("client_certificate", certificate(ownCertificate()));
        HttpsResponse registered = target.account().post("/v1/webhooks", body.toString());
        assertThat(registered.status()).as(registered.text()).isEqualTo(201);
        return registered.json();
    }

    private static void change(Target target, String webhook, JsonNode certificate) {
        ObjectNode body = JsonNodeFactory.instance.objectNode().set("client_certificate", certificate);
        HttpsResponse changed = target.account()
                .send("PATCH", "/v1/webhooks/" + webhook, target.account().json(), body.toString());
        assertThat(changed.status()).as(changed.text()).isEqualTo(200);
    }

    private static String record(Target target) {
        return target.account().record(ChangeSamples.of(TYPE, "cln_harbour", PROVIDER));
    }

    private static void awaitSuccess(Target target, String webhook, String event) {
        Await.await("the delivery of " + event).until(() -> target.account().attempts(webhook, event).stream()
                .anyMatch(attempt -> attempt.path("outcome").asText().equals("succeeded")));
    }

    private static void awaitFault(Target target, String webhook, String event, String fault) {
        Await.await(fault + " of " + event).until(() -> target.account().attempts(webhook, event).stream()
                .anyMatch(attempt -> attempt.path("outcome_detail").asText().equals(fault)));
    }
}
