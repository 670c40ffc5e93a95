package com.scheduleevents.emulator.template;

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
public record QueueSpec(String id, String name, String arn, String url, Map<String, String> attributes) {}
