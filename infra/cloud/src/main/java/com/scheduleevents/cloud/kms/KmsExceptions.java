package com.scheduleevents.cloud.kms;

import com.scheduleevents.cloud.faults.ServiceErrors;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.kms.model.InvalidCiphertextException;
import software.amazon.awssdk.services.kms.model.KmsException;
import software.amazon.awssdk.services.kms.model.KmsInternalException;
import software.amazon.awssdk.services.kms.model.NotFoundException;

/** Creates the exceptions of KMS's client. */
final class KmsExceptions implements ServiceErrors {

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
        return ServiceErrors.details("Kms", code, code);
    }
}
