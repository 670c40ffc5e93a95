package com.scheduleevents.cloud.sqs;

import com.scheduleevents.cloud.faults.CallRoute;
import com.scheduleevents.cloud.faults.FaultInjector;
import com.scheduleevents.cloud.faults.ServiceBoundary;
import com.scheduleevents.cloud.faults.ServiceFaults;
import com.scheduleevents.cloud.faults.SimulatedCall;
import com.scheduleevents.cloud.faults.WorldTrace;
import com.scheduleevents.cloud.requests.KnownFields;
import com.scheduleevents.cloud.time.CloudTime;
import com.scheduleevents.cloud.time.RandomStreams;
import com.scheduleevents.cloud.time.RealTime;
import com.scheduleevents.cloud.time.Scheduler;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchRequest;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchResponse;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityRequest;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityResponse;
import software.amazon.awssdk.services.sqs.model.CreateQueueRequest;
import software.amazon.awssdk.services.sqs.model.CreateQueueResponse;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequest;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchResponse;
import software.amazon.awssdk.services.sqs.model.DeleteMessageRequest;
import software.amazon.awssdk.services.sqs.model.DeleteMessageResponse;
import software.amazon.awssdk.services.sqs.model.GetQueueAttributesRequest;
import software.amazon.awssdk.services.sqs.model.GetQueueAttributesResponse;
import software.amazon.awssdk.services.sqs.model.GetQueueUrlRequest;
import software.amazon.awssdk.services.sqs.model.GetQueueUrlResponse;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;
import software.amazon.awssdk.services.sqs.model.ReceiveMessageRequest;
import software.amazon.awssdk.services.sqs.model.ReceiveMessageResponse;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequest;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchResponse;
import software.amazon.awssdk.services.sqs.model.SendMessageRequest;
import software.amazon.awssdk.services.sqs.model.SendMessageResponse;
import software.amazon.awssdk.services.sqs.model.SqsRequest;

/**
 * SQS's standard queues for the tasks of a simulated world. What is not simulated stops the simulation; it is never passed
 * over.
 */
public final class SimulatedSqs implements SqsClient {

    /** Where the URLs of its queues begin. */
    public static final String ENDPOINT = "https://sqs.us-east-1.amazonaws.com";

    private static final KnownFields SEND =
            KnownFields.of("QueueUrl", "MessageBody", "DelaySeconds", "MessageAttributes", "MessageGroupId");
    private static final KnownFields CHANGE = KnownFields.of("QueueUrl", "ReceiptHandle", "VisibilityTimeout");
    private static final int LONGEST_VISIBILITY = 43_200;

    private final CallRoute calls;
    private final StoredQueues queues;
    private final BatchOperations batches;
    private final Receives receives;
    private final Map<String, QueueConsumption> consumption = new HashMap<>();

    /** An SQS without queues, in a world whose network delays and loses calls. */
    public SimulatedSqs(Scheduler scheduler, RandomStreams streams, FaultInjector faults, WorldTrace trace) {
        this(
                scheduler,
                new StoredQueues(ENDPOINT, scheduler, streams.fork("queues"), faults),
                faults,
                new ServiceBoundary(scheduler, streams, faults, trace, "sqs", new SqsErrors()));
    }

    /**
     * An SQS without queues, which responds at once.
     *
     * @param endpoint where the URLs of its queues begin
     */
    public SimulatedSqs(RealTime time, URI endpoint) {
        this(
                time,
                new StoredQueues(endpoint.toString(), time, new RandomStreams(0), ServiceFaults.NONE),
                ServiceFaults.NONE,
                CallRoute.AT_ONCE);
    }

    private SimulatedSqs(CloudTime time, StoredQueues queues, ServiceFaults faults, CallRoute calls) {
        this.calls = calls;
        this.queues = queues;
        this.batches = new BatchOperations(queues, faults);
        this.receives = new Receives(time, queues);
    }

    /** Made at once and by anybody: deployments are no part of what is simulated. A dead-letter queue has to be there first. */
    @Override
    public CreateQueueResponse createQueue(CreateQueueRequest request) {
        KnownFields.of("QueueName", "Attributes").require(request);
        queues.create(request.queueName(), QueueSettings.of(request.attributesAsStrings()));
        return CreateQueueResponse.builder()
                .queueUrl(queues.url(request.queueName()))
                .build();
    }

    @Override
    public GetQueueUrlResponse getQueueUrl(GetQueueUrlRequest request) {
        KnownFields.of("QueueName").require(request);
        return calls.call("getQueueUrl", request, () -> {
            String url = queues.url(request.queueName());
            queues.at(url);
            return GetQueueUrlResponse.builder().queueUrl(url).build();
        });
    }

    @Override
    public GetQueueAttributesResponse getQueueAttributes(GetQueueAttributesRequest request) {
        KnownFields.of("QueueUrl", "AttributeNames").require(request);
        return call("getQueueAttributes", request, () -> {
            Map<QueueAttributeName, String> attributes =
                    QueueDescription.of(queues.at(request.queueUrl()), request.attributeNames());
            return GetQueueAttributesResponse.builder().attributes(attributes).build();
        });
    }

