package com.scheduleevents.simulation.receivers;

import com.scheduleevents.cloud.requests.KnownFields;
import com.scheduleevents.cloud.time.Scheduler;
import com.scheduleevents.delivery.customer.AwsCustomerResources;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.destination.CustomerResources;
import com.scheduleevents.domain.destination.Destination;
import com.scheduleevents.domain.receiver.AttemptOutcome;
import com.scheduleevents.domain.receiver.AttemptRequest;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.simulation.SimulatedWorld;
import java.net.UnknownHostException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import javax.net.ssl.SSLException;
import software.amazon.awssdk.awscore.AwsRequest;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.eventbridge.model.PutEventsRequest;
import software.amazon.awssdk.services.eventbridge.model.PutEventsRequestEntry;
import software.amazon.awssdk.services.eventbridge.model.PutEventsResponse;
import software.amazon.awssdk.services.eventbridge.model.PutEventsResultEntry;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.SendMessageRequest;
import software.amazon.awssdk.services.sqs.model.SendMessageResponse;

/**
 * The queues and event buses in the AWS accounts of customers, as one environment of the sender reaches them: the product's own sessions of roles, and
 * in place of AWS a receiver of the simulated internet behind each queue and bus.
 */
public final class SimulatedCustomerResources implements CustomerResources {

    private static final KnownFields SEND = KnownFields.of("QueueUrl", "MessageBody", "MessageAttributes");
    private static final KnownFields PUT = KnownFields.of("Entries");

    /** The way to AWS and back. */
    private static final Duration WAY = Duration.ofMillis(3);

    /** A request may have been begun before another one was refused. */
    private static final Duration UNDER_WAY = Duration.ofMinutes(2);

    private static final int OK = 200;
    private static final int MISSING = 400;
    private static final int FORBIDDEN = 403;
    private static final int BROKEN = 500;

    private final Scheduler scheduler;
    private final SimulatedInternet internet;
    private final CrashPoint messages;
    private final CrashPoint events;
    private final CustomerResources product;

    /** When a session was refused first, of those that this environment has used, by its access key. */
    private final Map<String, Instant> refused = new HashMap<>();

    /** An event on a bus does not carry the headers of the attempt, by which the simulation knows it. */
    private final ScopedValue<AttemptRequest> attempt = ScopedValue.newInstance();

    /** @param clock that of the environment */
    public SimulatedCustomerResources(SimulatedWorld world, SimulatedInternet internet, Clock clock) {
        this.scheduler = world.scheduler();
        this.internet = internet;
        this.messages = new CrashPoint(world, "customer-sqs", "sendMessage");
        this.events = new CrashPoint(world, "customer-eventbridge", "putEvents");
        SqsClient sqs = new Sqs();
        EventBridgeClient eventBridge = new EventBridge();
        this.product = AwsCustomerResources.of(
                internet.sts(), new AwsCustomerResources.Clients(_ -> sqs, _ -> eventBridge), clock, scheduler::nanos);
    }

    /** An attempt without a session ends before it comes to its destination, as one without an address does before it comes to a receiver. */
    @Override
    public AttemptOutcome send(Destination destination, AccountId owner, AttemptRequest request) {
        AttemptOutcome outcome =
                ScopedValue.where(attempt, request).call(() -> product.send(destination, owner, request));
        if (outcome.outcomeClass() == OutcomeClass.NO_ROLE) {
            internet.tell(new ReceivedRequest(
                    scheduler.now(),
                    request.url(),
                    request.headers(),
                    request.body(),
                    "",
                    Optional.empty(),
                    false,
                    false,
                    false,
                    false));
        }
        return outcome;
    }

    /**
     * What comes to a queue or an event bus.
     *
     * @param call to the service that has it
     * @param address the URL of the queue, or the ARN of the bus
     */
    private record Arrival(
            AwsRequest call, CrashPoint calls, String address, Map<String, String> headers, String body) {

        /** The session that it is made by. */
        String key() {
            return call.overrideConfiguration()
                    .flatMap(AwsRequestOverrideConfiguration::credentialsProvider)
                    .orElseThrow()
                    .resolveCredentials()
                    .accessKeyId();
        }
    }

    private SendMessageResponse send(SendMessageRequest request) {
        SEND.require(request);
        Map<String, String> headers = new TreeMap<>();
        request.messageAttributes().forEach((name, value) -> headers.put(name, value.stringValue()));
        take(new Arrival(request, messages, request.queueUrl(), headers, request.messageBody()));
        return (SendMessageResponse) SendMessageResponse.builder()
                .messageId(headers.get("webhook-id"))
                .sdkHttpResponse(succeeded())
                .build();
    }

