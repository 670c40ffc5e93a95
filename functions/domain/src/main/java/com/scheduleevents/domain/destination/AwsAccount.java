package com.scheduleevents.domain.destination;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An AWS account.
 *
 * @param partition the part of AWS that it is in
 * @param id twelve digits
 */
public record AwsAccount(AwsPartition partition, String id) {

    private static final Pattern ARN = Pattern.compile("arn:(aws(?:-[a-z]+){0,2}):iam::(\\d{12}):root");

    /**
     * Reads the ARN of an account, which the trust policies of roles name it by.
     *
     * @throws IllegalArgumentException when it is none
     */
    public static AwsAccount parse(String arn) {
        Matcher parts = ARN.matcher(arn);
        if (!parts.matches()) {
            throw new IllegalArgumentException("no ARN of an AWS account: " + arn);
        }
        AwsPartition partition = AwsPartition.named(parts.group(1))
                .orElseThrow(() -> new IllegalArgumentException("a partition of AWS that is not known: " + arn));
        return new AwsAccount(partition, parts.group(2));
    }
}
