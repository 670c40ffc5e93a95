package com.scheduleevents.emulator.http;

import java.io.Serial;

/** Another process listens on a port. The message says what to do. */
public final class PortOccupied extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    PortOccupied(String name, int port, Throwable cause) {
        super(
                "Port " + port + " for the " + name
                        + " is in use. End the program that listens on it, or choose another"
                        + " port; 0 takes a free one.",
                cause);
    }
}
