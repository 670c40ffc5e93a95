package com.scheduleevents.domain.destination;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An event bus of EventBridge. It is read from its ARN, and its endpoint is made from the parts.
 *
 * @param region such as {@code eu-central-1}
 * @param account the AWS account that has it, twelve digits
 * @param name its name
 */
public record EventBusArn(String region, String account, String name) implements DestinationResource {

    /** What begins an ARN, and no URL. */
    static final String START = "arn:";

    /** The name of the field in requests and responses. */
    public static final String FIELD = "event_bus_arn";

    private static final Pattern ARN = Pattern.compile(
            "arn:(aws(?:-[a-z]+){0,2}):events:([a-z]{2}(?:-[a-z]+){1,3}-\\d):(\\d{12}):event-bus/([A-Za-z0-9._/-]{1,256})");

    /** Begins the names of buses that take events of AWS's partners alone. */
    private static final String OF_PARTNERS = "aws.partner/";

    /**
     * Reads the ARN of an event bus.
     *
     * @throws IllegalArgumentException when it is none, or that of a partner's event bus; says which
     */
    public static EventBusArn parse(String arn) {
        Matcher parts = ARN.matcher(arn);
        if (!parts.matches()) {
            throw new IllegalArgumentException(FIELD + " must be the ARN of an event bus, such as"
                    + " arn:aws:events:eu-central-1:123456789012:event-bus/schedule-events.");
        }
        if (parts.group(4).startsWith(OF_PARTNERS)) {
            throw new IllegalArgumentException(FIELD
                    + " is that of a partner event bus, which takes events of AWS's partners alone. Name the default"
                    + " event bus or one of your own.");
        }
        EventBusArn bus = new EventBusArn(parts.group(2), parts.group(3), parts.group(4));
        if (!bus.partition().id().equals(parts.group(1))) {
            throw new IllegalArgumentException(FIELD + " has a region that is not in " + parts.group(1) + ".");
        }
        return bus;
    }

    @Override
    public String address() {
        return arn();
    }

    @Override
    public String host() {
        return "events." + region + "." + partition().domain();
    }

    @Override
    public String field() {
        return FIELD;
    }

    @Override
    public String arn() {
        return START + partition().id() + ":events:" + region + ":" + account + ":event-bus/" + name;
    }
}
