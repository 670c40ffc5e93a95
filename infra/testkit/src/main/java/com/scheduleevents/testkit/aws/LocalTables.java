package com.scheduleevents.testkit.aws;

import com.scheduleevents.emulator.kms.KmsService;
import com.scheduleevents.emulator.storage.FreePorts;
import com.scheduleevents.emulator.storage.Storage;
import com.scheduleevents.emulator.template.PseudoParameters;
import com.scheduleevents.emulator.template.Template;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.ObjDoubleConsumer;
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
import software.amazon.awssdk.services.kms.KmsClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/** Tables of the template in DynamoDB Local that belong to one test class, an SQS for its queues, and the local key service. */
public final class LocalTables implements BeforeAllCallback {

    /** The KMS key that wraps data keys. */
    public static final String WRAPPING_KEY = KmsService.arn("SecretsKey");

    private @Nullable Servers servers;
    private String prefix = "";

    /** Nested classes share the tables of the class around them. */
    @Override
    public void beforeAll(ExtensionContext context) {
        if (servers == null) {
            servers = context.getRoot()
                    .getStore(ExtensionContext.Namespace.GLOBAL)
                    .getOrComputeIfAbsent(Servers.class, key -> Servers.start(), Servers.class);
            prefix = context.getRequiredTestClass().getSimpleName() + "-";
            servers.storage()
                    .createTables(servers.template().tables().entrySet().stream()
                            .map(table -> table.getValue().named(prefix + table.getKey()))
                            .toList());
        }
    }

    /** The name of a table, by its logical id. */
    public String named(String id) {
        if (!servers().template().tables().containsKey(id)) {
            throw new IllegalArgumentException("There is no table " + id + " in the template.");
        }
        return prefix + id;
    }

    /** A client of the tables. */
    public DynamoDbClient dynamoDb() {
        return servers().storage().dynamoDb();
    }

    /** A new queue's address. */
    public String newQueue(String name) {
        return sqs().createQueue(queue -> queue.queueName(prefix + name)).queueUrl();
    }

    /** A client of the queues. */
    public SqsClient sqs() {
        return servers().storage().sqs();
    }

    /** A client that loses the answer of every write's first try, as a network may; the SDK then tries again. */
    public DynamoDbClient losingAnswers() {
        return DynamoDbClient.builder()
                .endpointOverride(servers().storage().dynamoDbAddress())
                .region(Region.US_EAST_1)
                .credentialsProvider(credentials())
                .httpClient(new LostResponses(UrlConnectionHttpClient.create()))
                .build();
    }

    /**
     * A client whose first writes meet a transaction, which DynamoDB Local never lets happen.
     *
     * @param refused how many
     */
    public DynamoDbClient meetingTransactions(int refused) {
        return DynamoDbClient.builder()
                .endpointOverride(servers().storage().dynamoDbAddress())
                .region(Region.US_EAST_1)
                .credentialsProvider(credentials())
                .httpClient(new TransactionConflicts(UrlConnectionHttpClient.create(), refused))
                .build();
    }

    /** A client that tells each of its calls, by the name of the operation. */
    public DynamoDbClient watched(Consumer<String> calls) {
        ExecutionInterceptor watcher = new ExecutionInterceptor() {
            @Override
            public void beforeExecution(Context.BeforeExecution context, ExecutionAttributes attributes) {
                calls.accept(attributes.getAttribute(SdkExecutionAttribute.OPERATION_NAME));
            }
        };
        return DynamoDbClient.builder()
                .endpointOverride(servers().storage().dynamoDbAddress())
                .region(Region.US_EAST_1)
                .credentialsProvider(credentials())
                .httpClient(UrlConnectionHttpClient.create())
                .overrideConfiguration(configuration -> configuration.addExecutionInterceptor(watcher))
                .build();
    }

    /** A client that tells what each query, put and update took of the table's capacity, by the name of the operation. */
    public DynamoDbClient metered(ObjDoubleConsumer<String> capacity) {
        return DynamoDbClient.builder()
                .endpointOverride(servers().storage().dynamoDbAddress())
                .region(Region.US_EAST_1)
                .credentialsProvider(credentials())
                .httpClient(UrlConnectionHttpClient.create())
                .overrideConfiguration(
                        configuration -> configuration.addExecutionInterceptor(new CapacityMeter(capacity)))
                .build();
    }

    /** A client of the key service. */
    public KmsClient kms() {
        return KmsClient.builder()
                .endpointOverride(servers().keys().address())
                .region(Region.US_EAST_1)
                .credentialsProvider(credentials())
                .httpClient(UrlConnectionHttpClient.create())
                .build();
    }

    private Servers servers() {
        return Optional.ofNullable(servers).orElseThrow();
    }

    private static StaticCredentialsProvider credentials() {
        return StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local"));
    }

    /** What all test classes of a JVM share; JUnit closes it after the last of them. */
    private record Servers(Template template, Storage storage, KmsService keys) implements AutoCloseable {

        static Servers start() {
            PseudoParameters pseudoParameters =
                    PseudoParameters.local(URI.create("http://127.0.0.1:" + FreePorts.one()));
            try {
                Template template = Template.read(Path.of("../../template.yaml"), Map.of(), pseudoParameters);
                return new Servers(
                        template,
                        Storage.start(0, pseudoParameters, Optional.empty()),
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
