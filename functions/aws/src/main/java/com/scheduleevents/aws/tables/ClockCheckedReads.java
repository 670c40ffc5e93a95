package com.scheduleevents.aws.tables;

import com.scheduleevents.domain.error.ServiceUnavailable;
import com.scheduleevents.domain.metrics.Metric;
import com.scheduleevents.domain.metrics.MetricRecorder;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/**
 * Reads from DynamoDB, and compares this machine's clock with the header {@code Date} of the response, so that what is decided by the clock
 * next is decided by one that differs from every other by less than half a minute. It makes no other calls.
 */
public final class ClockCheckedReads implements DynamoDbClient {

    /** How far a clock may be off, beyond what the call took. */
    private static final Duration TOLERANCE = Duration.ofSeconds(5);

    /** A date has whole seconds: the time was within the one that it names. */
    private static final Duration OF_A_DATE = Duration.ofSeconds(1);

    private final DynamoDbClient dynamoDb;
    private final InstantSource clock;
    private final MetricRecorder metrics;

    /**
     * @param clock the clock that is compared
     * @param metrics counts the reads that showed a difference
     */
    public ClockCheckedReads(DynamoDbClient dynamoDb, InstantSource clock, MetricRecorder metrics) {
        this.dynamoDb = dynamoDb;
        this.clock = clock;
        this.metrics = metrics;
    }

    /** @throws ServiceUnavailable when the clock is off */
    @Override
    public GetItemResponse getItem(GetItemRequest request) {
        return checked(() -> dynamoDb.getItem(request));
    }

    /** @throws ServiceUnavailable when the clock is off */
    @Override
    public BatchGetItemResponse batchGetItem(BatchGetItemRequest request) {
        return checked(() -> dynamoDb.batchGetItem(request));
    }

    /** @throws ServiceUnavailable when the clock is off */
    @Override
    public QueryResponse query(QueryRequest request) {
        return checked(() -> dynamoDb.query(request));
    }

    private <T extends DynamoDbResponse> T checked(Supplier<T> call) {
        Instant began = clock.instant();
        T response = call.get();
        Instant ended = clock.instant();
        date(response.sdkHttpResponse())
                .filter(date -> isOff(date, began, ended))
                .ifPresent(date -> {
                    metrics.add(Metric.FEED_AT_RISK);
                    throw new ServiceUnavailable("the clock is off: DynamoDB responded at " + date + ", here it was "
                            + began + " to " + ended);
                });
        return response;
    }

    private static boolean isOff(Instant date, Instant began, Instant ended) {
        return ended.isBefore(date.minus(TOLERANCE))
                || began.isAfter(date.plus(OF_A_DATE).plus(TOLERANCE));
    }

    /** Empty where an emulator of DynamoDB sends none; DynamoDB always does. */
    private static Optional<Instant> date(@Nullable SdkHttpResponse response) {
        return Optional.ofNullable(response)
                .flatMap(http -> http.firstMatchingHeader("Date"))
                .map(date -> DateTimeFormatter.RFC_1123_DATE_TIME.parse(date, Instant::from));
    }

    @Override
    public String serviceName() {
        return SERVICE_NAME;
    }

    @Override
    public void close() {
        dynamoDb.close();
    }
}
