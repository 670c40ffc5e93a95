package com.scheduleevents.api.events;

import com.scheduleevents.api.Callers;
import com.scheduleevents.domain.account.Accounts;
import com.scheduleevents.domain.event.BatchRecording;
import com.scheduleevents.domain.event.BatchStore;
import com.scheduleevents.domain.event.EventStore;
import com.scheduleevents.domain.event.FeedReader;
import com.scheduleevents.domain.event.ForwardReader;
import com.scheduleevents.domain.event.HoldBack;
import com.scheduleevents.domain.event.IdempotencyStore;
import com.scheduleevents.domain.event.Recording;
import com.scheduleevents.domain.metrics.MetricRecorder;
import com.scheduleevents.testkit.memory.PlainIds;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;

/** The function on the stores of a test. */
final class EventsFunction {

    private static final Duration RETENTION = Duration.ofDays(90);

    private EventsFunction() {}

    static EventsApi on(
            EventStore events, IdempotencyStore idempotency, BatchStore batches, Clock clock, MetricRecorder metrics) {
        return on(Callers.accounts(), events, idempotency, batches, clock, metrics);
    }

    static EventsApi on(
            Accounts accounts,
            EventStore events,
            IdempotencyStore idempotency,
            BatchStore batches,
            Clock clock,
            MetricRecorder metrics) {
        SecureRandom random = new SecureRandom();
        Recording recording = new Recording(events, idempotency, PlainIds.of(random), clock, RETENTION);
        return new EventsApi(
                accounts,
                accounts,
                recording,
                new BatchRecording(batches, recording, clock, RETENTION),
                new FeedReader(events, RETENTION),
                new ForwardReader(events, RETENTION, new HoldBack(Duration.ofMinutes(2), Duration.ofMinutes(5))),
                Callers.gate(clock, metrics));
    }
}
