package com.scheduleevents.cloud.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.cloud.sources.SourceSpec;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;

class TemplateTest {

    private static final String FUNCTION_WITH_A_QUEUE = """
            Resources:
              Queue: {Type: AWS::SQS::Queue}
              F:
                Type: AWS::Serverless::Function
                Properties:
                  Runtime: java25
                  CodeUri: f.jar
                  Handler: F::handleRequest
            """;

    private static final PseudoParameters HERE = PseudoParameters.local(URI.create("http://127.0.0.1:9324"));

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "!Ref Name                                              | world",
                "!Ref AWS::Region                                       | us-east-1",
                "!Ref Queue                                             | http://127.0.0.1:9324/000000000000/Queue",
                "!Ref Named                                             | my-table",
                "!GetAtt Queue.Arn                                      | arn:aws:sqs:us-east-1:000000000000:Queue",
                "{'Fn::GetAtt': [Named, Arn]}                           | arn:aws:dynamodb:us-east-1:000000000000:table/my-table",
                "{'Fn::GetAtt': Key.Arn}                                | arn:aws:kms:us-east-1:000000000000:key/Key",
                "!Sub 'hello ${Name} in ${AWS::Partition}'              | hello world in aws",
                "!Sub ['${a}-${Queue.QueueName}', {a: !Ref Name}]       | world-Queue",
                "!Sub 'kept ${!literally}'                              | kept ${literally}",
                "!Join [',', [a, !Ref Name]]                            | a,world",
                "!Select [1, !Split ['-', 'x-y-z']]                     | y",
                "!FindInMap [Sizes, !Ref Name, large]                   | 42",
                "!If [IsWorld, one, two]                                 | one",
                "!If [IsNotWorld, one, two]                              | two",
                "!If [Both, one, two]                                    | two",
                "!If [Either, one, two]                                  | one",
                "yes                                                    | true",
                "!Join ['', [a, !Ref AWS::NoValue, b]]                  | ab",
            })
    void carriesOutEveryIntrinsicFunction(String expression, String expected) throws IOException {
        Template template = read("""
                Parameters: {Name: {Type: String, Default: world}}
                Mappings: {Sizes: {world: {large: 42}}}
                Conditions:
                  IsWorld: !Equals [!Ref Name, world]
                  IsNotWorld: !Not [!Condition IsWorld]
                  Both: !And [!Condition IsWorld, !Condition IsNotWorld]
                  Either: !Or [!Condition IsNotWorld, !Equals [a, a]]
                Resources:
                  Queue: {Type: AWS::SQS::Queue}
                  Key: {Type: AWS::KMS::Key}
                  Named: {Type: AWS::DynamoDB::Table, Properties: {TableName: my-table}}
                Outputs:
                  It:
                    Value: %s
                """.formatted(expression));
        assertThat(template.outputs()).containsEntry("It", expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Resources: {A: {Type: AWS::S3::Bucket}}                                      | A: the resource type AWS::S3::Bucket",
                "Resources: {A: {Type: AWS::SQS::Queue, Properties: {Colour: red}}}           | A: the property Colour",
                "Resources: {A: {Type: AWS::SQS::Queue, Colour: red}}                         | A: the property Colour",
                "Resources: {A: {Type: AWS::SQS::Queue, Properties: {DelaySeconds: !Ref B}}}  | A: There is no parameter and no resource B",
                "Resources: {A: {Type: AWS::SQS::Queue, Properties: {DelaySeconds: !Cidr x}}} | The function Fn::Cidr",
                "Outputs: {A: {Value: !GetAtt B.Arn}}                                         | no resource B",
                "Colours: {}                                                                  | The template: the property Colours",
                "Parameters: {P: {Type: Number, Default: 5, MaxValue: 4}}                     | Parameter P must be at most 4; it is '5'.",
                "Parameters: {P: {Type: Number, Default: 5, MinValue: 6}}                     | Parameter P must be at least 6; it is '5'.",
                "Parameters: {P: {Type: Number, Default: five}}                               | Parameter P must be a number",
                "Parameters: {P: {Type: String, Default: a, AllowedPattern: b}}               | Parameter P must match b",
                "Parameters: {P: {Type: String}}                                              | Parameter P has no default",
            })
    void refusesWhatItCannotCarryOutByName(String yaml, String expected) {
        assertThatThrownBy(() -> read(yaml)).isInstanceOf(TemplateProblem.class).hasMessageContaining(expected);
    }

    @Test
    void refusesAnUnknownPropertyOfAnEventSource() {
        assertThatThrownBy(() -> read(FUNCTION_WITH_A_QUEUE + """
                          Q:
                            Type: AWS::Lambda::EventSourceMapping
                            Properties: {FunctionName: !GetAtt F.Arn, EventSourceArn: !GetAtt Queue.Arn, BatchSizes: 3}
                        """)).hasMessageContaining("Q: the property BatchSizes");
    }

    @Test
    void refusesAnEventSourceMappingOfAnUnknownFunction() {
        assertThatThrownBy(() -> read(FUNCTION_WITH_A_QUEUE + """
                          Q:
                            Type: AWS::Lambda::EventSourceMapping
                            Properties: {FunctionName: G, EventSourceArn: !GetAtt Queue.Arn}
                        """)).hasMessageContaining("There is no function G");
    }

    /** SAM would add a managed policy to the function's role that allows all queues or streams of the account. */
    @ParameterizedTest
    @ValueSource(strings = {"SQS", "DynamoDB"})
    void refusesEventSourcesForWhichSamAddsAManagedPolicy(String type) {
        assertThatThrownBy(() -> read(FUNCTION_WITH_A_QUEUE + """
                              Events:
                                Q: {Type: %s, Properties: {Queue: !GetAtt Queue.Arn}}
                        """.formatted(type)))
                .hasMessageContaining("F.Events.Q: Type " + type);
    }

    @ParameterizedTest
    @CsvSource({
        "rate(1 minute), PT1M",
        "rate(5 minutes), PT5M",
        "rate(1 hour), PT1H",
        "rate(12 hours), PT12H",
        "rate(7 days), PT168H",
        "cron(30 1 * * ? *), PT24H",
        "cron(0 23 * * ? *), PT24H"
    })
    void readsSchedules(String expression, Duration expected) throws IOException {
        assertThat(read(scheduled(expression, 0)).function("F").sources())
                .containsExactly(new SourceSpec.Schedule("S", expected));
    }

    /** An event with an input of its own would be another one than the emulator sends; of snapshots it has none. */
    @Test
    void readsNoScheduleThatKeepsASnapshotAndRefusesAnotherOneWithAnInput() throws IOException {
        String keeping =
                scheduled("rate(5 days)", 0).replace("S: {", "KeepActive: {").replace("\"}}", "\", Input: '{}'}}");
        assertThat(read(keeping).function("F").sources()).isEmpty();
        assertThatThrownBy(() -> read(keeping.replace("KeepActive", "Other")))
                .isInstanceOf(TemplateProblem.class)
                .hasMessageContaining("F.Events.Other.Properties: the property Input");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cron(0 12 1 * ? *) | 0 | F.Events.S.Properties: the emulator supports schedules such as rate(1 minute)",
                "cron(60 1 * * ? *) | 0 | not cron(60 1 * * ? *)",
                "cron(0 24 * * ? *) | 0 | not cron(0 24 * * ? *)",
                "rate(1 minutes)    | 0 | not rate(1 minutes)",
                "rate(5 minute)     | 0 | not rate(5 minute)",
                "rate(0 minutes)    | 0 | not rate(0 minutes)",
                "rate(1 minute)     | 2 | MaximumRetryAttempts must be 0",
            })
    void refusesSchedulesThatItCannotKeep(String expression, int repeats, String expected) {
        assertThatThrownBy(() -> read(scheduled(expression, repeats)))
                .isInstanceOf(TemplateProblem.class)
                .hasMessageContaining(expected);
    }

    private static String scheduled(String expression, int repeats) {
        return """
                Resources:
                  F:
                    Type: AWS::Serverless::Function
                    Properties:
                      Runtime: java25
                      CodeUri: f.jar
                      Handler: F::handleRequest
                      EventInvokeConfig: {MaximumRetryAttempts: %d, MaximumEventAgeInSeconds: 60}
                      Events:
                        S: {Type: Schedule, Properties: {Schedule: "%s"}}
                """.formatted(repeats, expression);
    }

    @Test
    void mergesGlobalsIntoFunctions() throws IOException {
        Template template = read("""
                Globals: {Function: {Timeout: 7, Environment: {Variables: {A: a, B: b}}}}
                Resources:
                  F:
                    Type: AWS::Serverless::Function
                    Properties:
                      Runtime: java25
                      CodeUri: f.jar
                      Handler: F::handleRequest
                      Environment: {Variables: {B: own}}
                """);
        FunctionSpec function = template.function("F");
        assertThat(function.timeout()).isEqualTo(Duration.ofSeconds(7));
        assertThat(function.environment()).isEqualTo(Map.of("A", "a", "B", "own"));
        assertThat(function.jar()).isEqualTo(directory.resolve("f.jar"));
    }

    @Test
    void readsTheDeploymentOfThisProject() throws IOException {
        Template template = Template.read(Path.of("../../template.yaml"), Map.of(), HERE);
        RestApi api = template.api().orElseThrow();
        assertThat(api.authorizer())
                .contains(new RestApi.RouteAuthorizer("AuthorizerFunction", java.util.List.of("Authorization"), 60));
        assertThat(api.routes()).contains(new RestApi.ApiRoute("/events/{event_id}", "ANY", "EventsFunction"));
        assertThat(api.routes())
                .contains(new RestApi.ApiRoute("/events", "OPTIONS", "EventsFunction", true))
                .noneMatch(route -> route.open()
                        && !route.method().equals("OPTIONS")
                        && !route.function().equals("ConsoleFunction"))
                .allSatisfy(route -> assertThat(route.open())
                        .as(route.path())
                        .isEqualTo(route.method().equals("OPTIONS")
                                || route.path().matches("/(console|docs)(/.*)?|/openapi\\.json")));
        assertThat(api.route("/webhooks/{webhook_id}/ping").orElseThrow().isForAllBelow())
                .isTrue();
        assertThat(api.route("/webhooks/{webhook_id}/queue").orElseThrow().function())
                .isEqualTo("QueueFunction");
        assertThat(api.route("/nothing")).isEmpty();
        assertThat(template.table("WebhooksTable").creation().localSecondaryIndexes())
                .hasSize(1);
        assertThat(template.queue("RetryQueue").attributes())
                .containsEntry("VisibilityTimeout", "180")
                .containsEntry(
                        "RedrivePolicy",
                        "{\"deadLetterTargetArn\":\"arn:aws:sqs:us-east-1:000000000000:RetryDeadLetters\",\"maxReceiveCount\":680}");
        assertThat(template.function("FanOutFunction").sources())
                .singleElement()
                .isInstanceOfSatisfying(SourceSpec.Stream.class, source -> {
                    assertThat(source.table()).isEqualTo("EventsTable");
                    assertThat(source.lanes()).isEqualTo(10);
                    assertThat(source.bisect()).isTrue();
                    assertThat(source.onFailure())
                            .isEqualTo(Optional.of("arn:aws:sqs:us-east-1:000000000000:FanOutDeadLetters"));
                });
    }

    @Test
    void readsWhatHoldingNeeds() throws IOException {
        Template template = Template.read(Path.of("../../template.yaml"), Map.of(), HERE);
        FunctionSpec clock = template.function("ClockFunction");
        assertThat(clock.sources()).containsExactly(new SourceSpec.Schedule("EveryMinute", Duration.ofMinutes(1)));
        assertThat(clock.timeout()).isLessThan(Duration.ofMinutes(1));
        assertThat(template.table("WebhooksTable").creation().globalSecondaryIndexes())
                .singleElement()
                .satisfies(index -> {
                    assertThat(index.indexName()).isEqualTo("due");
                    assertThat(index.keySchema())
                            .extracting(KeySchemaElement::attributeName)
                            .containsExactly("probe_shard", "probe_at");
                    assertThat(index.projection().projectionType()).isEqualTo(ProjectionType.KEYS_ONLY);
                });
        assertThat(template.table("BacklogTable").ttlAttribute()).contains("expires_at");
        FunctionSpec sender = template.function("SenderFunction");
        assertThat(Duration.parse(sender.environment().get("PROBE_LEASE")))
                .as("a check lives as long as the sender's invocation; two would be at work at once")
                .isGreaterThan(sender.timeout());
        assertThat(clock.environment())
                .containsEntry("PROBE_LEASE", sender.environment().get("PROBE_LEASE"));
        assertThat(clock.environment())
                .containsEntry("RETRY_QUEUE", sender.environment().get("RETRY_QUEUE"));
    }

    @Test
    void stretchesEveryTimeOutByOneFactorAsFarAsSqsAllows() throws IOException {
        Template template = Template.read(Path.of("../../template.yaml"), Map.of(), HERE);
        Template slow = template.stretched(10);
        assertThat(template.functions())
                .allSatisfy((id, function) -> assertThat(slow.function(id).timeout())
                        .isEqualTo(function.timeout().multipliedBy(10)));
        assertThat(slow.queue("RetryQueue").attributes()).containsEntry("VisibilityTimeout", "1800");
        assertThat(slow.queue("RetryDeadLetters").attributes()).containsEntry("VisibilityTimeout", "300");
        assertThat(template.stretched(1_000).queue("RetryQueue").attributes())
                .containsEntry("VisibilityTimeout", "43200");
        assertThat(template.stretched(1)).isEqualTo(template);
        assertThatThrownBy(() -> template.stretched(0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void whoChangesADeclaredTemplateChangesItForNobodyElse() throws IOException {
        Path file = Files.writeString(directory.resolve("template.yaml"), "Resources: {A: {Type: T}}");
        JsonNode changed = Template.declared(file);
        ((ObjectNode) changed.path("Resources")).removeAll();
        assertThat(Template.declared(file).at("/Resources/A/Type").asText()).isEqualTo("T");
    }

    private Template read(String yaml) throws IOException {
        return Template.read(Files.writeString(directory.resolve("template.yaml"), yaml), Map.of(), HERE);
    }
}
