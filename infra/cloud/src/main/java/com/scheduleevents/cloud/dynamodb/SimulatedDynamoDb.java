package com.scheduleevents.cloud.dynamodb;

import com.scheduleevents.cloud.dynamodb.expressions.InvalidExpression;
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
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.SortedMap;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchExecuteStatementResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.CreateTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateTimeToLiveRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateTimeToLiveResponse;

/**
 * DynamoDB for the tasks of a simulated world. What is not simulated (an operation, a parameter, a syntax) stops the
 * simulation; it is never passed over.
 */
public final class SimulatedDynamoDb implements DynamoDbClient {

    private static final Duration SHORTEST_TRANSACTION = Duration.ofMillis(3);
    private static final Duration MEAN_TRANSACTION = Duration.ofMillis(10);

    /** DynamoDB Developer Guide, "Item sizes and formats": what is stored beside each item and each entry of an index. */
    private static final long STORED_BESIDE = 100;

    private static final KnownFields TABLE = KnownFields.of(
            "TableName",
            "AttributeDefinitions",
            "KeySchema",
            "GlobalSecondaryIndexes",
            "LocalSecondaryIndexes",
            "StreamSpecification",
            "BillingMode",
            "SSESpecification",
            "DeletionProtectionEnabled");

    private final CloudTime time;
    private final CallRoute calls;
    private final StoredTables tables;
    private final ReadOperations reads;
    private final QueryOperations queries;
    private final WriteOperations writes;
    private final StatementOperations statements;
    private final TransactionTokens tokens;
    private final RandomGenerator random;
    private long transactions;

    /** A DynamoDB without tables, in a world whose network delays and loses calls. */
    public SimulatedDynamoDb(Scheduler scheduler, RandomStreams streams, FaultInjector faults, WorldTrace trace) {
        this(
                scheduler,
                streams,
                faults,
                new ServiceBoundary(scheduler, streams, faults, trace, "dynamodb", new DynamoDbErrors()));
    }

    /** A DynamoDB without tables, which responds at once. */
    public SimulatedDynamoDb(RealTime time) {
        this(time, new RandomStreams(0), ServiceFaults.NONE, CallRoute.AT_ONCE);
    }

    private SimulatedDynamoDb(CloudTime time, RandomStreams streams, ServiceFaults faults, CallRoute calls) {
        this.time = time;
        this.calls = calls;
        this.tables = new StoredTables(time, faults);
        this.reads = new ReadOperations(tables, faults);
        this.queries = new QueryOperations(tables);
        this.writes = new WriteOperations(tables, faults);
        this.statements = new StatementOperations(tables, faults);
        this.tokens = new TransactionTokens(time);
        this.random = streams.stream("transactions");
    }

    /** Made at once and by anybody: deployments are no part of what is simulated. */
    @Override
    public CreateTableResponse createTable(CreateTableRequest request) {
        TABLE.require(request);
        tables.create(TableSchema.of(request));
        return CreateTableResponse.builder().build();
    }

    @Override
    public UpdateTimeToLiveResponse updateTimeToLive(UpdateTimeToLiveRequest request) {
        if (!Boolean.TRUE.equals(request.timeToLiveSpecification().enabled())) {
            throw new UnsupportedOperationException("time to live cannot be switched off in the simulation");
        }
        tables.named(request.tableName())
                .expiry()
                .watch(request.timeToLiveSpecification().attributeName());
        return UpdateTimeToLiveResponse.builder().build();
    }

    @Override
    public GetItemResponse getItem(GetItemRequest request) {
        return dated(call("getItem", request, () -> reads.get(request)));
    }

    @Override
    public BatchGetItemResponse batchGetItem(BatchGetItemRequest request) {
        return dated(call("batchGetItem", request, () -> reads.batchGet(request)));
    }

    @Override
    public QueryResponse query(QueryRequest request) {
        return dated(call("query", request, () -> queries.query(request)));
    }

    @Override
    public ScanResponse scan(ScanRequest request) {
        return call("scan", request, () -> queries.scan(request));
    }

    @Override
    public PutItemResponse putItem(PutItemRequest request) {
        return call("putItem", request, () -> writes.put(request));
    }

    @Override
    public UpdateItemResponse updateItem(UpdateItemRequest request) {
        return call("updateItem", request, () -> writes.update(request));
    }

    @Override
    public DeleteItemResponse deleteItem(DeleteItemRequest request) {
        return call("deleteItem", request, () -> writes.delete(request));
    }

    @Override
    public BatchWriteItemResponse batchWriteItem(BatchWriteItemRequest request) {
        return call("batchWriteItem", request, () -> writes.batch(request));
    }

    @Override
    public BatchExecuteStatementResponse batchExecuteStatement(BatchExecuteStatementRequest request) {
        return call("batchExecuteStatement", request, () -> statements.batch(request));
    }

