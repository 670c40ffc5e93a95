package com.scheduleevents.emulator.sources;

/** One event source at work. */
sealed interface EventSource extends AutoCloseable permits QueueSource, ScheduleSource, StreamSource {

    /** Stops reading, and waits until no request for more is under way; invocations under way are left to end. */
    @Override
    void close();
}
