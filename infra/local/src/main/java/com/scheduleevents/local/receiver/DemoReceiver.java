package com.scheduleevents.local.receiver;

import com.scheduleevents.emulator.http.LoopbackServer;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;

/** An HTTPS server on localhost that receives deliveries. GET /help documents it. */
public final class DemoReceiver implements AutoCloseable {

    /** Far above the size of an event, 16 KB. */
    private static final int MAX_BODY = 1024 * 1024;

    private final LoopbackServer server;

    /**
     * Starts to listen.
     *
     * @param authority signs its certificate
     * @param data directory that stores the secrets; empty: in memory
     * @param port 0 for a free one
     * @throws com.scheduleevents.emulator.http.PortOccupied when another process listens there
     */
    public DemoReceiver(LocalAuthority authority, Optional<Path> data, int port) {
        ReceiverSecrets secrets =
                new ReceiverSecrets(data.map(directory -> directory.resolve("receiver-secrets.json")));
        this.server = LoopbackServer.startSecure(
                "demo receiver",
                port,
                MAX_BODY,
                authority.forLocalhost(),
                new ReceiverService(secrets, Clock.systemUTC()));
    }

    /** The base URL; webhooks are registered at {@code /hooks/{name}} below it. */
    public URI url() {
        return server.url();
    }

    @Override
    public void close() {
        server.close();
    }
}
