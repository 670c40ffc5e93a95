package com.scheduleevents.operator.deadletters;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The dead-letter queues of template.yaml. */
enum DeadLetterQueue {
    /** Schedule changes of first-party producers that were never recorded. */
    CHANGES("ChangesDeadLetters", Optional.of("ChangesQueue")),
    /** First attempts of deliveries. */
    DELIVERIES("DeliveriesDeadLetters", Optional.of("DeliveriesQueue")),
    /** Later attempts of deliveries, and checks. */
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

    /** What an operator calls it. */
    String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Its name in template.yaml. */
    String resource() {
        return resource;
    }

    /** The queue that its messages come from, by its name in template.yaml; empty when they come from a stream. */
    Optional<String> source() {
        return source;
    }

    /** The queue that an operator means, by its word or by its name in template.yaml. */
    static Optional<DeadLetterQueue> named(String text) {
        return Arrays.stream(values())
                .filter(queue -> queue.word().equals(text) || queue.resource.equals(text))
                .findFirst();
    }

    /** All words, for messages. */
    static String words() {
        return Arrays.stream(values()).map(DeadLetterQueue::word).collect(Collectors.joining(", "));
    }
}
