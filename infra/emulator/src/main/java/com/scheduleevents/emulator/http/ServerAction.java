package com.scheduleevents.emulator.http;

import java.time.Duration;

/** What a server does with a request: it sends a response, or simulates a fault. */
public sealed interface ServerAction
        permits ServerResponse, ServerAction.NoResponse, ServerAction.Disconnect, ServerAction.SlowResponse {

    /** Sends nothing; the connection stays open until the client or the server closes it. */
    record NoResponse() implements ServerAction {}

    /**
     * Closes the connection without a response.
     *
     * @param reset whether by a TCP reset
     */
    record Disconnect(boolean reset) implements ServerAction {}

    /**
     * Sends a response byte by byte, beginning with its status line.
     *
     * @param pause between two bytes
     */
    record SlowResponse(ServerResponse response, Duration pause) implements ServerAction {}
}
