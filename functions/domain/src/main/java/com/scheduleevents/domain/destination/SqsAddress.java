package com.scheduleevents.domain.destination;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A queue of SQS. It is read from the URL that its owner knows, and its endpoint is made from the parts, so that nothing is ever sent to another
 * host than one of AWS.
 *
 * @param region such as {@code eu-central-1}
 * @param account the AWS account that has it, twelve digits
 * @param name its name
 */
public record SqsAddress(String region, String account, String name) implements DestinationResource {

    /** The name of the field in requests and responses. */
    public static final String FIELD = "queue_url";

    private static final Pattern URL = Pattern.compile(
            "https://sqs\\.([a-z]{2}(?:-[a-z]+){1,3}-\\d)\\.(amazonaws\\.com(?:\\.cn)?)/(\\d{12})/([A-Za-z0-9_-]{1,80})(\\.fifo)?");

    /**
     * Reads the URL of a queue.
     *
     * @throws IllegalArgumentException when it is none, or that of a FIFO queue; says which
     */
    public static SqsAddress parse(String url) {
        Matcher parts = URL.matcher(url);
        if (!parts.matches()) {
            throw new IllegalArgumentException(FIELD + " must be the URL of a queue, such as"
                    + " https://sqs.eu-central-1.amazonaws.com/123456789012/schedule-events.");
        }
        if (parts.group(5) != null) {
            throw new IllegalArgumentException(
                    FIELD + " is that of a FIFO queue. Deliveries are repeated and come in any order, which a"
                            + " standard queue is for.");
        }
        SqsAddress address = new SqsAddress(parts.group(1), parts.group(3), parts.group(4));
        if (!address.partition().domain().equals(parts.group(2))) {
            throw new IllegalArgumentException(FIELD + " has a region that is not at " + parts.group(2) + ".");
        }
        return address;
    }

    @Override
    public String address() {
        return "https://" + host() + "/" + account + "/" + name;
    }

    @Override
    public String host() {
        return "sqs." + region + "." + partition().domain();
    }

    @Override
    public String field() {
        return FIELD;
    }

    @Override
    public String arn() {
        return "arn:" + partition().id() + ":sqs:" + region + ":" + account + ":" + name;
    }
}
