package com.scheduleevents.local.http;

/** What listens behind a server. Called on a virtual thread of its own for each request, so it may block. */
@FunctionalInterface
public interface Service {

    /** Replies to a request. What it throws is logged and answered with {@link #failed}. */
    Reply serve(Request request) throws Exception;

    /** The answer to a body above the server's limit. */
    default Answer tooLarge() {
        return Answer.text(413, "The body is too large.\n");
    }

    /** The answer to what is no HTTP. */
    default Answer malformed() {
        return Answer.text(400, "The request is not HTTP.\n");
    }

    /** The answer when {@link #serve} threw. */
    default Answer failed() {
        return Answer.text(500, "The server failed; its log says why.\n");
    }
}
