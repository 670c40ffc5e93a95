package com.scheduleevents.local.mailbox;

import com.scheduleevents.emulator.http.LoopbackServer;
import com.scheduleevents.emulator.http.ServerRequest;
import com.scheduleevents.emulator.http.ServerResponse;
import java.net.URI;

/** Shows the e-mails of a foreign emulator of SES as {@link Mailbox} shows its own. */
public final class EmulatorMailbox implements AutoCloseable {

    private static final int MAX_BODY = 1024;

    private final LoopbackServer server;

    /**
     * Starts to listen.
     *
     * @param list the URL at which the emulator lists its e-mails
     * @param port 0 for a free one
     * @throws com.scheduleevents.emulator.http.PortOccupied when another process listens there
     */
    public EmulatorMailbox(URI list, int port) {
        MailPages pages = new MailPages(() -> EmulatorMails.at(list));
        this.server = LoopbackServer.start("mailbox", port, MAX_BODY, request -> serve(request, pages));
    }

    private static ServerResponse serve(ServerRequest request, MailPages pages) {
        if (!request.method().equals("GET")) {
            return ServerResponse.text(405, "This mailbox only shows the e-mails of the emulator. Use GET.\n");
        }
        String url = "http://" + request.header("Host").orElse("localhost");
        return request.path().equals("/help")
                ? ServerResponse.text(
                        200, "The e-mails of the emulator, oldest first, as JSON: curl " + url + "/messages\n")
                : pages.at(request.path());
    }

    /** The URL of the pages. */
    public URI url() {
        return server.url();
    }

    @Override
    public void close() {
        server.close();
    }
}
