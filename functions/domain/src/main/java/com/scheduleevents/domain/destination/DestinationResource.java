package com.scheduleevents.domain.destination;

/** What gets the deliveries in the AWS account of a customer. */
public sealed interface DestinationResource permits SqsAddress, EventBusArn {

    /**
     * Reads an address, as a webhook is stored with.
     *
     * @throws IllegalArgumentException when it is none
     */
    static DestinationResource at(String address) {
        return address.startsWith(EventBusArn.START) ? EventBusArn.parse(address) : SqsAddress.parse(address);
    }

    /** The name that its owner knows it by and the service is given: the URL of a queue, the ARN of an event bus. */
    String address();

    /** The field of a destination that has the address. */
    String field();

    /** The host of the service that has it. */
    String host();

    /** Its Amazon Resource Name. */
    String arn();

    /** The region that has it, such as {@code eu-central-1}. */
    String region();

    /** The AWS account that has it, twelve digits. */
    String account();

    /** The partition of its region. */
    default AwsPartition partition() {
        return AwsPartition.of(region());
    }
}
