package com.scheduleevents.aws.wiring;

import com.scheduleevents.aws.Environment;
import com.scheduleevents.domain.metrics.MetricRecorder;
import java.time.Clock;
import java.util.random.RandomGenerator;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.kms.KmsClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * The sources of all wiring. They depend on where the code runs: in Lambda, in a simulated world, in a test, or on the computer of an
 * operator.
 */
interface WiringSources {

    /** The variables that template.yaml sets. */
    Environment environment();

    /** The client for DynamoDB. */
    DynamoDbClient dynamoDb();

    /** The client for SQS. */
    SqsClient sqs();

    /** The client for KMS. */
    KmsClient kms();

    /** The time. */
    Clock clock();

    /** A cryptographic source. */
    RandomGenerator random();

    /** What is counted. */
    MetricRecorder metrics();

    /** How much is done at once. */
    default WorkLimits workLimits() {
        return WorkLimits.STANDARD;
    }
}
