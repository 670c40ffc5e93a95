package com.scheduleevents.delivery.customer;

import java.time.Duration;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;

/**
 * How a call is made in the AWS account of a customer.
 *
 * @param credentials those of the session for the webhook's destination
 * @param timeout for the call as a whole
 */
record SessionCall(AwsSessionCredentials credentials, Duration timeout) {

    void configure(AwsRequestOverrideConfiguration.Builder call) {
        call.credentialsProvider(StaticCredentialsProvider.create(credentials))
                .apiCallTimeout(timeout)
                .apiCallAttemptTimeout(timeout);
    }
}
