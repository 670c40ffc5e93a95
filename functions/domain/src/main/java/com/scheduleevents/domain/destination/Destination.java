package com.scheduleevents.domain.destination;

/**
 * What gets the deliveries in the customer's AWS account, and the role by which the service may send to it.
 *
 * @param resource gets the deliveries
 * @param role lets the service send to it
 */
public record Destination(DestinationResource resource, RoleArn role) {

    private static final String ROLE = "role_arn";

    /**
     * A destination that does not belong to the service itself: whoever names a role of the service's own account would use what that role may do.
     *
     * @param own the AWS account of the service
     * @throws IllegalArgumentException when it does, or is in another partition; says which field
     */
    public static Destination of(DestinationResource resource, RoleArn role, AwsAccount own) {
        if (resource.account().equals(own.id())) {
            throw ours(resource.field());
        }
        if (role.account().equals(own.id())) {
            throw ours(ROLE);
        }
        requireReach(resource.field(), resource.partition(), own);
        requireReach(ROLE, role.partition(), own);
        return new Destination(resource, role);
    }

    private static IllegalArgumentException ours(String field) {
        return new IllegalArgumentException(
                field + " must not be in this service's own AWS account. Name one of yours.");
    }

    private static void requireReach(String field, AwsPartition partition, AwsAccount own) {
        if (partition != own.partition()) {
            throw new IllegalArgumentException(field + " must be in the partition "
                    + own.partition().id() + " of AWS, where this service is; it is in " + partition.id() + ".");
        }
    }
}
