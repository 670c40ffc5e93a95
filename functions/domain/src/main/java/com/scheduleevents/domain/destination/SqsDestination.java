package com.scheduleevents.domain.destination;

/**
 * A queue in the customer's AWS account, and the role by which the service may send to it.
 *
 * @param queue gets the deliveries
 * @param role lets the service send to the queue
 */
public record SqsDestination(SqsAddress queue, RoleArn role) {

    /**
     * A destination that does not belong to the service itself: whoever names a role of the service's own account would use what that role may do.
     *
     * @param own the AWS account of the service
     * @throws IllegalArgumentException when it does, or is in another partition; says which field
     */
    public static SqsDestination of(SqsAddress queue, RoleArn role, AwsAccount own) {
        if (queue.account().equals(own.id())) {
            throw new IllegalArgumentException(
                    "queue_url must not be in this service's own AWS account. Name a queue of yours.");
        }
        if (role.account().equals(own.id())) {
            throw new IllegalArgumentException(
                    "role_arn must not be in this service's own AWS account. Name a role of yours.");
        }
        requireReach("queue_url", queue.partition(), own);
        requireReach("role_arn", role.partition(), own);
        return new SqsDestination(queue, role);
    }

    private static void requireReach(String field, AwsPartition partition, AwsAccount own) {
        if (partition != own.partition()) {
            throw new IllegalArgumentException(field + " must be in the partition "
                    + own.partition().id() + " of AWS, where this service is; it is in " + partition.id() + ".");
        }
    }
}
