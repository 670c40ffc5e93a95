package com.scheduleevents.cloud.template;

import java.util.HashMap;
import java.util.Map;

/**
 * A queue (AWS::SQS::Queue).
 *
 * @param id its logical id
 * @param name its name
 * @param arn its ARN
 * @param url its URL
 * @param attributes its attributes under SQS's names
 */
public record QueueSpec(String id, String name, String arn, String url, Map<String, String> attributes) {

    private static final String VISIBILITY = "VisibilityTimeout";

    /** SQS's own default and limit, in seconds. */
    private static final long DEFAULT_VISIBILITY = 30;

    private static final long LONGEST_VISIBILITY = 43_200;

    /** The same with a visibility timeout so many times as long, as far as SQS allows. */
    QueueSpec stretched(int factor) {
        long seconds = Long.parseLong(attributes.getOrDefault(VISIBILITY, Long.toString(DEFAULT_VISIBILITY)));
        Map<String, String> stretched = new HashMap<>(attributes);
        stretched.put(VISIBILITY, Long.toString(Math.min(LONGEST_VISIBILITY, seconds * factor)));
        return new QueueSpec(id, name, arn, url, Map.copyOf(stretched));
    }
}
