package com.scheduleevents.emulator.iam;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.scheduleevents.cloud.template.PseudoParameters;
import com.scheduleevents.cloud.template.Template;
import com.scheduleevents.cloud.template.TemplateProblem;
import com.scheduleevents.emulator.http.LoopbackServer;
import com.scheduleevents.emulator.http.ServerResponse;
import com.scheduleevents.emulator.proxy.CallInterceptor.Interception;
import com.scheduleevents.emulator.proxy.ServiceCall;
import com.scheduleevents.emulator.proxy.TestCalls;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.kms.KmsClient;
import software.amazon.awssdk.services.ses.SesClient;
import software.amazon.awssdk.services.sqs.SqsClient;

class PermissionsTest {

    private static final PseudoParameters SURROUNDINGS = PseudoParameters.local(URI.create("http://127.0.0.1:1"));

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            dynamodb | GetItem            | {"TableName":"T"}                                  | dynamodb:GetItem            | table/T
            dynamodb | Query              | {"TableName":"T","IndexName":"i"}                  | dynamodb:Query              | table/T/index/i
            dynamodb | BatchGetItem       | {"RequestItems":{"T":{}}}                          | dynamodb:BatchGetItem       | table/T
            dynamodb | TransactWriteItems | {"TransactItems":[{"Put":{"TableName":"T"}}]}      | dynamodb:PutItem            | table/T
            dynamodb | TransactWriteItems | {"TransactItems":[{"ConditionCheck":{"TableName":"T"}}]} | dynamodb:ConditionCheckItem | table/T
            dynamodb | BatchExecuteStatement | {"Statements":[{"Statement":"INSERT INTO \\"T\\" VALUE {}"}]} | dynamodb:PartiQLInsert | table/T
            sqs      | SendMessage        | {"QueueUrl":"http://x/000000000000/Q"}             | sqs:SendMessage             | Q
            sqs      | SendMessageBatch   | {"QueueUrl":"http://x/000000000000/Q"}             | sqs:SendMessage             | Q
            kms      | Decrypt            | {"KeyId":"arn:aws:kms:us-east-1:000000000000:key/K"} | kms:Decrypt               | key/K
            ses      | SendEmail          | Action=SendEmail&Source=Us+%3Ca%40b.example%3E     | ses:SendEmail               | identity/b.example
            sts      | AssumeRole         | Action=AssumeRole&RoleArn=arn%3Aaws%3Asts%3Aus-east-1%3A000000000000%3Arole%2FR | sts:AssumeRole | role/R
            ses      | SendRawEmail       | Action=SendRawEmail&Source=a%40b.example           | ses:SendRawEmail            | identity/b.example
            """)
    void aCallNeedsItsActionOnItsResourceAndNoOtherWillDo(
            String service, String operation, String body, String action, String resource) throws IOException {
        ServiceCall call = TestCalls.of(service, "F", operation, body);
        String arn = SURROUNDINGS.arn(service, resource);

        Permissions exact = allowing(action, arn);
        assertThat(exact.report().unused()).containsExactly("F: " + action + " on " + arn);
        assertThat(exact.before(call)).isEqualTo(Interception.PASS);
        assertThat(exact.report().unused()).isEmpty();
        for (Permissions other : new Permissions[] {
            allowing(action, arn + "x"),
            allowing(action.replace("Item", "Items"), arn + "/index/*"),
            allowing("dynamodb:Scan", "*")
        }) {
            assertThat(other.before(call))
                    .isInstanceOfSatisfying(Interception.Deny.class, denied -> assertThat(denied.reason())
                            .contains(action, arn, "F", "no identity-based policy allows"));
            assertThat(other.report().denied()).containsExactly("F: " + action + " on " + arn);
            assertThat(other.report().unused()).hasSize(1);
        }
    }

    @Test
    void aTransactionNeedsAPermissionForEachOfItsItems() throws IOException {
        ServiceCall both = TestCalls.of("dynamodb", "F", "TransactWriteItems", """
                {"TransactItems":[{"Put":{"TableName":"T"}},{"Update":{"TableName":"U"}}]}""");

        assertThat(allowing("dynamodb:PutItem", SURROUNDINGS.arn("dynamodb", "table/*"))
                        .before(both))
                .isInstanceOf(Interception.Deny.class);
        assertThat(allowing("dynamodb:*Item", SURROUNDINGS.arn("dynamodb", "table/?"))
                        .before(both))
                .isEqualTo(Interception.PASS);
    }

    @Test
    void whatIsDeniedExpresslyIsDeniedWhateverElseAllowsIt() throws IOException {
        Permissions permissions = permissions("""
                - {Effect: Allow, Action: "*", Resource: "*"}
                - {Effect: Deny, Action: "sqs:*", Resource: "*"}""");

        assertThat(permissions.before(TestCalls.of("sqs", "F", "SendMessage", "{\"QueueUrl\":\"http://x/1/Q\"}")))
                .isInstanceOfSatisfying(Interception.Deny.class, denied -> assertThat(denied.reason())
                        .contains("explicit"));
        assertThat(permissions.before(TestCalls.of("dynamodb", "F", "GetItem", "{\"TableName\":\"T\"}")))
                .isEqualTo(Interception.PASS);
    }

    @ParameterizedTest
    @CsvSource({"dynamodb, RestoreTable", "sqs, Frobnicate", "kms, Decrypt", "lambda, Invoke", "ses, SendBounce"})
    void anUnknownCallIsDeniedWhateverThePolicyAllows(String service, String operation) throws IOException {
        assertThat(allowing("*", "*").before(TestCalls.of(service, "F", operation, "{}")))
                .isInstanceOfSatisfying(Interception.Deny.class, denied -> assertThat(denied.reason())
                        .contains("are not known"));
    }

    @ParameterizedTest
    @CsvSource({"NotAction", "NotResource", "Condition", "Principal"})
    void aPolicyThatWouldBeReadWronglyIsRefusedAtTheStart(String part) {
        assertThatThrownBy(() -> permissions("- {Effect: Allow, Action: \"*\", Resource: \"*\", " + part + ": {}}"))
                .isInstanceOf(TemplateProblem.class)
                .hasMessageContainingAll("F.Policies", part);
    }

    @Test
    void aDenialToTheCodeOfFunctionsIsADenial() throws IOException {
        String denial =
                "\n- {Effect: Deny, Action: sqs:SendMessage, Resource: \"*\", Condition: {ArnLike: {%s: \"*\"}}}";
        String all = "- {Effect: Allow, Action: \"*\", Resource: \"*\"}";

        assertThat(permissions(all + denial.formatted("\"lambda:SourceFunctionArn\""))
                        .before(TestCalls.of("sqs", "F", "SendMessage", "{\"QueueUrl\":\"http://x/1/Q\"}")))
                .isInstanceOf(Interception.Deny.class);
        assertThatThrownBy(() -> permissions(all + denial.formatted("\"aws:SourceArn\"")))
                .isInstanceOf(TemplateProblem.class)
                .hasMessageContaining("Condition");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            [{"k":{"S":"order#a"}},{"k":{"S":"order#b"}}]     | true
            [{"k":{"S":"order#a"}},{"k":{"S":"acc_a#key"}}]   | false
            [{"k":{"S":"order#a"},"range":{"S":"b"}}]         | false
            []                                                | false
            """)
    void anAllowanceForSomeKeysIsNoneForOthers(String keys, boolean allowed) throws IOException {
        Permissions permissions = permissions("""
                - Effect: Allow
                  Action: dynamodb:BatchGetItem
                  Resource: "*"
                  Condition: {"ForAllValues:StringLike": {"dynamodb:LeadingKeys": ["order#*"]}}""");

        ServiceCall call =
                TestCalls.of("dynamodb", "F", "BatchGetItem", "{\"RequestItems\":{\"T\":{\"Keys\":" + keys + "}}}");

        assertThat(permissions.before(call) instanceof Interception.Pass).isEqualTo(allowed);
    }

    @Test
    void aRoleThatDoesNotAllowItsEventSourceIsRefusedAtTheStart() throws IOException {
        String stream = SURROUNDINGS.arn("dynamodb", "table/T/stream/local");
        String reading =
                "[dynamodb:DescribeStream, dynamodb:GetRecords, dynamodb:GetShardIterator, dynamodb:ListStreams]";
        String queue = SURROUNDINGS.arn("sqs", "Q");

        assertThat(withSources("""
                        - {Effect: Allow, Action: "sqs:*", Resource: "%s"}
                        - {Effect: Allow, Action: %s, Resource: "%s"}""".formatted(queue, reading, stream)).report().unused())
                .isEmpty();
        assertThatThrownBy(() -> withSources("""
                        - {Effect: Allow, Action: [sqs:ReceiveMessage, sqs:GetQueueAttributes], Resource: "%s"}
                        - {Effect: Allow, Action: %s, Resource: "%s"}""".formatted(queue, reading, stream)))
                .isInstanceOf(TemplateProblem.class)
                .hasMessageContaining(
                        "F.Policies: nothing allows sqs:DeleteMessage on " + queue + ", which ReadsQ needs.");
        assertThatThrownBy(() -> withSources("""
                        - {Effect: Allow, Action: "sqs:*", Resource: "%s"}
                        - {Effect: Allow, Action: %s, Resource: "%sx"}""".formatted(queue, reading, stream)))
                .isInstanceOf(TemplateProblem.class)
                .hasMessageContainingAll("on " + stream, "ReadsT");
        assertThatThrownBy(() -> withSources("""
                        - {Effect: Allow, Action: "sqs:*", Resource: "%s"}
                        - {Effect: Deny, Action: sqs:SendMessage, Resource: "%s"}
                        - {Effect: Allow, Action: %s, Resource: "%s"}""".formatted(queue, queue, reading, stream)))
                .isInstanceOf(TemplateProblem.class)
                .hasMessageContainingAll("sqs:SendMessage on " + queue, "ReadsT");
    }

    private static void call(String service, URI endpoint) {
        switch (service) {
            case "dynamodb" ->
                pointed(DynamoDbClient.builder(), endpoint).build().getItem(get -> get.tableName("T")
                        .key(Map.of()));
            case "sqs" ->
                pointed(SqsClient.builder(), endpoint).build().sendMessage(send -> send.queueUrl("http://x/1/Q")
                        .messageBody("m"));
            case "kms" -> pointed(KmsClient.builder(), endpoint).build().decrypt(decrypt -> decrypt.keyId("K"));
            default -> pointed(SesClient.builder(), endpoint).build().sendEmail(send -> send.source("a@b.example"));
        }
    }

    private static <B extends AwsSyncClientBuilder<B, C> & AwsClientBuilder<B, C>, C> B pointed(
            B builder, URI endpoint) {
        return builder.httpClient(UrlConnectionHttpClient.create())
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("x", "x")))
                .endpointOverride(endpoint);
    }

    /** Each service has its own words for it; the SDK understands them, and does not repeat the call. */
    @ParameterizedTest
    @ValueSource(strings = {"dynamodb", "sqs", "kms", "ses"})
    void theSdkReadsTheRefusalAsAccessDenied(String service) {
        ServerResponse refusal = TestCalls.refusal(service, "because <so>");
        var calls = new java.util.concurrent.atomic.AtomicInteger();
        try (LoopbackServer server = LoopbackServer.start("refusing", 0, 100_000, request -> {
            calls.incrementAndGet();
            return refusal;
        })) {
            assertThatThrownBy(() -> call(service, server.url()))
                    .isInstanceOfSatisfying(AwsServiceException.class, thrown -> {
                        assertThat(thrown.awsErrorDetails().errorCode()).startsWith("AccessDenied");
                        assertThat(thrown.awsErrorDetails().errorMessage()).isEqualTo("because <so>");
                    });
            assertThat(calls).hasValue(1);
        }
    }

    private Permissions allowing(String action, String resource) throws IOException {
        return permissions("- {Effect: Allow, Action: \"" + action + "\", Resource: \"" + resource + "\"}");
    }

    private Permissions permissions(String statements) throws IOException {
        return permissions(statements, "");
    }

    private Permissions withSources(String statements) throws IOException {
        return permissions(statements, """
                  Q: {Type: AWS::SQS::Queue}
                  T:
                    Type: AWS::DynamoDB::Table
                    Properties:
                      AttributeDefinitions: [{AttributeName: id, AttributeType: S}]
                      KeySchema: [{AttributeName: id, KeyType: HASH}]
                      StreamSpecification: {StreamViewType: NEW_IMAGE}
                  ReadsQ:
                    Type: AWS::Lambda::EventSourceMapping
                    Properties: {FunctionName: !Ref F.Alias, EventSourceArn: !GetAtt Q.Arn}
                  ReadsT:
                    Type: AWS::Lambda::EventSourceMapping
                    Properties:
                      FunctionName: !Ref F.Alias
                      EventSourceArn: !GetAtt T.StreamArn
                      StartingPosition: LATEST
                      DestinationConfig: {OnFailure: {Destination: !GetAtt Q.Arn}}
                """);
    }

    private Permissions permissions(String statements, String resources) throws IOException {
        Path file = Files.writeString(directory.resolve("template.yaml"), """
                Resources:
                  F:
                    Type: AWS::Serverless::Function
                    Properties:
                      Runtime: java25
                      CodeUri: f.jar
                      Handler: F::handleRequest
                      Policies:
                        - Statement:
                """ + statements.indent(12) + resources);
        return new Permissions(Template.read(file, Map.of(), SURROUNDINGS), SURROUNDINGS);
    }
}
