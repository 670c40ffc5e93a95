package com.scheduleevents.emulator.sources;

/** One event source at work. */
sealed interface EventSource extends AutoCloseable permits QueueSource, ScheduleSource, StreamSource {

    /** Stops reading; invocations under way are left to end. */
    @Override
    void close();
}
