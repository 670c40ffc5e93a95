package com.scheduleevents.emulator.http;

/** Handles the requests of a server. Each request is handled on its own virtual thread, so handlers may block. */
@FunctionalInterface
public interface HttpService {

    /** Handles a request. An exception is logged and {@link #failed} is sent. */
    ServerAction serve(ServerRequest request) throws Exception;

    /** The response to a body above the server's limit. */
    default ServerResponse tooLarge() {
        return ServerResponse.text(413, "The body is too large.\n");
    }

    /** The response to malformed HTTP. */
    default ServerResponse malformed() {
        return ServerResponse.text(400, "The request is not HTTP.\n");
    }

    /** The response when {@link #serve} threw an exception. */
    default ServerResponse failed() {
        return ServerResponse.text(500, "The server failed; its log says why.\n");
    }
}
