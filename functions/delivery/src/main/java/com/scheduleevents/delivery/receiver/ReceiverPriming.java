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
 * An attempt that calls nobody: the receiver is a socket of this process that hangs up in the middle of the handshake. It has the
 * classes of HTTP and TLS loaded, which are most of what a first attempt waits for.
 */
public final class ReceiverPriming {

    private static final Logger LOG = LoggerFactory.getLogger(ReceiverPriming.class);
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private ReceiverPriming() {}

    /**
     * Makes the attempt, with a client of its own; nothing of it is left open.
     *
     * @throws IOException when this process may not listen
     */
    public static void run() throws IOException {
        try (ServerSocket receiver = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> hangUp(receiver));
            ExtraNetworks here = ExtraNetworks.parse("127.0.0.0/8:" + receiver.getLocalPort());
            HttpsReceivers receivers = new HttpsReceivers(
                    _ -> List.of(InetAddress.getLoopbackAddress()), here, "", 1, InstantSource.system());
            receivers.attempt(
                    new AttemptRequest("https://priming.invalid:" + receiver.getLocalPort(), Map.of(), "{}", TIMEOUT),
                    () -> true);
        }
    }

    private static void hangUp(ServerSocket receiver) {
        try (Socket caller = receiver.accept()) {
            // The first byte of the greeting: the caller has made one.
            LOG.debug(
                    "primed a handshake, whose first byte is {}",
                    caller.getInputStream().read());
        } catch (IOException e) {
            LOG.warn("the priming did not come to a handshake: {}", ExceptionSummary.of(e));
        }
    }
}
