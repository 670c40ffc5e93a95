package com.scheduleevents.domain.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.scheduleevents.domain.webhook.SigningSecret;
import com.standardwebhooks.Webhook;
import com.stripe.exception.SignatureVerificationException;
import java.net.http.HttpHeaders;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The published libraries of both forms are the judges. */
final class SignaturesTest {

    private static final String BODY = "{\"test\": 2432232314}";
    private static final Instant LONG_AGO = Instant.ofEpochSecond(1614265330);
    private static final SigningSecret KNOWN = SigningSecret.of("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
    private static final long FIVE_MINUTES = 300;

    @Test
    void knownVectorOfStandardWebhooks() {
        Map<String, String> headers =
                Signatures.headers("msg_p5jXN8AQM9LWM0D4loKWxJek", LONG_AGO, BODY, List.of(KNOWN));

        assertThat(headers)
                .containsEntry("webhook-id", "msg_p5jXN8AQM9LWM0D4loKWxJek")
                .containsEntry("webhook-timestamp", "1614265330")
                .containsEntry("webhook-signature", "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    @Test
    void knownVectorOfTheServiceSignature() throws Exception {
        String header =
                Signatures.headers("evt_1", LONG_AGO, BODY, List.of(KNOWN)).get("Service-Signature");

        String expected = com.stripe.net.Webhook.Util.computeHmacSha256(KNOWN.reveal(), "1614265330." + BODY);
        assertThat(header).isEqualTo("t=1614265330,v1=" + expected);
        assertThat(com.stripe.net.Webhook.Signature.verifyHeader(BODY, header, KNOWN.reveal(), 0))
                .isTrue();
    }

    @Test
    void theLibrariesAcceptWhatIsSignedNow() throws Exception {
        SigningSecret secret = SigningSecret.mint(new SecureRandom());
        Map<String, String> headers = Signatures.headers("evt_1", Instant.now(), BODY, List.of(secret));

        new Webhook(secret.reveal()).verify(BODY, httpHeaders(headers));
        assertThat(stripeAccepts(headers, BODY, secret)).isTrue();
    }

    @Test
    void theLibrariesRefuseAnotherBodyAnotherSecretAndAnOldTimestamp() {
        SigningSecret secret = SigningSecret.mint(new SecureRandom());
        Map<String, String> headers = Signatures.headers("evt_1", Instant.now(), BODY, List.of(secret));
        Map<String, String> old = Signatures.headers("evt_1", Instant.now().minusSeconds(301), BODY, List.of(secret));

        assertThatThrownBy(() -> stripeAccepts(headers, BODY + " ", secret))
                .isInstanceOf(SignatureVerificationException.class);
        assertThatThrownBy(() -> stripeAccepts(headers, BODY, KNOWN))
                .isInstanceOf(SignatureVerificationException.class);
        assertThatThrownBy(() -> stripeAccepts(old, BODY, secret)).isInstanceOf(SignatureVerificationException.class);
        assertThatThrownBy(() -> new Webhook(secret.reveal()).verify(BODY + " ", httpHeaders(headers)))
                .isInstanceOf(com.standardwebhooks.exceptions.WebhookVerificationException.class);
        assertThatThrownBy(() -> new Webhook(secret.reveal()).verify(BODY, httpHeaders(old)))
                .isInstanceOf(com.standardwebhooks.exceptions.WebhookVerificationException.class);
    }

    @Test
    void whileASecretIsReplacedEitherOneVerifies() throws Exception {
        SigningSecret fresh = SigningSecret.mint(new SecureRandom());
        SigningSecret former = SigningSecret.mint(new SecureRandom());
        Map<String, String> headers = Signatures.headers("evt_1", Instant.now(), BODY, List.of(fresh, former));

        for (SigningSecret secret : List.of(fresh, former)) {
            new Webhook(secret.reveal()).verify(BODY, httpHeaders(headers));
            assertThat(stripeAccepts(headers, BODY, secret)).isTrue();
        }
    }

    @Test
    void aSecretIsBase64WithoutPadding() {
        assertThat(SigningSecret.mint(new SecureRandom()).reveal()).matches("whsec_[A-Za-z0-9+/]{44}");
    }

    private static boolean stripeAccepts(Map<String, String> headers, String body, SigningSecret secret)
            throws SignatureVerificationException {
        return com.stripe.net.Webhook.Signature.verifyHeader(
                body, headers.get("Service-Signature"), secret.reveal(), FIVE_MINUTES);
    }

    private static HttpHeaders httpHeaders(Map<String, String> headers) {
        return HttpHeaders.of(
                headers.entrySet().stream()
                        .collect(Collectors.toMap(Map.Entry::getKey, entry -> List.of(entry.getValue()))),
                (name, value) -> true);
    }
}
