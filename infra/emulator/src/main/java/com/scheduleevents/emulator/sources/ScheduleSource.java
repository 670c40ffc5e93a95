package com.scheduleevents.emulator.sources;

import com.scheduleevents.cloud.sources.ScheduleEvents;
import com.scheduleevents.emulator.lambda.FunctionFailed;
import com.scheduleevents.emulator.lambda.FunctionLog;
import com.scheduleevents.emulator.lambda.InvocableFunction;
import java.time.Clock;
import java.time.Duration;
import java.util.UUID;

/**
 * Invokes a function once per period, first after one period, even if the previous invocation has not ended. A failed invocation
 * is not retried.
 */
final class ScheduleSource implements EventSource {

    private final ScheduleEvents events;
    private final Duration period;
    private final InvocableFunction function;
    private final Clock clock;
    private final Poller poller;

    ScheduleSource(
            String name,
            ScheduleEvents events,
            Duration period,
            InvocableFunction function,
            Clock clock,
            FunctionLog log) {
        this.events = events;
        this.period = period;
        this.function = function;
        this.clock = clock;
        this.poller = Poller.start(name, log, this::round);
    }

    private boolean round() throws InterruptedException {
        Thread.sleep(period);
        Thread.startVirtualThread(this::invoke);
        return true;
    }

    private void invoke() {
        try {
            function.invoke(events.event(UUID.randomUUID().toString(), clock.instant()));
        } catch (FunctionFailed e) {
            return; // the host has logged it
        }
    }

    @Override
    public void stop() {
        poller.interrupt();
    }

    @Override
    public void close() {
        poller.interrupt();
    }
}
