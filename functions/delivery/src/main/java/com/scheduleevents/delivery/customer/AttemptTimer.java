package com.scheduleevents.delivery.customer;

import com.scheduleevents.domain.receiver.AttemptOutcome;
import com.scheduleevents.domain.receiver.OutcomeClass;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkException;

/** Measures a call to AWS, and tells what became of it. */
final class AttemptTimer {

    private static final int HUNDRED = 100;
    private static final int SUCCESS = 2;

    private final LongSupplier nanoTime;
    private final long startedAt;

    private AttemptTimer(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.startedAt = nanoTime.getAsLong();
    }

    /** @param nanoTime the monotonic clock */
    static AttemptTimer startingNow(LongSupplier nanoTime) {
        return new AttemptTimer(nanoTime);
    }

    /** The outcome of a call that got a response with this status. */
    AttemptOutcome responded(int status) {
        boolean succeeded = status / HUNDRED == SUCCESS;
        return new AttemptOutcome(succeeded ? OutcomeClass.SUCCEEDED : OutcomeClass.STATUS, status, elapsed(), null);
    }

    /**
     * The outcome of a call that failed.
     *
     * @throws IllegalStateException when the sender was interrupted, which is not a failure of the receiver
     */
    AttemptOutcome outcomeOf(SdkException failure) {
        return switch (failure) {
            case AwsServiceException response ->
                new AttemptOutcome(OutcomeClass.STATUS, response.statusCode(), elapsed(), null);
            case ApiCallTimeoutException _, ApiCallAttemptTimeoutException _ -> unanswered(OutcomeClass.TIMEOUT);
            case AbortedException stopped -> throw interrupted(stopped);
            default -> unanswered(classOf(failure));
        };
    }

    private static OutcomeClass classOf(SdkException failure) {
        return Stream.<Throwable>iterate(failure, cause -> cause != null, Throwable::getCause)
                .flatMap(cause -> switch (cause) {
                    case UnknownHostException _ -> Stream.of(OutcomeClass.DNS);
                    case SSLException _ -> Stream.of(OutcomeClass.TLS);
                    default -> Stream.<OutcomeClass>empty();
                })
                .findFirst()
                .orElse(OutcomeClass.CONNECT);
    }

    private AttemptOutcome unanswered(OutcomeClass outcome) {
        return new AttemptOutcome(outcome, null, elapsed(), null);
    }

    private Duration elapsed() {
        return Duration.ofNanos(nanoTime.getAsLong() - startedAt);
    }

    private static IllegalStateException interrupted(AbortedException stopped) {
        Thread.currentThread().interrupt();
        return new IllegalStateException(
                "The sender was interrupted during an attempt. The message will be delivered again.", stopped);
    }
}