    /** EventBridge says in a response that succeeded what it did not take, or fails the request as other services do. */
    private PutEventsResponse put(PutEventsRequest request) {
        PUT.require(request);
        PutEventsRequestEntry event = request.entries().getFirst();
        Map<String, String> headers = new TreeMap<>(attempt.get().headers());
        headers.put(ReceivedRequest.DETAIL_TYPE, event.source() + " " + event.detailType());
        PutEventsResponse.Builder response = PutEventsResponse.builder();
        try {
            take(new Arrival(request, events, event.eventBusName(), headers, event.detail()));
            response.failedEntryCount(0)
                    .entries(PutEventsResultEntry.builder()
                            .eventId(headers.get("webhook-id"))
                            .build());
        } catch (AwsServiceException failure) {
            if (failure.statusCode() == FORBIDDEN) {
                throw failure;
            }
            String code = failure.statusCode() == MISSING ? "MalformedDetail" : "InternalFailure";
            response.failedEntryCount(1)
                    .entries(PutEventsResultEntry.builder().errorCode(code).build());
        }
        return (PutEventsResponse) response.sdkHttpResponse(succeeded()).build();
    }

    private static SdkHttpResponse succeeded() {
        return SdkHttpResponse.builder().statusCode(OK).build();
    }

    private void take(Arrival arrival) {
        arrival.calls().before();
        scheduler.sleep(WAY);
        String key = arrival.key();
        if (!internet.sts().lasts(key)) {
            throw refused(arrival, key);
        }
        Reaction reaction =
                internet.at(arrival.address()).react(arrival.headers().getOrDefault("webhook-id", ""));
        boolean inTime = reaction.took().plus(WAY).compareTo(SimulatedSts.timeout(arrival.call())) < 0;
        boolean succeeded = inTime && reaction.outcome() == OutcomeClass.SUCCEEDED;
        tell(arrival, key, reaction.accepted(), succeeded);
        if (!inTime) {
            SdkException timedOut = internet.sts().timedOut(arrival.call(), WAY);
            arrival.calls().after();
            throw timedOut;
        }
        scheduler.sleep(reaction.took());
        arrival.calls().after();
        if (!succeeded) {
            throw failure(reaction, key);
        }
    }

    /** AWS does not look at a message of a session that has ended. */
    private SdkException refused(Arrival arrival, String key) {
        Instant before = refused.putIfAbsent(key, scheduler.now());
        if (before != null && scheduler.now().isAfter(before.plus(UNDER_WAY))) {
            internet.tellRejectedAgain(arrival.address() + " with " + key);
        }
        tell(arrival, key, false, false);
        arrival.calls().after();
        return status(FORBIDDEN);
    }

    private void tell(Arrival arrival, String key, boolean accepted, boolean responded) {
        internet.tell(new ReceivedRequest(
                scheduler.now(),
                arrival.address(),
                arrival.headers(),
                arrival.body(),
                "",
                Optional.of(internet.sts().session(key)),
                false,
                true,
                accepted,
                responded));
    }

    /** The failure of a receiver, as the SDK throws that of a queue or bus. */
    private SdkException failure(Reaction reaction, String key) {
        return switch (reaction.outcome()) {
            case DNS -> SdkClientException.create("an unknown host", new UnknownHostException());
            case TLS -> SdkClientException.create("no handshake", new SSLException("no handshake"));
            case STATUS, REDIRECT -> status(status(reaction, key));
            default -> SdkClientException.create("no connection");
        };
    }

    /** Its owner has denied the sender the queue or bus, ended the session, or deleted it; or AWS fails. */
    private int status(Reaction reaction, String key) {
        return switch (Objects.requireNonNullElse(reaction.status(), BROKEN)) {
            case 500 -> FORBIDDEN;
            case 429 -> {
                internet.sts().end(key);
                yield FORBIDDEN;
            }
            case 503 -> MISSING;
            default -> BROKEN;
        };
    }

    private static SdkException status(int status) {
        return AwsServiceException.builder()
                .message("The message was not accepted.")
                .statusCode(status)
                .build();
    }

    /** SQS, of which an environment has one client for all customers. */
    private final class Sqs implements SqsClient {

        @Override
        public SendMessageResponse sendMessage(SendMessageRequest request) {
            return send(request);
        }

        @Override
        public String serviceName() {
            return SERVICE_NAME;
        }

        @Override
        public void close() {}
    }

    /** EventBridge, likewise. */
    private final class EventBridge implements EventBridgeClient {

        @Override
        public PutEventsResponse putEvents(PutEventsRequest request) {
            return put(request);
        }

        @Override
        public String serviceName() {
            return SERVICE_NAME;
        }

        @Override
        public void close() {}
    }
}
