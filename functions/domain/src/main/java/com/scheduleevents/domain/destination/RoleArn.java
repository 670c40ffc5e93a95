package com.scheduleevents.domain.destination;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A role of IAM that its owner lets this service assume.
 *
 * @param account the AWS account that has it, twelve digits
 * @param name its name, with its path
 */
public record RoleArn(AwsPartition partition, String account, String name) {

    private static final Pattern ARN =
            Pattern.compile("arn:(aws(?:-[a-z]+){0,2}):iam::(\\d{12}):role/([A-Za-z0-9+=,.@_/-]{1,576})");

    /**
     * Reads the ARN of a role.
     *
     * @throws IllegalArgumentException when it is none
     */
    public static RoleArn parse(String arn) {
        Matcher parts = ARN.matcher(arn);
        if (parts.matches()) {
            AwsPartition partition = AwsPartition.named(parts.group(1)).orElseThrow(RoleArn::notARole);
            return new RoleArn(partition, parts.group(2), parts.group(3));
        }
        throw notARole();
    }

    /** The ARN itself. */
    public String arn() {
        return "arn:" + partition.id() + ":iam::" + account + ":role/" + name;
    }

    private static IllegalArgumentException notARole() {
        return new IllegalArgumentException(
                "role_arn must be the ARN of a role, such as arn:aws:iam::123456789012:role/schedule-events.");
    }
}
