package com.scheduleevents.local.sources;

/** One event source at work. */
sealed interface Source extends AutoCloseable permits QueueSource, ScheduleSource, StreamSource {

    /** Stops reading; invocations under way are left to end. */
    @Override
    void close();
}
