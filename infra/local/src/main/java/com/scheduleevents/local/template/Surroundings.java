package com.scheduleevents.local.template;

import java.net.URI;

/**
 * What AWS would add to a template: where it runs.
 *
 * @param region AWS::Region
 * @param account AWS::AccountId, twelve digits
 * @param queues base address of SQS, which queue URLs begin with
 */
public record Surroundings(String region, String account, URI queues) {

    /** Of the embedded cloud, whose parts know one account and one region. */
    public static Surroundings local(URI queues) {
        return new Surroundings("us-east-1", "000000000000", queues);
    }

    String arn(String service, String resource) {
        return "arn:aws:" + service + ":" + region + ":" + account + ":" + resource;
    }

    String queueUrl(String name) {
        return queues + "/" + account + "/" + name;
    }
}
