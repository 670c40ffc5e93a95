package com.scheduleevents.api.webhooks;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.api.http.BodyReader;
import com.scheduleevents.api.http.JsonFields;
import com.scheduleevents.domain.certificate.CertificateFacts;
import com.scheduleevents.domain.certificate.ClientCertificate;
import com.scheduleevents.domain.certificate.Pem;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.domain.time.Timestamps;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/** The client certificate of a webhook, in requests. Responses have its {@link Details} alone. */
final class CertificateBody {

    /** The name of the setting. */
    static final String NAME = "client_certificate";

    /** The name of what is shown. */
    static final String DETAILS = "client_certificate_details";

    private static final String CERTIFICATE = "certificate";
    private static final String KEY = "private_key";
    private static final Set<String> FIELDS = Set.of(CERTIFICATE, KEY);

    private final InstantSource clock;

    /** @param clock tells which certificates have ended */
    CertificateBody(InstantSource clock) {
        this.clock = clock;
    }

    /**
     * What a webhook shows of its certificate.
     *
     * @param expiresAt when the first certificate of the chain ends
     */
    record Details(
            String subject,
            String issuer,
            String fingerprint,
            @JsonProperty("expires_at") String expiresAt) {

        static Details of(CertificateFacts facts) {
            return new Details(
                    facts.subject(), facts.issuer(), facts.fingerprint(), Timestamps.formatMillis(facts.endsAt()));
        }
    }

    /**
     * The certificate of a body; empty when it has none.
     *
     * @throws ApiException 400, without quoting the key
     */
    Optional<ClientCertificate> certificate(ObjectNode body) {
        return Optional.ofNullable(body.get(NAME))
                .filter(sent -> !sent.isNull())
                .map(this::read);
    }

    private ClientCertificate read(JsonNode sent) {
        if (!(sent instanceof ObjectNode object)) {
            throw JsonFields.invalid(NAME, "an object with certificate and private_key, or null", "another value");
        }
        BodyReader reader = new BodyReader();
        reader.fields(object, FIELDS);
        Supplier<List<X509Certificate>> chain = reader.part(() -> parsed(object, CERTIFICATE, Pem::chain));
        Supplier<PrivateKey> key = reader.part(() -> parsed(object, KEY, Pem::key));
        ClientCertificate certificate =
                reader.whole(() -> accepted(NAME, () -> ClientCertificate.of(chain.get(), key.get())));
        if (!clock.instant().isBefore(certificate.facts().endsAt())) {
            throw refused(
                    CERTIFICATE,
                    "certificate has ended, or another one of its chain has. Send a chain that is valid for longer.");
        }
        return certificate;
    }

    /** An error must not quote the text. */
    private static <T> T parsed(ObjectNode object, String field, Function<String, T> parser) {
        JsonNode sent = object.path(field);
        if (sent.isMissingNode() || sent.isNull()) {
            throw new ApiException(ErrorCode.MISSING_FIELD, field, field + " is missing. It must be PEM.");
        }
        if (!sent.isTextual() || sent.textValue().length() > Pem.MAX_LENGTH) {
            throw JsonFields.invalid(field, "PEM of at most " + Pem.MAX_LENGTH + " characters", "another value");
        }
        return accepted(field, () -> parser.apply(sent.textValue()));
    }

    private static <T> T accepted(String field, Supplier<T> reading) {
        try {
            return reading.get();
        } catch (IllegalArgumentException e) {
            throw refused(field, String.valueOf(e.getMessage()));
        }
    }

    private static ApiException refused(String field, String message) {
        return new ApiException(ErrorCode.INVALID_FIELD, field, message);
    }
}