    @Override
    public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
        // As the SDK does: the same token for all of its own tries.
        TransactWriteItemsRequest named = request.clientRequestToken() != null
                ? request
                : request.toBuilder()
                        .clientRequestToken("transaction-" + ++transactions)
                        .build();
        Duration processing =
                SHORTEST_TRANSACTION.plusNanos((long) (random.nextExponential() * MEAN_TRANSACTION.toNanos()));
        return call("transactWriteItems", request, new TransactionRequest(named, processing));
    }

    @Override
    public TransactGetItemsResponse transactGetItems(TransactGetItemsRequest request) {
        return call("transactGetItems", request, new ReadTransaction(tables, request));
    }

    /** The stream of a table that has one. */
    public TableStream stream(String table) {
        return tables.named(table).stream()
                .orElseThrow(() -> new IllegalArgumentException("the table " + table + " has no stream"));
    }

    /** Whether a table has a stream. */
    public boolean hasStream(String table) {
        return tables.named(table).stream().isPresent();
    }

    /** Tells somebody who is no caller of this service of each change of a table from now on; a table without a stream has none. */
    public void watch(String table, Runnable watcher) {
        tables.named(table).stream().ifPresent(stream -> stream.watch(watcher));
    }

    /** What a table was asked for so far. */
    public TableConsumption consumption(String table) {
        return tables.named(table).consumption();
    }

    /** How many bytes of a table and its indexes are paid for, with what DynamoDB adds to each item. */
    public long storedBytes(String table) {
        SimulatedTable stored = tables.named(table);
        Stream<SortedMap<String, AttributeValue>> rows =
                stored.rows().values().stream().flatMap(row -> row.current().stream());
        Stream<SortedMap<String, AttributeValue>> entries = stored.schema().indexes().stream()
                .flatMap(index -> stored.index(index.name()).entries().values().stream());
        return Stream.concat(rows, entries)
                .mapToLong(item -> ItemSize.of(item) + STORED_BESIDE)
                .sum();
    }

    /** Every item of a table as it is, for whoever looks at the world from outside. */
    public Stream<Map<String, AttributeValue>> items(String table) {
        return tables.named(table).rows().values().stream()
                .flatMap(row -> row.current().stream())
                .map(item -> (Map<String, AttributeValue>) item);
    }

    /** Every entry of an index as it is, for whoever looks at the world from outside. */
    public Stream<Map<String, AttributeValue>> entries(String table, String index) {
        return tables.named(table).index(index).entries().values().stream()
                .map(item -> (Map<String, AttributeValue>) item);
    }

    /** A response with the true time, to whole seconds, as DynamoDB sends it; only with reads, which the product compares clocks by. */
    private <T extends DynamoDbResponse> T dated(T response) {
        SdkHttpResponse http = SdkHttpResponse.builder()
                .statusCode(200)
                .putHeader(
                        "Date",
                        DateTimeFormatter.RFC_1123_DATE_TIME.format(time.now().atOffset(ZoneOffset.UTC)))
                .build();
        @SuppressWarnings("unchecked")
        T dated = (T) response.toBuilder().sdkHttpResponse(http).build();
        return dated;
    }

    private <T> T call(String operation, DynamoDbRequest request, SimulatedCall<T> effect) {
        return calls.call(operation, RequestedTables.of(request), request, new Validated<>(effect));
    }

    @Override
    public String serviceName() {
        return SERVICE_NAME;
    }

    @Override
    public void close() {}

    /** What it refuses, in its own words. */
    private record Validated<T>(SimulatedCall<T> effect) implements SimulatedCall<T> {

        @Override
        public SimulatedCall<T> arrive() {
            try {
                return new Validated<>(effect.arrive());
            } catch (InvalidExpression e) {
                throw DynamoDbErrors.validation(String.valueOf(e.getMessage()));
            }
        }

        @Override
        public Duration processing() {
            return effect.processing();
        }

        @Override
        public T apply() {
            try {
                return effect.apply();
            } catch (InvalidExpression e) {
                throw DynamoDbErrors.validation(String.valueOf(e.getMessage()));
            }
        }
    }

    /** A transaction that may arrive more than once, each time as one of its own. */
    private final class TransactionRequest implements SimulatedCall<TransactWriteItemsResponse> {

        private final TransactWriteItemsRequest request;
        private final Duration processing;

        TransactionRequest(TransactWriteItemsRequest request, Duration processing) {
            this.request = request;
            this.processing = processing;
        }

        @Override
        public SimulatedCall<TransactWriteItemsResponse> arrive() {
            return new WriteTransaction(tables, tokens, request, processing).arrive();
        }

        @Override
        public TransactWriteItemsResponse apply() {
            throw new IllegalStateException("a transaction has to arrive first");
        }
    }
}
