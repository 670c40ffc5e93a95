package com.scheduleevents.simulation.kms;

import com.scheduleevents.simulation.faults.ServiceErrors;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkServiceException;
import software.amazon.awssdk.services.kms.model.InvalidCiphertextException;
import software.amazon.awssdk.services.kms.model.KmsException;
import software.amazon.awssdk.services.kms.model.KmsInternalException;
import software.amazon.awssdk.services.kms.model.NotFoundException;

/** What KMS's client throws. */
final class KmsErrors implements ServiceErrors {

    private static final int REFUSED = 400;

    /** The SDK's own number of tries. */
    private static final int ATTEMPTS = 4;

    @Override
    public RuntimeException unavailable() {
        return KmsInternalException.builder()
                .message("internal failure")
                .statusCode(500)
                .awsErrorDetails(details("KMSInternalException"))
                .build();
    }

    @Override
    public RuntimeException throttled() {
        return KmsException.builder()
                .message("You have exceeded the rate at which you may call KMS.")
                .statusCode(REFUSED)
                .awsErrorDetails(details("ThrottlingException"))
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

    static RuntimeException invalidCiphertext() {
        return InvalidCiphertextException.builder()
                .message("the ciphertext is invalid, or was made with another encryption context")
                .statusCode(REFUSED)
                .awsErrorDetails(details("InvalidCiphertextException"))
                .build();
    }

    static RuntimeException unknownKey(String key) {
        return NotFoundException.builder()
                .message("Key '" + key + "' does not exist")
                .statusCode(REFUSED)
                .awsErrorDetails(details("NotFoundException"))
                .build();
    }

    private static AwsErrorDetails details(String code) {
        return AwsErrorDetails.builder()
                .errorCode(code)
                .errorMessage(code)
                .serviceName("Kms")
                .build();
    }
}
