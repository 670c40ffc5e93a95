package com.scheduleevents.simulation.ses;

import com.scheduleevents.cloud.faults.ServiceErrors;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.ses.model.AccountSendingPausedException;
import software.amazon.awssdk.services.ses.model.MessageRejectedException;
import software.amazon.awssdk.services.ses.model.SesException;

/** Creates the exceptions of SES's client. */
final class SesExceptions implements ServiceErrors {

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

    /** SES sends again what it is called with again, so the product's client makes each call once. */
    @Override
    public int attempts() {
        return 1;
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
        return ServiceErrors.details("Ses", code, code);
    }
}
