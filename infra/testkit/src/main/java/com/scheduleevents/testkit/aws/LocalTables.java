package com.scheduleevents.testkit.aws;

import com.scheduleevents.emulator.kms.KmsService;
import com.scheduleevents.emulator.storage.FreePorts;
import com.scheduleevents.emulator.storage.Storage;
import com.scheduleevents.emulator.template.PseudoParameters;
import com.scheduleevents.emulator.template.Template;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.ObjDoubleConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
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

/** DynamoDB Local with the template's tables, an SQS without queues, and the local key service. */
public final class LocalTables implements BeforeAllCallback, AfterAllCallback {

    /** The KMS key that wraps data keys. */
    public static final String WRAPPING_KEY = KmsService.arn("SecretsKey");

    private @Nullable Parts parts;

    @Override
    public void beforeAll(ExtensionContext context) throws Exception {
        PseudoParameters pseudoParameters = PseudoParameters.local(URI.create("http://127.0.0.1:" + FreePorts.one()));
        Template template = Template.read(Path.of("../../template.yaml"), Map.of(), pseudoParameters);
        Storage storage = Storage.start(0, pseudoParameters, Optional.empty());
        storage.createTables(template.tables().values());
        KmsService keys = new KmsService(template.keys().keySet(), Optional.empty(), 0);
        parts = new Parts(template, storage, keys);
    }

    @Override
    public void afterAll(ExtensionContext context) throws Exception {
        parts().keys().close();
        parts().storage().close();
    }

    /** The name of a table, by its logical id. */
    public String named(String id) {
        return Optional.ofNullable(parts().template().tables().get(id))
                .orElseThrow()
                .name();
    }

    /** A client of the tables. */
    public DynamoDbClient dynamoDb() {
        return parts().storage().dynamoDb();
    }

    /** A new queue's address. */
    public String newQueue(String name) {
        return sqs().createQueue(queue -> queue.queueName(name)).queueUrl();
    }

    /** A client of the queues. */
    public SqsClient sqs() {
        return parts().storage().sqs();
    }

    /** A client that loses the answer of every write's first try, as a network may; the SDK then tries again. */
    public DynamoDbClient losingAnswers() {
        return DynamoDbClient.builder()
                .endpointOverride(parts().storage().dynamoDbAddress())
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
                .endpointOverride(parts().storage().dynamoDbAddress())
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
                .endpointOverride(parts().storage().dynamoDbAddress())
                .region(Region.US_EAST_1)
                .credentialsProvider(credentials())
                .httpClient(UrlConnectionHttpClient.create())
                .overrideConfiguration(configuration -> configuration.addExecutionInterceptor(watcher))
                .build();
    }

    /** A client that tells what each query, put and update took of the table's capacity, by the name of the operation. */
    public DynamoDbClient metered(ObjDoubleConsumer<String> capacity) {
        return DynamoDbClient.builder()
                .endpointOverride(parts().storage().dynamoDbAddress())
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
                .endpointOverride(parts().keys().address())
                .region(Region.US_EAST_1)
                .credentialsProvider(credentials())
                .httpClient(UrlConnectionHttpClient.create())
                .build();
    }

    private Parts parts() {
        return Optional.ofNullable(parts).orElseThrow();
    }

    private static StaticCredentialsProvider credentials() {
        return StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local"));
    }

    private record Parts(Template template, Storage storage, KmsService keys) {}
}
