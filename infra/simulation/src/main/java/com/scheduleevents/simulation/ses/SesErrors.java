package com.scheduleevents.simulation.ses;

import com.scheduleevents.simulation.faults.ServiceErrors;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkServiceException;
import software.amazon.awssdk.services.ses.model.AccountSendingPausedException;
import software.amazon.awssdk.services.ses.model.MessageRejectedException;
import software.amazon.awssdk.services.ses.model.SesException;

/** What SES's client throws. */
final class SesErrors implements ServiceErrors {

    private static final int REFUSED = 400;

    /** The SDK's own number of tries. */
    private static final int ATTEMPTS = 4;

    @Override
    public RuntimeException unavailable() {
        return SesException.builder()
                .message("Service unavailable")
                .statusCode(503)
                .awsErrorDetails(details("ServiceUnavailable"))
                .build();
    }

    @Override
    public RuntimeException throttled() {
        return SesException.builder()
                .message("Maximum sending rate exceeded.")
                .statusCode(REFUSED)
                .awsErrorDetails(details("Throttling"))
                .build();
    }

    @Override
    public RuntimeException noResponse() {
        return SdkClientException.create("Unable to execute HTTP request: Read timed out");
    }

    @Override
    public boolean isRetried(RuntimeException failure) {
        return failure instanceof SdkClientException
                || (failure instanceof SdkServiceException error
                        && (error.statusCode() >= 500 || error.isThrottlingException()));
    }

    @Override
    public int attempts() {
        return ATTEMPTS;
    }

    static RuntimeException rejected(String why) {
        return MessageRejectedException.builder()
                .message(why)
                .statusCode(REFUSED)
                .awsErrorDetails(details("MessageRejected"))
                .build();
    }

    static RuntimeException paused() {
        return AccountSendingPausedException.builder()
                .message("Email sending is disabled for the account.")
                .statusCode(REFUSED)
                .awsErrorDetails(details("AccountSendingPausedException"))
                .build();
    }

    private static AwsErrorDetails details(String code) {
        return AwsErrorDetails.builder()
                .errorCode(code)
                .errorMessage(code)
                .serviceName("Ses")
                .build();
    }
}
