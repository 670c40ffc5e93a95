package com.scheduleevents.delivery.receiver;

import com.scheduleevents.domain.error.ExceptionSummary;
import com.scheduleevents.domain.network.ExtraNetworks;
import com.scheduleevents.domain.receiver.AttemptRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Primes the HTTP client with an attempt that leaves the process nowhere: the receiver is a local socket that closes during the
 * handshake. This loads the HTTP and TLS classes, which are most of the cost of a first attempt.
 */
public final class ReceiverPriming {

    private static final Logger LOG = LoggerFactory.getLogger(ReceiverPriming.class);

    /** Only ends a hang: the attempt has to reach the handshake however slow the process is before its snapshot. */
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    private ReceiverPriming() {}

    /**
     * Makes the attempt with a client of its own and leaves nothing open.
     *
     * @throws IOException when the process cannot listen on a local port
     */
    public static void run() throws IOException {
        try (ServerSocket receiver = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> closeDuringHandshake(receiver));
            ExtraNetworks local = ExtraNetworks.parse("127.0.0.0/8:" + receiver.getLocalPort());
            HttpsReceivers receivers = new HttpsReceivers(
                    _ -> List.of(InetAddress.getLoopbackAddress()), local, "", 1, InstantSource.system());
            receivers.attempt(
                    new AttemptRequest("https://priming.invalid:" + receiver.getLocalPort(), Map.of(), "{}", TIMEOUT));
        }
    }

    private static void closeDuringHandshake(ServerSocket receiver) {
        try (Socket caller = receiver.accept()) {
            // Reading one byte waits until the client has created its handshake message.
            LOG.debug(
                    "primed a TLS handshake, whose first byte is {}",
                    caller.getInputStream().read());
        } catch (IOException e) {
            LOG.warn("priming did not reach the TLS handshake: {}", ExceptionSummary.of(e));
        }
    }
}