    @Override
    public SendMessageResponse sendMessage(SendMessageRequest request) {
        SEND.require(request);
        return call("sendMessage", request, () -> {
            SimulatedQueue queue = queues.at(request.queueUrl());
            MessageLimits.require(
                    request.messageBody(),
                    request.messageAttributes(),
                    request.messageGroupId(),
                    request.delaySeconds(),
                    queue.settings());
            consumption(request.queueUrl())
                    .request(MessageLimits.size(request.messageBody(), request.messageAttributes()));
            QueuedMessage.Content content = new QueuedMessage.Content(
                    request.messageBody(), request.messageAttributes(), Optional.ofNullable(request.messageGroupId()));
            Duration delay = Optional.ofNullable(request.delaySeconds())
                    .map(Duration::ofSeconds)
                    .orElse(queue.settings().delay());
            SendMessageResponse.Builder response = SendMessageResponse.builder();
            MessageDigests.md5(request.messageAttributes()).ifPresent(response::md5OfMessageAttributes);
            return response.messageId(queue.send(content, delay))
                    .md5OfMessageBody(MessageDigests.md5(request.messageBody()))
                    .build();
        });
    }

    @Override
    public SendMessageBatchResponse sendMessageBatch(SendMessageBatchRequest request) {
        consumption(request.queueUrl())
                .request(request.entries().stream()
                        .mapToLong(entry -> MessageLimits.size(entry.messageBody(), entry.messageAttributes()))
                        .sum());
        return call("sendMessageBatch", request, () -> batches.send(request));
    }

    @Override
    public ReceiveMessageResponse receiveMessage(ReceiveMessageRequest request) {
        SimulatedCall<List<Received>> first = () -> receives.now(request);
        List<Received> received = receives.longPoll(request, call("receiveMessage", request, first));
        consumption(request.queueUrl())
                .request(received.stream()
                        .map(Received::content)
                        .mapToLong(content -> MessageLimits.size(content.body(), content.attributes()))
                        .sum());
        return receives.response(request, received);
    }

    @Override
    public DeleteMessageResponse deleteMessage(DeleteMessageRequest request) {
        consumption(request.queueUrl()).request(0);
        return call("deleteMessage", request, () -> {
            queues.at(request.queueUrl()).delete(ReceiptHandle.parse(request.receiptHandle()));
            return DeleteMessageResponse.builder().build();
        });
    }

    @Override
    public DeleteMessageBatchResponse deleteMessageBatch(DeleteMessageBatchRequest request) {
        consumption(request.queueUrl()).request(0);
        return call("deleteMessageBatch", request, () -> batches.delete(request));
    }

    @Override
    public ChangeMessageVisibilityResponse changeMessageVisibility(ChangeMessageVisibilityRequest request) {
        CHANGE.require(request);
        consumption(request.queueUrl()).request(0);
        return call("changeMessageVisibility", request, () -> {
            queues.at(request.queueUrl())
                    .changeVisibility(
                            ReceiptHandle.parse(request.receiptHandle()), visibility(request.visibilityTimeout()));
            return ChangeMessageVisibilityResponse.builder().build();
        });
    }

    @Override
    public ChangeMessageVisibilityBatchResponse changeMessageVisibilityBatch(
            ChangeMessageVisibilityBatchRequest request) {
        consumption(request.queueUrl()).request(0);
        return call("changeMessageVisibilityBatch", request, () -> batches.changeVisibility(request));
    }

    private <T> T call(String operation, SqsRequest request, SimulatedCall<T> effect) {
        String queue = request.getValueForField("QueueUrl", String.class).orElse("");
        return calls.call(operation, queue.substring(queue.lastIndexOf('/') + 1), request, effect);
    }

    static Duration visibility(int seconds) {
        if (seconds < 0 || seconds > LONGEST_VISIBILITY) {
            throw SqsErrors.invalidParameter("VisibilityTimeout must be an integer between 0 and 43200");
        }
        return Duration.ofSeconds(seconds);
    }

    /** Puts a message on a queue from within AWS, where no call can fail: what Lambda itself reports there. */
    public void put(String queueName, String body) {
        queues.at(queues.url(queueName))
                .send(new QueuedMessage.Content(body, Map.of(), Optional.empty()), Duration.ZERO);
    }

    /** What every message of a queue says, for whoever looks at the world from outside. */
    public Stream<String> bodies(String queueName) {
        return queues.at(queues.url(queueName)).bodies();
    }

    /** What was asked of the queue at an address so far. */
    public QueueConsumption consumption(String url) {
        return consumption.computeIfAbsent(url, _ -> new QueueConsumption());
    }

    /** How many messages a queue has, whoever may see them. */
    public int size(String queueName) {
        return Math.toIntExact(bodies(queueName).count());
    }

    /** The address of a queue of that name. */
    public String url(String queueName) {
        return queues.url(queueName);
    }

    /** The ARN of a queue of that name. */
    public String arn(String queueName) {
        return queues.arn(queueName);
    }

    /** The name of the queue of an ARN. */
    public static String name(String arn) {
        return arn.substring(arn.lastIndexOf(':') + 1);
    }

    /** Waits, on the current task, until there may be something to receive. */
    public void awaitMessages(String queueName, Duration atMost) {
        receives.await(queues.at(queues.url(queueName)), atMost);
    }

    @Override
    public String serviceName() {
        return SERVICE_NAME;
    }

    @Override
    public void close() {}
}
