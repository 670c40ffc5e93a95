package com.scheduleevents.cloud.sqs;

import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/** A queue as its attributes describe it. */
final class QueueDescription {

    private QueueDescription() {}

    static Map<QueueAttributeName, String> of(SimulatedQueue queue, List<QueueAttributeName> wanted) {
        QueueSettings settings = queue.settings();
        Map<QueueAttributeName, String> all = new EnumMap<>(QueueAttributeName.class);
        all.put(QueueAttributeName.QUEUE_ARN, queue.arn());
        all.put(QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES, Integer.toString(queue.visibleCount()));
        all.put(QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_NOT_VISIBLE, Integer.toString(queue.inFlightCount()));
        all.put(QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_DELAYED, Integer.toString(queue.delayedCount()));
        all.put(QueueAttributeName.DELAY_SECONDS, seconds(settings.delay()));
        all.put(QueueAttributeName.VISIBILITY_TIMEOUT, seconds(settings.visibility()));
        all.put(QueueAttributeName.MESSAGE_RETENTION_PERIOD, seconds(settings.retention()));
        all.put(QueueAttributeName.RECEIVE_MESSAGE_WAIT_TIME_SECONDS, seconds(settings.receiveWait()));
        all.put(QueueAttributeName.MAXIMUM_MESSAGE_SIZE, Integer.toString(settings.largest()));
        if (wanted.contains(QueueAttributeName.ALL)) {
            return all;
        }
        Map<QueueAttributeName, String> some = new EnumMap<>(QueueAttributeName.class);
        for (QueueAttributeName name : wanted) {
            String value = all.get(name);
            if (value == null) {
                throw new UnsupportedOperationException("the attribute " + name + " of queues is not simulated");
            }
            some.put(name, value);
        }
        return some;
    }

    private static String seconds(Duration time) {
        return Long.toString(time.toSeconds());
    }
}
