package com.scheduleevents.emulator.sources;

/** A running event source. */
sealed interface EventSource extends AutoCloseable permits QueueSource, ScheduleSource, StreamSource {

    /** Stops starting new reads. All sources are stopped before the first one is closed. */
    void stop();

    /** Waits until no read is in progress; invocations that have begun may finish. */
    @Override
    void close();
}
