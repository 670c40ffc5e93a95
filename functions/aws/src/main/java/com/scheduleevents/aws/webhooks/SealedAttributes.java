package com.scheduleevents.aws.webhooks;

import com.scheduleevents.aws.tables.Attribute;
import com.scheduleevents.aws.tables.Item;
import com.scheduleevents.aws.tables.Row;
import com.scheduleevents.domain.certificate.CertificateFacts;
import com.scheduleevents.domain.oauth.OAuthClient;
import com.scheduleevents.domain.webhook.SealedCertificate;
import com.scheduleevents.domain.webhook.SealedCredentials;
import com.scheduleevents.domain.webhook.SealedHeaders;
import com.scheduleevents.domain.webhook.SealedSecret;
import java.time.Instant;
import java.util.List;

/** The attributes of a webhook's row whose values are encrypted, each with what can be shown of it. */
final class SealedAttributes {

    static final Attribute<SealedHeaders> HEADERS =
            Attribute.map("headers", SealedAttributes::headers, SealedAttributes::readHeaders);
    static final Attribute<SealedCredentials> AUTH =
            Attribute.map("auth", SealedAttributes::auth, SealedAttributes::readAuth);
    static final Attribute<SealedCertificate> CERTIFICATE =
            Attribute.map("client_certificate", SealedAttributes::certificate, SealedAttributes::readCertificate);

    static final Attribute<List<SealedSecret>> SECRETS =
            Attribute.list(Attribute.map("secrets", SealedAttributes::secret, SealedAttributes::readSecret));

    private static final Attribute<Integer> SECRET_VERSION = Attribute.integer("version");
    private static final Attribute<String> DATA_KEY = Attribute.text("data_key");
    private static final Attribute<String> CIPHERTEXT = Attribute.text("ciphertext");
    private static final Attribute<String> FINGERPRINT = Attribute.text("fingerprint");
    private static final Attribute<Instant> SECRET_CREATED_AT = Attribute.time("created_at");
    private static final Attribute<Instant> SECRET_EXPIRES_AT = Attribute.time("expires_at");
    private static final Attribute<List<String>> HEADER_NAMES = Attribute.texts("names");

    private static final Attribute<String> TOKEN_URL = Attribute.text("token_url");
    private static final Attribute<String> CLIENT_ID = Attribute.text("client_id");
    private static final Attribute<List<String>> SCOPES = Attribute.texts("scopes");
    private static final Attribute<String> AUDIENCE = Attribute.text("audience");
    private static final Attribute<OAuthClient.Method> METHOD =
            Attribute.text("method").as(OAuthClient.Method::named, OAuthClient.Method::wireName);

    private static final Attribute<String> SUBJECT = Attribute.text("subject");
    private static final Attribute<String> ISSUER = Attribute.text("issuer");
    static final Attribute<Instant> CERTIFICATE_ENDS = Attribute.millis("ends_at");

    private SealedAttributes() {}

    private static Item secret(SealedSecret secret) {
        return new Item()
                .with(SECRET_VERSION, secret.version())
                .with(DATA_KEY, secret.dataKey())
                .with(CIPHERTEXT, secret.ciphertext())
                .with(FINGERPRINT, secret.mark().map(SealedSecret.Mark::fingerprint))
                .with(SECRET_CREATED_AT, secret.mark().map(SealedSecret.Mark::createdAt))
                .with(SECRET_EXPIRES_AT, secret.expiresAt());
    }

    private static SealedSecret readSecret(Row row) {
        return new SealedSecret(
                row.get(SECRET_VERSION),
                row.get(DATA_KEY),
                row.get(CIPHERTEXT),
                row.find(FINGERPRINT)
                        .map(fingerprint -> new SealedSecret.Mark(fingerprint, row.get(SECRET_CREATED_AT))),
                row.find(SECRET_EXPIRES_AT));
    }

    private static Item headers(SealedHeaders headers) {
        return new Item()
                .with(HEADER_NAMES, headers.names())
                .with(DATA_KEY, headers.dataKey())
                .with(CIPHERTEXT, headers.ciphertext());
    }

    private static SealedHeaders readHeaders(Row row) {
        return new SealedHeaders(row.get(HEADER_NAMES), row.get(DATA_KEY), row.get(CIPHERTEXT));
    }

    private static Item auth(SealedCredentials auth) {
        OAuthClient client = auth.client();
        return new Item()
                .with(TOKEN_URL, client.tokenUrl())
                .with(CLIENT_ID, client.clientId())
                .with(SCOPES, client.scopes())
                .with(AUDIENCE, client.audience())
                .with(METHOD, client.method())
                .with(DATA_KEY, auth.dataKey())
                .with(CIPHERTEXT, auth.ciphertext());
    }

    private static SealedCredentials readAuth(Row row) {
        OAuthClient client = new OAuthClient(
                row.get(TOKEN_URL), row.get(CLIENT_ID), row.get(SCOPES), row.find(AUDIENCE), row.get(METHOD));
        return new SealedCredentials(client, row.get(DATA_KEY), row.get(CIPHERTEXT));
    }

    private static Item certificate(SealedCertificate certificate) {
        CertificateFacts facts = certificate.facts();
        return new Item()
                .with(SUBJECT, facts.subject())
                .with(ISSUER, facts.issuer())
                .with(FINGERPRINT, facts.fingerprint())
                .with(CERTIFICATE_ENDS, facts.endsAt())
                .with(DATA_KEY, certificate.dataKey())
                .with(CIPHERTEXT, certificate.ciphertext());
    }

    private static SealedCertificate readCertificate(Row row) {
        CertificateFacts facts = new CertificateFacts(
                row.get(SUBJECT), row.get(ISSUER), row.get(FINGERPRINT), row.get(CERTIFICATE_ENDS));
        return new SealedCertificate(facts, row.get(DATA_KEY), row.get(CIPHERTEXT));
    }
}
