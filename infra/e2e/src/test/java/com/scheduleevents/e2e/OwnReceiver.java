package com.scheduleevents.e2e;

import com.scheduleevents.emulator.http.LoopbackServer;
import com.scheduleevents.emulator.http.ServerResponse;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import okhttp3.tls.HeldCertificate;

/** A person's own HTTPS endpoint on this machine. */
final class OwnReceiver implements AutoCloseable {

    private static final HeldCertificate AUTHORITY = newAuthority();

    private final List<String> bodies = new CopyOnWriteArrayList<>();
    private final LoopbackServer server;

    /** @param refuses the bodies that it answers 500 to */
    private OwnReceiver(HeldCertificate authority, Predicate<String> refuses) {
        HeldCertificate certificate = new HeldCertificate.Builder()
                .addSubjectAlternativeName("localhost")
                .signedBy(authority)
                .build();
        try {
            this.server = LoopbackServer.startSecure(
                    "own receiver",
                    0,
                    1 << 20,
                    SslContextBuilder.forServer(
                                    certificate.keyPair().getPrivate(),
                                    certificate.certificate(),
                                    authority.certificate())
                            .build(),
                    request -> {
                        bodies.add(request.text());
                        return ServerResponse.empty(refuses.test(request.text()) ? 500 : 200);
                    });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** With a certificate of {@link #authority}. */
    static OwnReceiver trusted() {
        return refusing(_ -> false);
    }

    /** The same, but it refuses some. */
    static OwnReceiver refusing(Predicate<String> bodies) {
        return new OwnReceiver(AUTHORITY, bodies);
    }

    /** With a certificate of an authority that nobody was told of. */
    static OwnReceiver untrusted() {
        return new OwnReceiver(newAuthority(), _ -> false);
    }

    /** PEM file of an authority that the local cloud does not know by itself. */
    static Path authority() {
        try {
            Path file = Files.createTempFile("authority", ".pem");
            file.toFile().deleteOnExit();
            return Files.writeString(file, AUTHORITY.certificatePem());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static HeldCertificate newAuthority() {
        return new HeldCertificate.Builder().certificateAuthority(0).build();
    }

    URI address() {
        return server.address().resolve("/mine");
    }

    /** Whether an event came in. */
    boolean got(String event) {
        return bodies.stream().anyMatch(body -> body.contains('"' + event + '"'));
    }

    List<String> bodies() {
        return bodies;
    }

    @Override
    public void close() {
        server.close();
    }
}
