package com.scheduleevents.operator.deadletters;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The dead-letter queues of template.yaml. */
enum DeadLetterQueue {
    /** Schedule changes of first-party producers that were never recorded. */
    CHANGES("ChangesDeadLetters", Optional.of("ChangesQueue")),
    /** First attempts of deliveries. */
    DELIVERIES("DeliveriesDeadLetters", Optional.of("DeliveriesQueue")),
    /** Later attempts of deliveries, and probes. */
    RETRIES("RetryDeadLetters", Optional.of("RetryQueue")),
    /** Steps of replays. */
    REPLAYS("ReplayDeadLetters", Optional.of("ReplayQueue")),
    /** Records of the Events stream. */
    FAN_OUT("FanOutDeadLetters", Optional.empty()),
    /** Records of the Webhooks stream. */
    NOTIFIER("NotifierDeadLetters", Optional.empty()),
    /** E-mails to owners. */
    MAILS("MailDeadLetters", Optional.of("MailQueue")),
    /** Counts of usage. */
    USAGE("UsageDeadLetters", Optional.of("UsageQueue"));

    private final String resource;
    private final Optional<String> source;

    DeadLetterQueue(String resource, Optional<String> source) {
        this.resource = resource;
        this.source = source;
    }

    /** Its name in commands. */
    String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Its logical id in template.yaml. */
    String resource() {
        return resource;
    }

    /** The queue that its messages come from, by its logical id; empty when they come from a stream. */
    Optional<String> source() {
        return source;
    }

    /** The queue with that name in commands or that logical id. */
    static Optional<DeadLetterQueue> named(String text) {
        return Arrays.stream(values())
                .filter(queue -> queue.word().equals(text) || queue.resource.equals(text))
                .findFirst();
    }
}
