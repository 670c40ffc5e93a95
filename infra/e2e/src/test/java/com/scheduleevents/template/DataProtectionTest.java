package com.scheduleevents.template;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.cloud.template.PseudoParameters;
import com.scheduleevents.cloud.template.Template;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Tests that the data of the stack can be restored and outlives the stack, unless its parameters say otherwise, and who may read it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DataProtectionTest {

    private final DeclaredTemplate declared = new DeclaredTemplate();

    DataProtectionTest() throws IOException {}

    @Test
    void tablesAreProtectedAndCanBeRestored() {
        assertThat(declared.resources("AWS::DynamoDB::Table")).isNotEmpty().allSatisfy((id, table) -> {
            JsonNode properties = table.path("Properties");
            // Every table is encrypted. With this property it would be with a key of the account, whose use costs
            // something.
            assertThat(properties.has("SSESpecification")).as(id).isFalse();
            assertProtected(id, properties.path("DeletionProtectionEnabled"), "true", "false");
            JsonNode restorable = properties.at("/PointInTimeRecoverySpecification/PointInTimeRecoveryEnabled");
            if (id.equals("ResponsesTable")) {
                // A backup would keep the responses of receivers longer than the seven days that owners are told.
                assertThat(restorable.toString()).isEqualTo("false");
            } else {
                assertProtected(id, restorable, "true", "false");
            }
            assertKept(id, table);
        });
    }

    @Test
    void kmsKeyOutlivesTheStackAndIsRotated() {
        assertThat(declared.resources("AWS::KMS::Key")).isNotEmpty().allSatisfy((id, key) -> {
            assertThat(key.at("/Properties/EnableKeyRotation").asBoolean())
                    .as(id)
                    .isTrue();
            assertKept(id, key);
        });
    }

    @Test
    void dataIsProtectedByDefault() {
        assertThat(declared.at("/Parameters/ProtectData/Default").asText()).isEqualTo("true");
        assertThat(declared.at("/Conditions/ProtectsData").toString())
                .isEqualTo("{\"Fn::Equals\":[{\"Ref\":\"ProtectData\"},\"true\"]}");
    }

    /** Everything else on queues is in the tables too. */
    @Test
    void changesThatAreNotRecordedYetOutliveTheStack() {
        Set<String> kept = Set.of("ChangesQueue", "ChangesDeadLetters");
        assertThat(declared.resources("AWS::SQS::Queue"))
                .containsKeys("ChangesQueue", "ChangesDeadLetters")
                .allSatisfy((id, queue) -> {
                    if (kept.contains(id)) {
                        assertKept(id, queue);
                    } else {
                        assertThat(queue.has("DeletionPolicy")).as(id).isFalse();
                    }
                });
        assertThat(declared.at("/Resources/ChangesQueue/Properties/RedrivePolicy/deadLetterTargetArn/Fn::GetAtt/0")
                        .asText())
                .isEqualTo("ChangesDeadLetters");
    }

    @Test
    void queuesAreEncryptedAndRequireTls() {
        Set<String> queues = declared.resources("AWS::SQS::Queue").keySet();
        assertThat(declared.resources("AWS::SQS::Queue")).allSatisfy((id, queue) -> assertThat(
                        queue.at("/Properties/SqsManagedSseEnabled").asBoolean())
                .as(id)
                .isTrue());
        // The last of several policies of a queue would be the one that counts.
        assertThat(declared.resources("AWS::SQS::QueuePolicy").values().stream()
                        .flatMap(policy -> policy.at("/Properties/Queues").valueStream())
                        .map(queue -> queue.path("Ref").asText()))
                .isNotEmpty()
                .containsExactlyInAnyOrderElementsOf(queues);
        for (String type : List.of("AWS::SQS::QueuePolicy", "AWS::SNS::TopicPolicy")) {
            assertThat(declared.resources(type)).hasSize(2).allSatisfy((id, policy) -> assertThat(
                            policy.at("/Properties/PolicyDocument/Statement").valueStream())
                    .as(id)
                    .anySatisfy(DataProtectionTest::assertDeniesWithoutTls));
        }
    }

    @Test
    void logRetentionAndTracingFollowTheParameters() throws IOException {
        assertThat(declared.resources("AWS::Logs::LogGroup")).hasSize(1).allSatisfy((id, group) -> {
            assertThat(group.at("/Properties/RetentionInDays/Ref").asText()).isEqualTo("LogDays");
            assertKept(id, group);
        });
        assertThat(declared.at("/Globals/Function/LoggingConfig/LogGroup/Ref").asText())
                .isEqualTo("Logs");
        assertThat(declared.at("/Globals/Function/LoggingConfig/LogFormat").asText())
                .isEqualTo("JSON");
        // SAM allows to write traces unless it sees that this is Disabled, and it sees parameters, but no conditions.
        assertThat(declared.at("/Globals/Function/Tracing").toString()).isEqualTo("{\"Ref\":\"Tracing\"}");
        assertThat(declared.at("/Parameters/Tracing/AllowedValues")
                        .valueStream()
                        .map(JsonNode::asText))
                .containsExactly("Active", "Disabled");
        assertThat(declared.resources("AWS::Serverless::Function")).allSatisfy((id, function) -> {
            assertThat(function.at("/Properties").has("LoggingConfig")).as(id).isFalse();
            assertThat(function.at("/Properties").has("Tracing")).as(id).isFalse();
        });
        assertThat(Template.read(
                                DeclaredTemplate.FILE,
                                Map.of("Tracing", "Active", "ProtectData", "false", "AlarmEmail", "ops@clinic.example"),
                                PseudoParameters.local(URI.create("http://127.0.0.1:1")))
                        .tables())
                .isNotEmpty();
    }

    private static void assertProtected(String id, JsonNode value, String when, String otherwise) {
        assertThat(value.toString()).as(id).isEqualTo("{\"Fn::If\":[\"ProtectsData\"," + when + "," + otherwise + "]}");
    }

    private static void assertKept(String id, JsonNode resource) {
        assertProtected(id, resource.path("DeletionPolicy"), "\"Retain\"", "\"Delete\"");
        assertProtected(id, resource.path("UpdateReplacePolicy"), "\"Retain\"", "\"Delete\"");
    }

    private static void assertDeniesWithoutTls(JsonNode statement) {
        assertThat(statement.path("Effect").asText()).isEqualTo("Deny");
        assertThat(statement.path("Principal").asText()).isEqualTo("*");
        assertThat(statement.at("/Condition/Bool/aws:SecureTransport").asText()).isEqualTo("false");
    }
}
