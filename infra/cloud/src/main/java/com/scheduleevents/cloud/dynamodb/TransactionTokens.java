package com.scheduleevents.cloud.dynamodb;

import com.scheduleevents.cloud.time.CloudTime;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/** Remembers the request tokens of transactions, so that a repeated request has no further effect. */
final class TransactionTokens {

    /** Amazon DynamoDB API Reference, "TransactWriteItems": how long a token is remembered. */
    private static final Duration REMEMBERED = Duration.ofMinutes(10);

    private final CloudTime time;
    private final Map<String, Made> made = new LinkedHashMap<>();
    private final Set<String> beingMade = new HashSet<>();

    TransactionTokens(CloudTime time) {
        this.time = time;
    }

    boolean isDone(TransactWriteItemsRequest request) {
        if (beingMade.contains(request.clientRequestToken())) {
            throw DynamoDbErrors.inProgress();
        }
        long oldest = time.nanos() - REMEMBERED.toNanos();
        made.values().removeIf(one -> one.at < oldest);
        Made earlier = made.get(request.clientRequestToken());
        if (earlier != null && !earlier.request.equals(request)) {
            throw DynamoDbErrors.otherParameters();
        }
        return earlier != null;
    }

    void begin(TransactWriteItemsRequest request) {
        beingMade.add(request.clientRequestToken());
    }

    void end(TransactWriteItemsRequest request) {
        beingMade.remove(request.clientRequestToken());
    }

    void remember(TransactWriteItemsRequest request) {
        made.put(request.clientRequestToken(), new Made(request, time.nanos()));
    }

    private record Made(TransactWriteItemsRequest request, long at) {}
}
