package com.scheduleevents.cloud.sqs;

import com.scheduleevents.cloud.faults.ServiceErrors;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.sqs.model.MessageNotInflightException;
import software.amazon.awssdk.services.sqs.model.OverLimitException;
import software.amazon.awssdk.services.sqs.model.QueueDoesNotExistException;
import software.amazon.awssdk.services.sqs.model.ReceiptHandleIsInvalidException;
import software.amazon.awssdk.services.sqs.model.SqsException;

/** Creates the exceptions of SQS's client. */
final class SqsErrors implements ServiceErrors {

    @Override
    public RuntimeException unavailable() {
        return SqsException.builder()
                .message("Internal error")
                .statusCode(500)
                .awsErrorDetails(details("InternalError", "Internal error"))
                .build();
    }

    @Override
    public RuntimeException throttled() {
        return SqsException.builder()
                .message("Request is throttled.")
                .statusCode(REFUSED)
                .awsErrorDetails(details("RequestThrottled", "Request is throttled."))
                .build();
    }

    @Override
    public boolean isRetried(RuntimeException failure) {
        return ServiceErrors.super.isRetried(failure) || isThrottled(failure);
    }

    private static boolean isThrottled(RuntimeException failure) {
        return failure instanceof SqsException refused
                && refused.awsErrorDetails().errorCode().equals("RequestThrottled");
    }

    static SqsException invalid(String code, String message) {
        return (SqsException) SqsException.builder()
                .message(message)
                .statusCode(REFUSED)
                .awsErrorDetails(details(code, message))
                .build();
    }

    static SqsException invalidParameter(String message) {
        return invalid("InvalidParameterValue", message);
    }

    static RuntimeException unknownQueue() {
        String message = "The specified queue does not exist.";
        return QueueDoesNotExistException.builder()
                .message(message)
                .statusCode(REFUSED)
                .awsErrorDetails(details("AWS.SimpleQueueService.NonExistentQueue", message))
                .build();
    }

    static RuntimeException invalidHandle() {
        String message = "The input receipt handle is invalid.";
        return ReceiptHandleIsInvalidException.builder()
                .message(message)
                .statusCode(REFUSED)
                .awsErrorDetails(details("ReceiptHandleIsInvalid", message))
                .build();
    }

    static RuntimeException notInFlight() {
        String message = "The message is not available for visibility timeout change.";
        return MessageNotInflightException.builder()
                .message(message)
                .statusCode(REFUSED)
                .awsErrorDetails(details("AWS.SimpleQueueService.MessageNotInflight", message))
                .build();
    }

    static RuntimeException overLimit() {
        String message = "Too many messages in flight.";
        return OverLimitException.builder()
                .message(message)
                .statusCode(REFUSED)
                .awsErrorDetails(details("OverLimit", message))
                .build();
    }

    private static AwsErrorDetails details(String code, String message) {
        return ServiceErrors.details("Sqs", code, message);
    }
}
