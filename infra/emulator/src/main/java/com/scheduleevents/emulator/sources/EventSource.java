package com.scheduleevents.emulator.sources;

/** A running event source. */
sealed interface EventSource extends AutoCloseable permits QueueSource, ScheduleSource, StreamSource {

    /** Stops reading; invocations that have begun may finish. */
    @Override
    void close();
}
