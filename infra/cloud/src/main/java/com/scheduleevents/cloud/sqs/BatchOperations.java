package com.scheduleevents.cloud.sqs;

import com.scheduleevents.cloud.faults.CallSite;
import com.scheduleevents.cloud.faults.FaultKind;
import com.scheduleevents.cloud.faults.ServiceFaults;
import com.scheduleevents.cloud.requests.KnownFields;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchRequest;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchResponse;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchResultEntry;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequest;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchResponse;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchResultEntry;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequest;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchResponse;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchResultEntry;

/** Calls for up to ten messages, of which each may fail by itself. */
final class BatchOperations {

    private static final KnownFields SEND_ENTRY =
            KnownFields.of("Id", "MessageBody", "DelaySeconds", "MessageAttributes", "MessageGroupId");
    private static final int MOST_ENTRIES = 10;

    /** Amazon SQS Developer Guide, "Amazon SQS message quotas": all messages of a batch together. */
    private static final int MOST_BYTES = 1024 * 1024;

    private final StoredQueues queues;
    private final ServiceFaults faults;

    BatchOperations(StoredQueues queues, ServiceFaults faults) {
        this.queues = queues;
        this.faults = faults;
    }

    SendMessageBatchResponse send(SendMessageBatchRequest request) {
        SimulatedQueue queue = queues.at(request.queueUrl());
        requireIds(
                request.entries().stream().map(SendMessageBatchRequestEntry::id).toList());
        long bytes = request.entries().stream()
                .mapToLong(entry -> MessageLimits.size(entry.messageBody(), entry.messageAttributes()))
                .sum();
        if (bytes > MOST_BYTES) {
            throw SqsErrors.invalid(
                    "AWS.SimpleQueueService.BatchRequestTooLong",
                    "Batch requests cannot be longer than " + MOST_BYTES + " bytes.");
        }
        List<SendMessageBatchResultEntry> successful = new ArrayList<>();
        List<BatchResultErrorEntry> failed = new ArrayList<>();
        for (SendMessageBatchRequestEntry entry : request.entries()) {
            each(queue, "sendMessageBatch", entry.id(), failed, () -> {
                String message = send(queue, entry);
                SendMessageBatchResultEntry.Builder sent = SendMessageBatchResultEntry.builder();
                MessageDigests.md5(entry.messageAttributes()).ifPresent(sent::md5OfMessageAttributes);
                successful.add(sent.id(entry.id())
                        .messageId(message)
                        .md5OfMessageBody(MessageDigests.md5(entry.messageBody()))
                        .build());
            });
        }
        return SendMessageBatchResponse.builder()
                .successful(successful)
                .failed(failed)
                .build();
    }

    private static String send(SimulatedQueue queue, SendMessageBatchRequestEntry entry) {
        SEND_ENTRY.require(entry);
        MessageLimits.require(
                entry.messageBody(),
                entry.messageAttributes(),
                entry.messageGroupId(),
                entry.delaySeconds(),
                queue.settings());
        Duration delay = Optional.ofNullable(entry.delaySeconds())
                .map(Duration::ofSeconds)
                .orElse(queue.settings().delay());
        return queue.send(
                new QueuedMessage.Content(
                        entry.messageBody(), entry.messageAttributes(), Optional.ofNullable(entry.messageGroupId())),
                delay);
    }

    DeleteMessageBatchResponse delete(DeleteMessageBatchRequest request) {
        SimulatedQueue queue = queues.at(request.queueUrl());
        requireIds(request.entries().stream()
                .map(DeleteMessageBatchRequestEntry::id)
                .toList());
        List<DeleteMessageBatchResultEntry> successful = new ArrayList<>();
        List<BatchResultErrorEntry> failed = new ArrayList<>();
        for (DeleteMessageBatchRequestEntry entry : request.entries()) {
            each(queue, "deleteMessageBatch", entry.id(), failed, () -> {
                queue.delete(ReceiptHandle.parse(entry.receiptHandle()));
                successful.add(
                        DeleteMessageBatchResultEntry.builder().id(entry.id()).build());
            });
        }
        return DeleteMessageBatchResponse.builder()
                .successful(successful)
                .failed(failed)
                .build();
    }

    ChangeMessageVisibilityBatchResponse changeVisibility(ChangeMessageVisibilityBatchRequest request) {
        SimulatedQueue queue = queues.at(request.queueUrl());
        requireIds(request.entries().stream()
                .map(ChangeMessageVisibilityBatchRequestEntry::id)
                .toList());
        List<ChangeMessageVisibilityBatchResultEntry> successful = new ArrayList<>();
        List<BatchResultErrorEntry> failed = new ArrayList<>();
        for (ChangeMessageVisibilityBatchRequestEntry entry : request.entries()) {
            each(queue, "changeMessageVisibilityBatch", entry.id(), failed, () -> {
                queue.changeVisibility(
                        ReceiptHandle.parse(entry.receiptHandle()), SimulatedSqs.visibility(entry.visibilityTimeout()));
                successful.add(ChangeMessageVisibilityBatchResultEntry.builder()
                        .id(entry.id())
                        .build());
            });
        }
        return ChangeMessageVisibilityBatchResponse.builder()
                .successful(successful)
                .failed(failed)
                .build();
    }

    /** One entry, which may fail for what it is, or for no reason that its sender could know. */
    private void each(
            SimulatedQueue queue, String operation, String id, List<BatchResultErrorEntry> failed, Runnable action) {
        if (faults.strikes(FaultKind.UNPROCESSED, new CallSite("world", operation, queue.toString()))) {
            failed.add(failure(id, "InternalError", false));
            return;
        }
        try {
            action.run();
        } catch (AwsServiceException e) {
            failed.add(failure(id, e.awsErrorDetails().errorCode(), true));
        }
    }

    private static BatchResultErrorEntry failure(String id, String code, boolean sendersFault) {
        return BatchResultErrorEntry.builder()
                .id(id)
                .code(code)
                .senderFault(sendersFault)
                .build();
    }

    private static void requireIds(List<String> ids) {
        if (ids.isEmpty()) {
            throw SqsErrors.invalid(
                    "AWS.SimpleQueueService.EmptyBatchRequest", "There should be at least one entry in the request.");
        }
        if (ids.size() > MOST_ENTRIES) {
            throw SqsErrors.invalid(
                    "AWS.SimpleQueueService.TooManyEntriesInBatchRequest",
                    "Maximum number of entries per request are 10. You have sent " + ids.size() + ".");
        }
        Set<String> distinct = new HashSet<>(ids);
        if (distinct.size() != ids.size()) {
            throw SqsErrors.invalid("AWS.SimpleQueueService.BatchEntryIdsNotDistinct", "Id repeated.");
        }
        if (ids.stream().anyMatch(id -> !id.matches("[A-Za-z0-9_-]{1,80}"))) {
            throw SqsErrors.invalid(
                    "AWS.SimpleQueueService.InvalidBatchEntryId",
                    "A batch entry id can only contain alphanumeric characters, hyphens and underscores.");
        }
    }
}
