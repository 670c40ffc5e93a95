package com.scheduleevents.delivery.queue;

import com.scheduleevents.aws.AwsClients;
import com.scheduleevents.delivery.queue.AssumedRoles.Answer;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.destination.CustomerQueues;
import com.scheduleevents.domain.destination.SqsDestination;
import com.scheduleevents.domain.receiver.AttemptOutcome;
import com.scheduleevents.domain.receiver.AttemptRequest;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import software.amazon.awssdk.services.sts.StsClient;

/**
 * Sends attempts to queues of SQS in the AWS accounts of customers. The clients are made when the first webhook needs them, so a deployment
 * without such webhooks has none.
 */
public final class AwsQueues implements CustomerQueues {

    private static final int FORBIDDEN = 403;

    private final Supplier<AssumedRoles> newRoles;
    private final Function<String, SqsClient> newClient;
    private final LongSupplier nanoTime;
    private final Map<String, SqsClient> clients = new ConcurrentHashMap<>();
    private @Nullable AssumedRoles roles;

    private AwsQueues(
            Supplier<StsClient> newSts, Function<String, SqsClient> newClient, Clock clock, LongSupplier nanoTime) {
        this.newRoles = () -> new AssumedRoles(newSts.get(), clock, nanoTime);
        this.newClient = newClient;
        this.nanoTime = nanoTime;
    }

    /** With clients that are configured from the environment. */
    public static AwsQueues of(AwsClients aws, Clock clock) {
        return new AwsQueues(
                () -> aws.configured(StsClient.builder(), "AWS_ENDPOINT_URL_STS")
                        .build(),
                region -> aws.configured(SqsClient.builder(), "CUSTOMER_QUEUES_ENDPOINT")
                        .region(Region.of(region))
                        .build(),
                clock,
                System::nanoTime);
    }

    /**
     * With other clients.
     *
     * @param newClient makes the client of a region
     * @param nanoTime the monotonic clock that attempts are timed with
     */
    public static AwsQueues of(
            StsClient sts, Function<String, SqsClient> newClient, Clock clock, LongSupplier nanoTime) {
        return new AwsQueues(() -> sts, newClient, clock, nanoTime);
    }

    @Override
    public AttemptOutcome send(SqsDestination destination, AccountId owner, AttemptRequest request) {
        AssumedRoles assumed = roles();
        return switch (assumed.of(destination, owner, request.timeout())) {
            case Answer.Refused(AttemptOutcome none, Instant _) -> none;
            case Answer.Granted granted -> {
                AttemptOutcome outcome = send(destination, granted.credentials(), request);
                if (outcome.status().orElse(0) == FORBIDDEN) {
                    assumed.forget(destination, owner, granted);
                }
                yield outcome;
            }
        };
    }

    private synchronized AssumedRoles roles() {
        AssumedRoles known = roles;
        if (known == null) {
            known = newRoles.get();
            roles = known;
        }
        return known;
    }

    private AttemptOutcome send(SqsDestination destination, AwsSessionCredentials credentials, AttemptRequest request) {
        AttemptTimer timer = AttemptTimer.startingNow(nanoTime);
        try {
            var response = clients.computeIfAbsent(destination.queue().region(), newClient)
                    .sendMessage(send -> send.queueUrl(destination.queue().url())
                            .messageBody(request.body())
                            .messageAttributes(attributes(request.headers()))
                            .overrideConfiguration(
                                    call -> call.credentialsProvider(StaticCredentialsProvider.create(credentials))
                                            .apiCallTimeout(request.timeout())
                                            .apiCallAttemptTimeout(request.timeout())));
            return timer.succeeded(response.sdkHttpResponse().statusCode());
        } catch (SdkException e) {
            return timer.outcomeOf(e);
        }
    }

    private static Map<String, MessageAttributeValue> attributes(Map<String, String> headers) {
        return headers.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, header -> MessageAttributeValue.builder()
                        .dataType("String")
                        .stringValue(header.getValue())
                        .build()));
    }
}
