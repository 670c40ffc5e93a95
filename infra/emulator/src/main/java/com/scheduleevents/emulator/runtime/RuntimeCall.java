package com.scheduleevents.emulator.runtime;

/**
 * A call of a function's process to the Runtime API.
 *
 * @param path such as {@code /init/error}, without the version
 * @param body the body of the request
 * @param received when, as {@link System#nanoTime}
 */
public record RuntimeCall(String path, String body, long received) {

    /** The path of a process that has completed everything that comes before a snapshot. */
    public static final String READY = "/restore/next";
}
