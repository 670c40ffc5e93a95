package com.scheduleevents.cloud.sqs;

import com.scheduleevents.cloud.faults.FaultInjector;
import com.scheduleevents.cloud.time.RandomStreams;
import com.scheduleevents.cloud.time.Scheduler;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The queues, by name. */
final class StoredQueues {

    private static final String BASE_URL = SimulatedSqs.ENDPOINT + "/000000000000/";
    private static final String ARN = "arn:aws:sqs:us-east-1:000000000000:";

    private final Scheduler scheduler;
    private final RandomStreams streams;
    private final FaultInjector faults;
    private final MessageIds ids;
    private final Map<String, SimulatedQueue> queues = new TreeMap<>();

    StoredQueues(Scheduler scheduler, RandomStreams streams, FaultInjector faults) {
        this.scheduler = scheduler;
        this.streams = streams;
        this.faults = faults;
        this.ids = new MessageIds(streams.stream("ids"));
    }

    void create(String name, QueueSettings settings) {
        if (!name.matches("[A-Za-z0-9_-]{1,80}")) {
            throw SqsErrors.invalidParameter(
                    "Can only include alphanumeric characters, hyphens, or underscores. 1 to 80 in length");
        }
        settings.redrive()
                .map(QueueSettings.RedrivePolicy::target)
                .filter(target -> !queues.containsKey(target))
                .ifPresent(target -> {
                    throw SqsErrors.invalidParameter("Dead letter target does not exist: " + target);
                });
        SimulatedQueue present = queues.get(name);
        if (present != null && !present.settings().equals(settings)) {
            throw SqsErrors.invalid(
                    "QueueAlreadyExists",
                    "A queue already exists with the same name and a different value for attributes");
        }
        queues.putIfAbsent(
                name,
                new SimulatedQueue(
                        name, arn(name), settings, scheduler, faults, streams.stream("order of " + name), ids));
    }

    SimulatedQueue at(String url) {
        SimulatedQueue queue = url.startsWith(BASE_URL) ? queues.get(url.substring(BASE_URL.length())) : null;
        if (queue == null) {
            throw SqsErrors.unknownQueue();
        }
        return queue;
    }

    Optional<SimulatedQueue> deadLetters(SimulatedQueue queue) {
        return queue.settings().redrive().map(redrive -> at(url(redrive.target())));
    }

    String url(String name) {
        return BASE_URL + name;
    }

    String arn(String name) {
        return ARN + name;
    }
}
