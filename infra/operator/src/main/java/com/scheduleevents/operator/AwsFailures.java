package com.scheduleevents.operator;

import java.util.Optional;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;

/** What to do when AWS does not do what a command needs. */
final class AwsFailures {

    private AwsFailures() {}

    /** A sentence; empty for any other failure. */
    static Optional<String> sentence(Exception failure) {
        return switch (failure) {
            case AwsServiceException service
            when service.awsErrorDetails() == null ->
                Optional.of("AWS responded with status " + service.statusCode() + "; try again.");
            case AwsServiceException service ->
                Optional.of(service.awsErrorDetails().serviceName() + " refused the request: "
                        + service.awsErrorDetails().errorCode()
                        + "; check your credentials and their permissions, or try again.");
            case SdkException _ ->
                Optional.of(
                        "AWS could not be reached: check your credentials, AWS_REGION and the network, or whether the"
                                + " local cloud is still running.");
            default -> Optional.empty();
        };
    }
}
