package com.scheduleevents.cloud.template;

import java.net.URI;

/**
 * The values of pseudo parameters, which describe where a template is deployed.
 *
 * @param region AWS::Region
 * @param account AWS::AccountId, twelve digits
 * @param queues the base URL of SQS, with which queue URLs begin
 */
public record PseudoParameters(String region, String account, URI queues) {

    /** The emulator's account and region. */
    public static PseudoParameters local(URI queues) {
        return new PseudoParameters("us-east-1", "000000000000", queues);
    }

    /** The ARN of a resource in this account and region. */
    public String arn(String service, String resource) {
        return "arn:aws:" + service + ":" + region + ":" + account + ":" + resource;
    }

    /** The ARN of the assumed role of a function. */
    public String assumedRole(String function) {
        return "arn:aws:sts::" + account + ":assumed-role/" + function + "Role/" + function;
    }

    String queueUrl(String name) {
        return queues + "/" + account + "/" + name;
    }
}
