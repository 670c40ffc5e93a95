package com.scheduleevents.cloud.faults;

import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkServiceException;

/** Creates the exceptions that a service's client throws when a call fails; the defaults are those of the SDK. */
public interface ServiceErrors {

    /** The status of a request that the service refuses. */
    int REFUSED = 400;

    /** The service responds that it cannot. */
    RuntimeException unavailable();

    /** The service responds that it was asked too often. */
    RuntimeException throttled();

    /** No response came. */
    default RuntimeException noResponse() {
        return SdkClientException.create("Unable to execute HTTP request: Read timed out");
    }

    /** Whether the client's SDK tries again by itself. */
    default boolean isRetried(RuntimeException failure) {
        return failure instanceof SdkClientException
                || (failure instanceof SdkServiceException error
                        && (error.statusCode() >= 500 || error.isThrottlingException()));
    }

    /** How often the client's SDK tries in all. */
    default int attempts() {
        return 4;
    }

    /** What an error of a service says of itself. */
    static AwsErrorDetails details(String service, String code, String message) {
        return AwsErrorDetails.builder()
                .errorCode(code)
                .errorMessage(message)
                .serviceName(service)
                .build();
    }
}
