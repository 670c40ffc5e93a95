package com.scheduleevents.delivery.receiver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ServerSocketFactory;
import javax.net.ssl.SSLSocket;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class ByteLimitedSocketFactoryTest {

    @Test
    void closesASocketAtTheLimit() throws Exception {
        try (TestReceiver receiver = TestReceiver.start(ServerSocketFactory.getDefault(), connection -> {
                    while (true) {
                        connection.out().write(new byte[16_384]);
                    }
                });
                Socket socket = connect(receiver)) {
            byte[] all = socket.getInputStream().readNBytes((int) ByteLimitedSocketFactory.MAX_BYTES);
            assertThat(all).hasSize((int) ByteLimitedSocketFactory.MAX_BYTES);
            assertThatIOException().isThrownBy(() -> socket.getInputStream().read());
            assertThat(socket.isClosed()).isTrue();
        }
    }

    @Test
    void closesWithoutWaitingForABlockedWriter() throws Exception {
        try (TestReceiver receiver = TestReceiver.start(Attempts.tlsSockets(), connection -> {
                    ((SSLSocket) connection.socket()).startHandshake();
                    connection.hang();
                });
                Socket raw = connect(receiver)) {
            Socket tls = TlsTrust.platformAnd(Attempts.AUTHORITY.certificatePem())
                    .sockets()
                    .createSocket(raw, Attempts.HOST, receiver.port(), true);
            AtomicLong written = new AtomicLong();
            CompletableFuture<Void> freed = new CompletableFuture<>();
            Thread.ofPlatform().daemon().start(() -> {
                try {
                    while (true) {
                        tls.getOutputStream().write(new byte[16_384]);
                        written.incrementAndGet();
                    }
                } catch (IOException closed) {
                    freed.complete(null);
                }
            });
            AtomicLong before = new AtomicLong(-1);
            Awaitility.await("a writer that no longer gets on")
                    .atMost(1, TimeUnit.MINUTES)
                    .pollInterval(1, TimeUnit.SECONDS)
                    .until(() -> written.get() > 0 && before.getAndSet(written.get()) == written.get());
            Thread.ofPlatform().daemon().start(() -> closeQuietly(tls));
            freed.get(1, TimeUnit.MINUTES);
            Awaitility.await("the connection to be closed")
                    .atMost(1, TimeUnit.MINUTES)
                    .until(raw::isClosed);
        }
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException closedAnyway) {
            assertThat(socket.isClosed()).isTrue();
        }
    }

    private static Socket connect(TestReceiver receiver) throws IOException {
        Socket socket = new ByteLimitedSocketFactory().createSocket();
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), receiver.port()));
        return socket;
    }
}
