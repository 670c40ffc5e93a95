package com.scheduleevents.api.webhooks;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.api.http.BodyReader;
import com.scheduleevents.api.http.JsonFields;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.destination.AwsAccount;
import com.scheduleevents.domain.destination.Destination;
import com.scheduleevents.domain.destination.RoleArn;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.domain.network.EndpointUrl;
import com.scheduleevents.domain.network.ExtraNetworks;
import com.scheduleevents.domain.webhook.SealedCertificate;
import com.scheduleevents.domain.webhook.SealedCredentials;
import com.scheduleevents.domain.webhook.SealedHeaders;
import com.scheduleevents.domain.webhook.SecretVault;
import com.scheduleevents.domain.webhook.StaticHeaders;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookSettings;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Where the deliveries of a webhook go, and what their requests carry besides what the service sets. */
final class ReceiverBody {

    static final String URL = "url";
    static final String HEADERS = "headers";

    /** What only an HTTPS endpoint has. */
    private static final List<String> OF_AN_ENDPOINT =
            List.of(URL, HEADERS, AuthBody.NAME, CertificateBody.NAME, SettingsBody.CAPTURES);

    /** What only deliveries have that are sent. */
    private static final List<String> OF_A_PUSH =
            List.of(DestinationBody.NAME, "max_per_second", SettingsBody.ORDERING);

    private final ExtraNetworks extraNetworks;
    private final SecretVault vault;
    private final AuthBody auth;
    private final CertificateBody certificates;
    private final DestinationBody destinations;

    /**
     * @param clock tells which certificates have ended
     * @param own the AWS account of the service
     */
    ReceiverBody(ExtraNetworks extraNetworks, SecretVault vault, InstantSource clock, AwsAccount own) {
        this.extraNetworks = extraNetworks;
        this.vault = vault;
        this.auth = new AuthBody(extraNetworks);
        this.certificates = new CertificateBody(clock);
        this.destinations = new DestinationBody(own);
    }

    /** What leads to a receiver. The credentials are the present ones, unless the body takes them away. */
    record Receiver(
            Address address,
            Optional<SealedHeaders> headers,
            Optional<SealedCredentials> auth,
            Optional<SealedCertificate> certificate) {

        String url() {
            return address.url();
        }

        Optional<RoleArn> role() {
            return address.role();
        }
    }

    /** @param role where the URL is the address of a queue or event bus */
    private record Address(String url, Optional<RoleArn> role) {

        static Address of(Destination destination) {
            return new Address(destination.resource().address(), Optional.of(destination.role()));
        }
    }

    /**
     * Reads it.
     *
     * @param present the settings that the body changes; empty for a new webhook
     */
    Supplier<Receiver> read(BodyReader reader, ObjectNode body, JsonFields fields, Optional<WebhookSettings> present) {
        Supplier<Address> address = reader.part(() -> address(body, fields, present));
        reader.check(() -> headers(body));
        Supplier<Optional<SealedCredentials>> kept =
                reader.part(() -> auth.kept(body, present.flatMap(WebhookSettings::auth)));
        reader.check(() -> requireOneAuthorization(body, present));
        reader.check(() -> certificates.certificate(body));
        present.ifPresent(
                known -> requireAnew(reader, body, known, () -> address.get().url()));
        return reader.part(() -> new Receiver(
                address.get(),
                body.path(HEADERS).isNull() ? Optional.empty() : present.flatMap(WebhookSettings::headers),
                kept.get(),
                body.path(CertificateBody.NAME).isNull()
                        ? Optional.empty()
                        : present.flatMap(WebhookSettings::certificate)));
    }

    private Address address(ObjectNode body, JsonFields fields, Optional<WebhookSettings> present) {
        WebhookMode mode = present.map(WebhookMode::of)
                .orElseGet(() -> WebhookMode.of(fields).orElse(WebhookMode.PUSH));
        if (WebhookMode.of(fields).filter(wanted -> wanted != mode).isPresent()) {
            throw SettingsBody.unchangeable(WebhookMode.NAME);
        }
        if (mode == WebhookMode.PULL) {
            refuse(
                    body,
                    Stream.concat(OF_AN_ENDPOINT.stream(), OF_A_PUSH.stream()),
                    "left out, because nothing is sent to a webhook that is pulled");
            return new Address(WebhookSettings.PULLED, Optional.empty());
        }
        boolean toDestination = fields.has(DestinationBody.NAME)
                ? body.hasNonNull(DestinationBody.NAME)
                : present.flatMap(WebhookSettings::role).isPresent();
        Address address = toDestination ? destination(body, present) : endpoint(fields, present);
        if (present.filter(known -> known.role().isPresent() != toDestination).isPresent()) {
            throw SettingsBody.unchangeable(DestinationBody.NAME);
        }
        return address;
    }

    private Address destination(ObjectNode body, Optional<WebhookSettings> present) {
        refuse(
                body,
                OF_AN_ENDPOINT.stream(),
                "left out, because the deliveries go to a queue or event bus (destination)");
        return SettingsBody.given(body, DestinationBody.NAME)
                .map(sent -> Address.of(destinations.read(sent)))
                .or(() -> present.map(known -> new Address(known.url(), known.role())))
                .orElseThrow();
    }

    private Address endpoint(JsonFields fields, Optional<WebhookSettings> present) {
        String url =
                present.filter(_ -> !fields.has(URL)).map(WebhookSettings::url).orElseGet(() -> url(fields));
        return new Address(url, Optional.empty());
    }

