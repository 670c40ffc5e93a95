package com.scheduleevents.cloud.sqs;

import com.scheduleevents.cloud.faults.ServiceFaults;
import com.scheduleevents.cloud.time.CloudTime;
import com.scheduleevents.cloud.time.RandomStreams;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The queues, by name. */
final class StoredQueues {

    private static final String ACCOUNT = "/000000000000/";
    private static final String ARN = "arn:aws:sqs:us-east-1:000000000000:";

    private final String baseUrl;
    private final CloudTime time;
    private final RandomStreams streams;
    private final ServiceFaults faults;
    private final MessageIds ids;
    private final Map<String, SimulatedQueue> queues = new TreeMap<>();

    /** @param endpoint where the URLs of the queues begin */
    StoredQueues(String endpoint, CloudTime time, RandomStreams streams, ServiceFaults faults) {
        this.baseUrl = endpoint + ACCOUNT;
        this.time = time;
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
                new SimulatedQueue(name, arn(name), settings, time, faults, streams.stream("order of " + name), ids));
    }

    SimulatedQueue at(String url) {
        SimulatedQueue queue = url.startsWith(baseUrl) ? queues.get(url.substring(baseUrl.length())) : null;
        if (queue == null) {
            throw SqsErrors.unknownQueue();
        }
        return queue;
    }

    Optional<SimulatedQueue> deadLetters(SimulatedQueue queue) {
        return queue.settings().redrive().map(redrive -> at(url(redrive.target())));
    }

    String url(String name) {
        return baseUrl + name;
    }

    String arn(String name) {
        return ARN + name;
    }
}
