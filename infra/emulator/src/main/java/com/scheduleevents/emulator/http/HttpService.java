package com.scheduleevents.emulator.http;

/** What listens behind a server. Called on a virtual thread of its own for each request, so it may block. */
@FunctionalInterface
public interface HttpService {

    /** Replies to a request. What it throws is logged and answered with {@link #failed}. */
    Reply serve(ServerRequest request) throws Exception;

    /** The answer to a body above the server's limit. */
    default ServerResponse tooLarge() {
        return ServerResponse.text(413, "The body is too large.\n");
    }

    /** The answer to what is no HTTP. */
    default ServerResponse malformed() {
        return ServerResponse.text(400, "The request is not HTTP.\n");
    }

    /** The answer when {@link #serve} threw. */
    default ServerResponse failed() {
        return ServerResponse.text(500, "The server failed; its log says why.\n");
    }
}
