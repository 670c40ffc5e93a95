package com.scheduleevents.delivery.customer;

import com.scheduleevents.delivery.answers.SharedAnswers;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.destination.Destination;
import com.scheduleevents.domain.destination.DestinationResource;
import com.scheduleevents.domain.destination.EventBusArn;
import com.scheduleevents.domain.destination.SqsAddress;
import com.scheduleevents.domain.receiver.AttemptOutcome;
import com.scheduleevents.domain.receiver.OutcomeClass;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.LongSupplier;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.sts.StsClient;
import software.amazon.awssdk.services.sts.model.AssumeRoleResponse;
import software.amazon.awssdk.services.sts.model.Credentials;

/**
 * The roles of customers that the service has assumed, each for one destination and with the account of the webhook as external id: who knows
 * the ARN of another customer's role gets in nowhere by it. What a session may do is limited to sending there, whatever the role allows.
 */
final class AssumedRoles {

    /** For how long a role that could not be assumed is not tried again. */
    static final Duration FAILURE_REMEMBERED = Duration.ofSeconds(10);

    /** An attempt that begins with these credentials ends before they do. */
    private static final Duration RESERVE = Duration.ofMinutes(5);

    /** Shown in the customer's CloudTrail. */
    private static final String SESSION = "schedule-events";

    private final StsClient sts;
    private final Clock clock;
    private final LongSupplier nanoTime;
    private final SharedAnswers<Use, Answer> answers = new SharedAnswers<>();

    /** @param nanoTime the monotonic clock that attempts are timed with */
    AssumedRoles(StsClient sts, Clock clock, LongSupplier nanoTime) {
        this.sts = sts;
        this.clock = clock;
        this.nanoTime = nanoTime;
    }

    /** What STS responded. */
    sealed interface Answer extends SharedAnswers.Answer {

        /** The credentials of a session. */
        record Granted(AwsSessionCredentials credentials, Instant until) implements Answer {
            @Override
            public boolean holds(Instant now) {
                return now.isBefore(until.minus(RESERVE));
            }
        }

        /**
         * No session.
         *
         * @param outcome of an attempt that needs one
         * @param at when it was refused
         */
        record Refused(AttemptOutcome outcome, Instant at) implements Answer {
            @Override
            public boolean holds(Instant now) {
                return now.isBefore(at.plus(FAILURE_REMEMBERED));
            }
        }
    }

    /** The session for an attempt, which STS has this long to give. */
    Answer of(Destination destination, AccountId owner, Duration timeout) {
        Use use = new Use(destination, owner);
        return answers.of(use, clock.instant(), () -> assume(use, timeout));
    }

    /** Forgets a session that the destination did not accept: the owner may have ended it. */
    void forget(Destination destination, AccountId owner, Answer.Granted refused) {
        answers.forget(new Use(destination, owner), refused);
    }

    private Answer assume(Use use, Duration timeout) {
        AttemptTimer timer = AttemptTimer.startingNow(nanoTime);
        try {
            AssumeRoleResponse assumed = sts.assumeRole(assume -> assume.roleArn(
                            use.destination().role().arn())
                    .roleSessionName(SESSION)
                    .externalId(use.owner().value())
                    .policy(policy(use.destination().resource()))
                    .overrideConfiguration(call -> call.apiCallTimeout(timeout).apiCallAttemptTimeout(timeout)));
            Credentials given = assumed.credentials();
            return new Answer.Granted(
                    AwsSessionCredentials.create(given.accessKeyId(), given.secretAccessKey(), given.sessionToken()),
                    given.expiration());
        } catch (SdkException e) {
            AttemptOutcome failure = timer.outcomeOf(e);
            return new Answer.Refused(
                    new AttemptOutcome(OutcomeClass.NO_ROLE, failure.statusCode(), failure.duration(), null),
                    clock.instant());
        }
    }

    private static String policy(DestinationResource resource) {
        return switch (resource) {
            case SqsAddress queue -> sending(queue);
            case EventBusArn bus -> """
                {"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"events:PutEvents","Resource":"%s"}]}\
                """.formatted(bus.arn());
        };
    }

    /** Sending to the queue, and what an encrypted queue asks of its senders, for its messages alone. */
    private static String sending(SqsAddress queue) {
        return """
                {"Version":"2012-10-17","Statement":[\
                {"Effect":"Allow","Action":"sqs:SendMessage","Resource":"%1$s"},\
                {"Effect":"Allow","Action":["kms:GenerateDataKey","kms:Decrypt"],"Resource":"*","Condition":{"StringEquals":{\
                "kms:ViaService":"sqs.%2$s.%3$s","kms:EncryptionContext:aws:sqs:arn":"%1$s"}}}]}""".formatted(queue.arn(), queue.region(), queue.partition().domain());
    }

    /** A change of the destination makes another use. */
    private record Use(Destination destination, AccountId owner) {}
}
