package com.scheduleevents.emulator.sources;

/** One event source at work. */
sealed interface EventSource extends AutoCloseable permits QueueSource, ScheduleSource, StreamSource {

    /** Begins to read no more; all sources are stopped before the first is closed. */
    void stop();

    /** Waits until no request for more is under way; invocations under way are left to end. */
    @Override
    void close();
}
