package com.scheduleevents.e2e;

import com.scheduleevents.emulator.http.LoopbackServer;
import com.scheduleevents.emulator.http.ServerRequest;
import com.scheduleevents.emulator.http.ServerResponse;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLContext;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;

/** An HTTPS endpoint on this machine, such as a developer runs. */
final class LocalEndpoint implements AutoCloseable {

    private static final HeldCertificate AUTHORITY = newAuthority();

    private final List<ServerRequest> requests = new CopyOnWriteArrayList<>();
    private final LoopbackServer server;

    private LocalEndpoint(HeldCertificate authority, Function<ServerRequest, ServerResponse> response) {
        this(authority, UnaryOperator.identity(), response);
    }

    private LocalEndpoint(
            HeldCertificate authority,
            UnaryOperator<SslContextBuilder> clients,
            Function<ServerRequest, ServerResponse> response) {
        HeldCertificate certificate = certificate(authority);
        try {
            this.server = LoopbackServer.startSecure(
                    "own receiver",
                    0,
                    1 << 20,
                    clients.apply(SslContextBuilder.forServer(
                                    certificate.keyPair().getPrivate(),
                                    certificate.certificate(),
                                    authority.certificate()))
                            .build(),
                    request -> {
                        requests.add(request);
                        return response.apply(request);
                    });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts one with a certificate of {@link #authority}. */
    static LocalEndpoint trusted() {
        return trusted(request -> 200);
    }

    /** The same, with the status that is returned for a request. */
    static LocalEndpoint trusted(ToIntFunction<ServerRequest> status) {
        return responding(request -> ServerResponse.empty(status.applyAsInt(request)));
    }

    /** The same, with the response to a request. */
    static LocalEndpoint responding(Function<ServerRequest, ServerResponse> response) {
        return new LocalEndpoint(AUTHORITY, response);
    }

    /** Starts one that requires of its clients a certificate of the given authority. */
    static LocalEndpoint requiring(HeldCertificate clients) {
        return new LocalEndpoint(
                AUTHORITY,
                tls -> tls.trustManager(clients.certificate()).clientAuth(ClientAuth.REQUIRE),
                request -> ServerResponse.empty(200));
    }

    /** Starts one with a certificate of an authority that the cloud does not trust. */
    static LocalEndpoint untrusted() {
        return new LocalEndpoint(newAuthority(), request -> ServerResponse.empty(200));
    }

    /** PEM file of the authority, which the local cloud does not trust by default. */
    static Path authority() {
        try {
            Path file = Files.createTempFile("authority", ".pem");
            file.toFile().deleteOnExit();
            return Files.writeString(file, AUTHORITY.certificatePem());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** For a server that speaks for itself: a certificate of {@link #authority}. */
    static SSLContext tls() {
        return new HandshakeCertificates.Builder()
                .heldCertificate(certificate(AUTHORITY), AUTHORITY.certificate())
                .build()
                .sslContext();
    }

    private static HeldCertificate certificate(HeldCertificate authority) {
        return new HeldCertificate.Builder()
                .addSubjectAlternativeName("localhost")
                .signedBy(authority)
                .build();
    }

    private static HeldCertificate newAuthority() {
        return new HeldCertificate.Builder().certificateAuthority(0).build();
    }

    URI url() {
        return server.url().resolve("/mine");
    }

    /** Whether an event was received. */
    boolean got(String event) {
        return bodies().stream().anyMatch(body -> body.contains('"' + event + '"'));
    }

    List<String> bodies() {
        return requests.stream().map(ServerRequest::text).toList();
    }

    /** What was received, oldest first. */
    List<ServerRequest> requests() {
        return List.copyOf(requests);
    }

    @Override
    public void close() {
        server.close();
    }
}
