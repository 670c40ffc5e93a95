package com.scheduleevents.local.mailbox;

import com.scheduleevents.emulator.http.LoopbackServer;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Consumer;

/** A local SES on 127.0.0.1: an endpoint for the SDK, with web pages at the same URL. GET /help documents it. */
public final class Mailbox implements AutoCloseable {

    /** Above SES's limit of a message, 10 MB, which base64 makes a third larger. */
    private static final int MAX_BODY = 16 * 1024 * 1024;

    private final LoopbackServer server;

    /**
     * Starts to listen.
     *
     * @param data directory that stores the e-mails; empty: in memory
     * @param port 0 for a free one
     * @param feedback gets what SNS would put on a queue about e-mails that come back
     * @throws com.scheduleevents.emulator.http.PortOccupied when another process listens there
     */
    public Mailbox(Optional<Path> data, int port, Consumer<String> feedback) {
        MailStore store = new MailStore(data.map(directory -> directory.resolve("mailbox.jsonl")));
        this.server =
                LoopbackServer.start("mailbox", port, MAX_BODY, new MailboxService(store, feedback, Clock.systemUTC()));
    }

    /** The endpoint for the SDK and the URL of the pages. */
    public URI url() {
        return server.url();
    }

    @Override
    public void close() {
        server.close();
    }
}
