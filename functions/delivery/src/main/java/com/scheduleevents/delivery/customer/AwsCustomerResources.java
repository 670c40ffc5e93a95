package com.scheduleevents.delivery.customer;

import com.scheduleevents.aws.AwsClients;
import com.scheduleevents.delivery.customer.AssumedRoles.Answer;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.destination.CustomerResources;
import com.scheduleevents.domain.destination.Destination;
import com.scheduleevents.domain.destination.EventBusArn;
import com.scheduleevents.domain.destination.SqsAddress;
import com.scheduleevents.domain.receiver.AttemptOutcome;
import com.scheduleevents.domain.receiver.AttemptRequest;
import java.time.Clock;
import java.time.Instant;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sts.StsClient;

/**
 * Sends attempts to queues of SQS and event buses of EventBridge in the AWS accounts of customers. The clients are made when the first webhook
 * needs them, so a deployment without such webhooks has none.
 */
public final class AwsCustomerResources implements CustomerResources {

    private static final int FORBIDDEN = 403;

    private final Supplier<AssumedRoles> newRoles;
    private final SqsMessages queues;
    private final BusEvents buses;
    private final LongSupplier nanoTime;
    private @Nullable AssumedRoles roles;

    private AwsCustomerResources(Supplier<StsClient> newSts, Clients clients, Clock clock, LongSupplier nanoTime) {
        this.newRoles = () -> new AssumedRoles(newSts.get(), clock, nanoTime);
        this.queues = new SqsMessages(clients.sqs());
        this.buses = new BusEvents(clients.eventBridge());
        this.nanoTime = nanoTime;
    }

    /**
     * What makes the clients of a region.
     *
     * @param sqs for queues
     * @param eventBridge for event buses
     */
    public record Clients(Function<String, SqsClient> sqs, Function<String, EventBridgeClient> eventBridge) {}

    /** With clients that are configured from the environment. */
    public static AwsCustomerResources of(AwsClients aws, Clock clock) {
        return new AwsCustomerResources(
                () -> aws.configured(StsClient.builder(), "AWS_ENDPOINT_URL_STS")
                        .build(),
                new Clients(
                        region -> aws.configured(SqsClient.builder(), "CUSTOMER_AWS_ENDPOINT")
                                .region(Region.of(region))
                                .build(),
                        region -> aws.configured(EventBridgeClient.builder(), "CUSTOMER_AWS_ENDPOINT")
                                .region(Region.of(region))
                                .build()),
                clock,
                System::nanoTime);
    }

    /**
     * With other clients.
     *
     * @param nanoTime the monotonic clock that attempts are timed with
     */
    public static AwsCustomerResources of(StsClient sts, Clients clients, Clock clock, LongSupplier nanoTime) {
        return new AwsCustomerResources(() -> sts, clients, clock, nanoTime);
    }

    @Override
    public AttemptOutcome send(Destination destination, AccountId owner, AttemptRequest request) {
        AssumedRoles assumed = roles();
        return switch (assumed.of(destination, owner, request.timeout())) {
            case Answer.Refused(AttemptOutcome none, Instant _) -> none;
            case Answer.Granted granted -> {
                AttemptOutcome outcome =
                        send(destination, request, new SessionCall(granted.credentials(), request.timeout()));
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

    private AttemptOutcome send(Destination destination, AttemptRequest request, SessionCall session) {
        AttemptTimer timer = AttemptTimer.startingNow(nanoTime);
        try {
            return timer.responded(
                    switch (destination.resource()) {
                        case SqsAddress queue -> queues.send(queue, request, session);
                        case EventBusArn bus -> buses.put(bus, request, session);
                    });
        } catch (SdkException e) {
            return timer.outcomeOf(e);
        }
    }
}
