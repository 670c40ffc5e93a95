package com.scheduleevents.testkit.aws;

import com.scheduleevents.cloud.template.PseudoParameters;
import com.scheduleevents.cloud.template.TableSpec;
import com.scheduleevents.cloud.template.Template;
import com.scheduleevents.emulator.kms.KmsService;
import com.scheduleevents.emulator.storage.FreePorts;
import com.scheduleevents.emulator.storage.LocalStorage;
import com.scheduleevents.emulator.storage.Storage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.ObjDoubleConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.core.interceptor.SdkExecutionAttribute;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.StreamSpecification;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;
import software.amazon.awssdk.services.kms.KmsClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/** Tables of the template in DynamoDB Local that belong to one test class, an SQS for its queues, and the local key service. */
public final class LocalTables implements BeforeAllCallback {

    /** The KMS key that wraps data keys. */
    public static final String WRAPPING_KEY = KmsService.arn("SecretsKey");

    /** DynamoDB's limit for a batch of writes. */
    private static final int BATCH = 25;

    private final Map<String, String> tables = new ConcurrentHashMap<>();
    private @Nullable Servers servers;
    private ExtensionContext.@Nullable Store shared;
    private String prefix = "";

    /** Nested classes share the tables of the class around them. */
    @Override
    public void beforeAll(ExtensionContext context) {
        if (servers == null) {
            ExtensionContext.Store ofAllClasses = context.getRoot().getStore(ExtensionContext.Namespace.GLOBAL);
            servers = ofAllClasses.getOrComputeIfAbsent(Servers.class, key -> Servers.start(), Servers.class);
            shared = ofAllClasses;
            prefix = context.getRequiredTestClass().getSimpleName() + "-";
        }
    }

    /** The name of a table, by its logical id. The first call creates it. */
    public String named(String id) {
        return tables.computeIfAbsent(id, this::create);
    }

    /**
     * Without a stream, which no test reads, and which makes each write take twice as long. And without a time to live:
     * DynamoDB Local would delete the rows of tests whose fixed dates have passed.
     */
    private String create(String id) {
        TableSpec table = Optional.ofNullable(servers().template().tables().get(id))
                .orElseThrow(() -> new IllegalArgumentException("There is no table " + id + " in the template."));
        CreateTableRequest creation = table.creation().toBuilder()
                .tableName(prefix + id)
                .streamSpecification((StreamSpecification) null)
                .build();
        servers().storage().createTables(List.of(new TableSpec(id, creation, Optional.empty())));
        return creation.tableName();
    }

    /** Puts many rows into a table, by its logical id, in few calls. */
    public void putAll(String id, List<Map<String, AttributeValue>> rows) {
        for (int from = 0; from < rows.size(); from += BATCH) {
            List<WriteRequest> batch = rows.subList(from, Math.min(rows.size(), from + BATCH)).stream()
                    .map(row -> WriteRequest.builder()
                            .putRequest(put -> put.item(row))
                            .build())
                    .toList();
            if (!dynamoDb()
                    .batchWriteItem(write -> write.requestItems(Map.of(named(id), batch)))
                    .unprocessedItems()
                    .isEmpty()) {
                throw new IllegalStateException("not every row was put");
            }
        }
    }

    /** A client of the tables. */
    public DynamoDbClient dynamoDb() {
        return servers().storage().dynamoDb();
    }

    /** The URL of a new queue. */
    public String newQueue(String name) {
        return sqs().createQueue(queue -> queue.queueName(prefix + name)).queueUrl();
    }

    /** A client of the queues. */
    public SqsClient sqs() {
        return servers().storage().sqs();
    }

    /**
     * A new client that loses the response to the first try of every write, as a network may; the SDK then retries. After some
     * hundreds of writes a client has no retries left, so each test needs its own.
     */
    public DynamoDbClient losingResponses() {
        return DynamoDbClient.builder()
                .endpointOverride(servers().storage().dynamoDbUrl())
                .region(Region.US_EAST_1)
                .credentialsProvider(credentials())
                .httpClient(new LostResponses(UrlConnectionHttpClient.create()))
                .build();
    }

    /**
     * A client whose first writes conflict with a transaction, which DynamoDB Local does not simulate.
     *
     * @param refused how many writes conflict
     */
    public DynamoDbClient meetingTransactions(int refused) {
        return DynamoDbClient.builder()
                .endpointOverride(servers().storage().dynamoDbUrl())
                .region(Region.US_EAST_1)
                .credentialsProvider(credentials())
                .httpClient(new TransactionConflicts(UrlConnectionHttpClient.create(), refused))
                .build();
    }

    /** A client whose batches of statements leave out the first one, as when a transaction writes its item at the same time. */
    public DynamoDbClient refusingFirstStatements() {
        return intercepted(new RefusedStatements());
    }

    /** A client that reports each of its calls, by the name of the operation. */
    public DynamoDbClient watched(Consumer<String> calls) {
        ExecutionInterceptor watcher = new ExecutionInterceptor() {
            @Override
            public void beforeExecution(Context.BeforeExecution context, ExecutionAttributes attributes) {
                calls.accept(attributes.getAttribute(SdkExecutionAttribute.OPERATION_NAME));
            }
        };
        return intercepted(watcher);
    }

    /** A client that reports the capacity that each query, put and update consumed, by the name of the operation. */
    public DynamoDbClient metered(ObjDoubleConsumer<String> capacity) {
        return intercepted(new CapacityMeter(capacity));
    }

    private DynamoDbClient intercepted(ExecutionInterceptor interceptor) {
        return DynamoDbClient.builder()
                .endpointOverride(servers().storage().dynamoDbUrl())
                .region(Region.US_EAST_1)
                .credentialsProvider(credentials())
                .httpClient(UrlConnectionHttpClient.create())
                .overrideConfiguration(configuration -> configuration.addExecutionInterceptor(interceptor))
                .build();
    }

    /** A client of the key service. */
    public KmsClient kms() {
        return shared(KmsClient.class, this::newKms);
    }

    private KmsClient newKms() {
        return KmsClient.builder()
                .endpointOverride(servers().keys().url())
                .region(Region.US_EAST_1)
                .credentialsProvider(credentials())
                .httpClient(UrlConnectionHttpClient.create())
                .build();
    }

    /** A client that all test classes of a JVM share, because building one takes longer than several of its calls. */
    private <C> C shared(Class<C> client, Supplier<C> builder) {
        return Optional.ofNullable(shared).orElseThrow().getOrComputeIfAbsent(client, key -> builder.get(), client);
    }

    private Servers servers() {
        return Optional.ofNullable(servers).orElseThrow();
    }

    private static StaticCredentialsProvider credentials() {
        return StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local"));
    }

    /** The servers that all test classes of a JVM share; JUnit closes them after the last class. */
    private record Servers(Template template, Storage storage, KmsService keys) implements AutoCloseable {

        static Servers start() {
            PseudoParameters pseudoParameters =
                    PseudoParameters.local(URI.create("http://127.0.0.1:" + FreePorts.one()));
            try {
                Template template = Template.read(Path.of("../../template.yaml"), Map.of(), pseudoParameters);
                return new Servers(
                        template,
                        LocalStorage.start(0, pseudoParameters, Optional.empty()),
                        new KmsService(template.keys().keySet(), Optional.empty(), 0));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void close() throws IOException {
            keys.close();
            storage.close();
        }
    }
}
