package com.scheduleevents.e2e;

import com.scheduleevents.local.CloudDescription;
import java.net.URI;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/**
 * A deployment under test, accessed through its public interfaces only. A test that needs a missing capability is skipped with a
 * reason.
 */
public final class Target {

    private final URI api;
    private final String key;
    private final String otherKey;
    private final Optional<URI> receiver;
    private final Optional<URI> mailbox;
    private final Optional<Path> authority;
    private final Set<Capability> capabilities;
    private final HttpsClient http;

    private Target(
            URI api,
            String key,
            String otherKey,
            Optional<URI> receiver,
            Optional<URI> mailbox,
            Optional<Path> authority,
            Set<Capability> capabilities) {
        this.api = api;
        this.key = key;
        this.otherKey = otherKey;
        this.receiver = receiver;
        this.mailbox = mailbox;
        this.authority = authority;
        this.capabilities = capabilities;
        this.http = authority.map(HttpsClient::new).orElseGet(HttpsClient::new);
    }

    /** The embedded cloud, which has every capability. */
    static Target of(CloudDescription cloud) {
        return of(cloud, EnumSet.allOf(Capability.class));
    }

    /** A cloud with these capabilities. */
    static Target of(CloudDescription cloud, Set<Capability> capabilities) {
        return new Target(
                cloud.api(),
                cloud.apiKey(),
                cloud.otherApiKey(),
                Optional.of(cloud.receiver()),
                Optional.of(cloud.mailbox()),
                Optional.of(cloud.caCertificate()),
                capabilities);
    }

    /**
     * The deployed stack that the system properties {@code target.*} name: {@code url} and {@code key} at least.
     *
     * @throws IllegalStateException when the key is missing
     */
    static Target named() {
        Optional<URI> receiver = property("receiver").map(URI::create);
        Optional<URI> mailbox = property("mailbox").map(URI::create);
        Optional<String> other = property("other.key");
        Set<Capability> capabilities = EnumSet.of(
                Capability.CLOSED_PORTS, Capability.GATEWAY_RESPONSES, Capability.BOUNCES, Capability.URL_IN_MAILS);
        receiver.ifPresent(_ -> capabilities.add(Capability.RECEIVER));
        mailbox.ifPresent(_ -> capabilities.add(Capability.MAILBOX));
        other.ifPresent(secret -> capabilities.add(Capability.SECOND_ACCOUNT));
        return new Target(
                URI.create(property("url").orElseThrow()),
                property("key")
                        .orElseThrow(
                                () -> new IllegalStateException(
                                        "-Dtarget.url needs -Dtarget.key: an API key of the account of cln_harbour, cln_oldtown and cln_station.")),
                other.orElse(""),
                receiver,
                mailbox,
                property("authority").map(Path::of),
                capabilities);
    }

    /** Whether the system properties name a deployed stack. */
    static boolean isNamed() {
        return property("url").isPresent();
    }

    private static Optional<String> property(String name) {
        @Nullable String value = System.getProperty("target." + name);
        return Optional.ofNullable(value).filter(text -> !text.isBlank());
    }

    /** Skips the calling test when the target lacks the capability. */
    public void needs(Capability capability) {
        Assumptions.assumeTrue(capabilities.contains(capability), capability.lacking());
    }

    /** Whether the target has the capability. */
    boolean has(Capability capability) {
        return capabilities.contains(capability);
    }

    /** Base URL of the API, without the version. */
    public URI api() {
        return api;
    }

    /**
     * A URL of the API.
     *
     * @param path from the version on, such as {@code /v1/events}
     */
    public URI at(String path) {
        return URI.create(api + path);
    }

    /** A text of an e-mail with the URL at which this target can be called, where its e-mails have that of AWS. */
    String reachable(String text) {
        return has(Capability.URL_IN_MAILS)
                ? text
                : text.replaceAll("https://[a-z0-9]+\\.execute-api\\.[a-z0-9.-]+", api.toString());
    }

    /** API key of the account that owns cln_harbour, cln_oldtown and cln_station. */
    public String key() {
        return key;
    }

    /** API key of the account that owns cln_elsewhere. */
    public String otherKey() {
        needs(Capability.SECOND_ACCOUNT);
        return otherKey;
    }

    /** A demo receiver. */
    public URI receiver() {
        needs(Capability.RECEIVER);
        return receiver.orElseThrow();
    }

    /** Where {@code /messages} below lists the e-mails to owners. */
    public URI mailbox() {
        needs(Capability.MAILBOX);
        return mailbox.orElseThrow();
    }

    /** PEM file of the authority that the receiver's certificate comes from. */
    public Path authority() {
        needs(Capability.RECEIVER);
        return authority.orElseThrow();
    }

    /** A client that trusts the receiver, where there is one. */
    HttpsClient http() {
        return http;
    }

    /** A client with the key of the demo account. */
    ApiClientAccount account() {
        return new ApiClientAccount(http(), this, key);
    }

    /** A client with the given key. */
    ApiClientAccount withKey(String secret) {
        return new ApiClientAccount(http(), this, secret);
    }

    /** A client with the key of the other account. */
    ApiClientAccount otherAccount() {
        return new ApiClientAccount(http(), this, otherKey());
    }
}
