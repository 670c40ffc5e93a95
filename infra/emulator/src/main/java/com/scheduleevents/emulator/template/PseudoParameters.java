package com.scheduleevents.emulator.template;

import java.net.URI;

/**
 * What AWS would add to a template: where it runs.
 *
 * @param region AWS::Region
 * @param account AWS::AccountId, twelve digits
 * @param queues base address of SQS, which queue URLs begin with
 */
public record PseudoParameters(String region, String account, URI queues) {

    /** Of the embedded cloud, whose parts know one account and one region. */
    public static PseudoParameters local(URI queues) {
        return new PseudoParameters("us-east-1", "000000000000", queues);
    }

    /** The ARN of a resource of this account in this region. */
    public String arn(String service, String resource) {
        return "arn:aws:" + service + ":" + region + ":" + account + ":" + resource;
    }

    /** Who a function is to the services: its role, taken on by it. */
    public String assumedRole(String function) {
        return "arn:aws:sts::" + account + ":assumed-role/" + function + "Role/" + function;
    }

    String queueUrl(String name) {
        return queues + "/" + account + "/" + name;
    }
}
