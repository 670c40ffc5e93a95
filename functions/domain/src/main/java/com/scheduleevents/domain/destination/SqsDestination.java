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
     * @throws IllegalArgumentException when it does, or queue and role are in different partitions; says which
     */
    public static SqsDestination of(SqsAddress queue, RoleArn role, String own) {
        if (queue.account().equals(own)) {
            throw new IllegalArgumentException("queue_url is one of this service's own AWS account. Name a queue of yours.");
        }
        if (role.account().equals(own)) {
            throw new IllegalArgumentException("role_arn is one of this service's own AWS account. Name a role of yours.");
        }
        if (queue.partition() != role.partition()) {
            throw new IllegalArgumentException("role_arn is in the partition " + role.partition().id()
                    + ", and the queue in " + queue.partition().id() + ". A role lets nobody into another partition.");
        }
        return new SqsDestination(queue, role);
    }
}
