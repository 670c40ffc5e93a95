package com.scheduleevents.simulation.receivers;

import com.scheduleevents.cloud.requests.KnownFields;
import com.scheduleevents.cloud.time.Scheduler;
import com.scheduleevents.delivery.queue.AwsQueues;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.destination.CustomerQueues;
import com.scheduleevents.domain.destination.SqsDestination;
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
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.SendMessageRequest;
import software.amazon.awssdk.services.sqs.model.SendMessageResponse;
import software.amazon.awssdk.services.sqs.model.SqsException;

/**
 * The queues in the AWS accounts of customers, as one environment of the sender reaches them: the product's own sessions of roles, and in place of AWS
 * a receiver of the simulated internet behind each queue.
 */
public final class SimulatedCustomerQueues implements CustomerQueues {

    private static final KnownFields SEND = KnownFields.of("QueueUrl", "MessageBody", "MessageAttributes");

    /** The way to SQS and back. */
    private static final Duration WAY = Duration.ofMillis(3);

    /** A request may have been begun before another one was refused. */
    private static final Duration UNDER_WAY = Duration.ofMinutes(2);

    private static final int OK = 200;
    private static final int MISSING = 400;
    private static final int FORBIDDEN = 403;
    private static final int BROKEN = 500;

    private final Scheduler scheduler;
    private final SimulatedInternet internet;
    private final CrashPoint calls;
    private final CustomerQueues product;

    /** When a session was refused first, of those that this environment has used, by its access key. */
    private final Map<String, Instant> refused = new HashMap<>();

    /** @param clock that of the environment */
    public SimulatedCustomerQueues(SimulatedWorld world, SimulatedInternet internet, Clock clock) {
        this.scheduler = world.scheduler();
        this.internet = internet;
        this.calls = new CrashPoint(world, "customer-sqs", "sendMessage");
        SqsClient sqs = new Sqs();
        this.product = AwsQueues.of(internet.sts(), _ -> sqs, clock, scheduler::nanos);
    }

    /** An attempt without a session ends before it comes to the queue, as one without an address does before it comes to a receiver. */
    @Override
    public AttemptOutcome send(SqsDestination queue, AccountId owner, AttemptRequest request) {
        AttemptOutcome outcome = product.send(queue, owner, request);
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

    private SendMessageResponse send(SendMessageRequest request) {
        SEND.require(request);
        calls.before();
        scheduler.sleep(WAY);
        String key = request.overrideConfiguration()
                .flatMap(AwsRequestOverrideConfiguration::credentialsProvider)
                .orElseThrow()
                .resolveCredentials()
                .accessKeyId();
        if (!internet.sts().lasts(key)) {
            throw refused(request, key);
        }
        Map<String, String> headers = headers(request);
        Reaction reaction = internet.at(request.queueUrl()).react(headers.getOrDefault("webhook-id", ""));
        boolean inTime = reaction.took().plus(WAY).compareTo(SimulatedSts.timeout(request)) < 0;
        boolean succeeded = inTime && reaction.outcome() == OutcomeClass.SUCCEEDED;
        tell(request, key, reaction.accepted(), succeeded);
        if (!inTime) {
            SdkException timedOut = internet.sts().timedOut(request, WAY);
            calls.after();
            throw timedOut;
        }
        scheduler.sleep(reaction.took());
        calls.after();
        if (!succeeded) {
            throw failure(reaction, key);
        }
        return (SendMessageResponse) SendMessageResponse.builder()
                .messageId(headers.get("webhook-id"))
                .sdkHttpResponse(SdkHttpResponse.builder().statusCode(OK).build())
                .build();
    }

    /** SQS does not look at a message of a session that has ended. */
    private SdkException refused(SendMessageRequest request, String key) {
        Instant before = refused.putIfAbsent(key, scheduler.now());
        if (before != null && scheduler.now().isAfter(before.plus(UNDER_WAY))) {
            internet.tellRejectedAgain(request.queueUrl() + " with " + key);
        }
        tell(request, key, false, false);
        calls.after();
        return status(FORBIDDEN);
    }

    private void tell(SendMessageRequest request, String key, boolean accepted, boolean responded) {
        internet.tell(new ReceivedRequest(
                scheduler.now(),
                request.queueUrl(),
                headers(request),
                request.messageBody(),
                "",
                Optional.of(internet.sts().session(key)),
                false,
                true,
                accepted,
                responded));
    }

    private static Map<String, String> headers(SendMessageRequest request) {
        Map<String, String> headers = new TreeMap<>();
        request.messageAttributes().forEach((name, value) -> headers.put(name, value.stringValue()));
        return headers;
    }

    /** The failure of a receiver, as the SDK throws that of a queue. */
    private SdkException failure(Reaction reaction, String key) {
        return switch (reaction.outcome()) {
            case DNS -> SdkClientException.create("an unknown host", new UnknownHostException());
            case TLS -> SdkClientException.create("no handshake", new SSLException("no handshake"));
            case STATUS, REDIRECT -> status(status(reaction, key));
            default -> SdkClientException.create("no connection");
        };
    }

    /** Its owner has denied the sender the queue, ended the session, or deleted the queue; or SQS fails. */
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
        return SqsException.builder()
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
}
