package com.scheduleevents.emulator.http;

import java.time.Duration;

/** What a server does about a request: answer it, or one of the things that servers on the internet do instead. */
public sealed interface Reply permits ServerResponse, Reply.Silence, Reply.HangUp, Reply.Drip {

    /** Never a byte; the connection stays open until the client or the server goes. */
    record Silence() implements Reply {}

    /**
     * The connection ends without an answer.
     *
     * @param reset whether by a TCP reset rather than in order
     */
    record HangUp(boolean reset) implements Reply {}

    /**
     * The answer, one byte after the other from its status line on.
     *
     * @param answer what is sent
     * @param pause between two bytes
     */
    record Drip(ServerResponse answer, Duration pause) implements Reply {}
}