    private String url(JsonFields fields) {
        String text = fields.require(URL, "an https URL such as https://example.com/webhooks", Optional::of);
        return switch (EndpointUrl.read(text, extraNetworks)) {
            case EndpointUrl.Reading.Accepted(EndpointUrl url) -> url.given();
            case EndpointUrl.Reading.Refused refused ->
                throw new ApiException(ErrorCode.INVALID_FIELD, URL, refused.message());
        };
    }

    private static void refuse(ObjectNode body, Stream<String> names, String expected) {
        List<ApiException> faults = names.filter(name -> SettingsBody.given(body, name)
                        .filter(value -> !value.isBoolean() || value.booleanValue())
                        .isPresent())
                .map(name -> JsonFields.invalid(name, expected, "a value"))
                .toList();
        if (!faults.isEmpty()) {
            throw ApiException.ofAll(faults);
        }
    }

    /** Who can change the URL must neither read a credential nor make requests elsewhere in the owner's name. */
    private void requireAnew(BodyReader reader, ObjectNode body, WebhookSettings present, Supplier<String> url) {
        requireAnew(
                reader,
                HEADERS,
                present.headers().isPresent() && !body.has(HEADERS),
                "The present ones may hold a key of the present receiver, so another host does not get them. Send headers with"
                        + " the url, or null to remove them.",
                url,
                present);
        requireAnew(
                reader,
                AuthBody.SECRET,
                present.auth().isPresent() && !AuthBody.isGivenAnew(body),
                "The present one gets access tokens for the present receiver, so another host does not get them. Send auth with"
                        + " its client_secret and the url, or null to remove it.",
                url,
                present);
        requireAnew(
                reader,
                CertificateBody.NAME,
                present.certificate().isPresent() && !body.has(CertificateBody.NAME),
                "The present one is for the present receiver, so it is not presented to another host. Send a certificate and its"
                        + " key with the url, or null to remove it.",
                url,
                present);
    }

    private void requireAnew(
            BodyReader reader,
            String field,
            boolean stays,
            String reason,
            Supplier<String> url,
            WebhookSettings present) {
        reader.check(() -> {
            if (stays && !isSameHost(url.get(), present.url())) {
                throw new ApiException(ErrorCode.MISSING_FIELD, field, field + " is missing. " + reason);
            }
        });
    }

    private static void requireOneAuthorization(ObjectNode body, Optional<WebhookSettings> present) {
        Stream<String> names = body.has(HEADERS)
                ? body.path(HEADERS).propertyStream().map(Map.Entry::getKey)
                : present.flatMap(WebhookSettings::headers).stream().flatMap(headers -> headers.names().stream());
        boolean hasAuth = body.has(AuthBody.NAME)
                ? body.hasNonNull(AuthBody.NAME)
                : present.flatMap(WebhookSettings::auth).isPresent();
        if (hasAuth && names.anyMatch("Authorization"::equalsIgnoreCase)) {
            throw JsonFields.invalid(
                    AuthBody.NAME, "left out beside a header Authorization, or the header removed", "both");
        }
    }

    /** The settings with the headers, the client secret and the certificate of the body, if it has any, encrypted for one webhook. */
    WebhookSettings sealed(ObjectNode body, WebhookSettings wanted, AccountId account, WebhookId webhook) {
        WebhookSettings withHeaders = headers(body)
                .map(headers -> wanted.with(vault.seal(account, webhook, headers)))
                .orElse(wanted);
        WebhookSettings withAuth = auth.credentials(body)
                .map(credentials -> withHeaders.with(vault.seal(account, webhook, credentials)))
                .orElse(withHeaders);
        return certificates
                .certificate(body)
                .map(certificate -> withAuth.with(vault.seal(account, webhook, certificate)))
                .orElse(withAuth);
    }

    /** @throws ApiException 400, without quoting a value */
    private static Optional<StaticHeaders> headers(ObjectNode body) {
        return SettingsBody.given(body, HEADERS).map(sent -> {
            String expected = "an object with 1 to " + StaticHeaders.MAX_HEADERS + " names and their values, or null";
            if (!sent.isObject()) {
                throw JsonFields.invalid(HEADERS, expected, "another value");
            }
            Map<String, String> values = new LinkedHashMap<>();
            // A value that is no string is like one without a character: neither can be sent.
            sent.properties()
                    .forEach(header -> values.put(
                            header.getKey(),
                            Optional.ofNullable(header.getValue().textValue()).orElse("")));
            List<ApiException> faults = StaticHeaders.faults(values).stream()
                    .map(fault -> new ApiException(
                            ErrorCode.INVALID_FIELD, HEADERS, "headers must be " + expected + ": " + fault + "."))
                    .toList();
            if (!faults.isEmpty()) {
                throw ApiException.ofAll(faults);
            }
            return StaticHeaders.of(values);
        });
    }

    private boolean isSameHost(String url, String other) {
        Optional<String> host = host(url);
        return host.isPresent() && host.equals(host(other));
    }

    private Optional<String> host(String url) {
        return EndpointUrl.read(url, extraNetworks) instanceof EndpointUrl.Reading.Accepted(EndpointUrl read)
                ? Optional.of(read.host() + ":" + read.port())
                : Optional.empty();
    }
}
