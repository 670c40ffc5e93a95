package com.scheduleevents.template;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests the roles, and some other resources, that SAM makes of template.yaml. The embedded cloud refuses the event sources for which SAM adds
 * managed policies, too.
 */
class ManagedPoliciesTest {

    private static final Path TEMPLATE = DeclaredTemplate.FILE;

    /** What a function may do anywhere: write its log, and, if requests are traced, traces. */
    private static final String LOGS = "arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole";

    private static final List<String> TRACES = List.of(
            "arn:aws:iam::aws:policy/AWSXrayWriteOnlyAccess", "arn:aws:iam::aws:policy/AWSXRayDaemonWriteAccess");

    private static final Map<String, String> GRADUAL = Map.of("DeploymentPace", "Canary10Percent5Minutes");

    /** What SAM adds for a VpcConfig, even if it is conditional: network interfaces, anywhere. */
    private static final String NETWORK = "arn:aws:iam::aws:policy/service-role/AWSLambdaVPCAccessExecutionRole";

    @TempDir
    private Path directory = Path.of("");

    @Test
    void noRoleAllowsMoreThanItsOwnResourcesButLogs() throws IOException, InterruptedException {
        SortedMap<String, JsonNode> roles = ofFunctions(roles(TEMPLATE, Map.of()));

        assertThat(roles).hasSizeGreaterThan(10);
        roles.forEach((id, role) -> {
            assertThat(managed(role))
                    .as(id)
                    .allMatch(policy -> policy.equals(LOGS) || (policy.equals(NETWORK) && deniesNetworks(role)));
            assertThat(statements(role, "Allow").map(statement -> statement.path("Resource")))
                    .as(id)
                    .noneMatch(ManagedPoliciesTest::isEverything);
        });
    }

    @Test
    void roleAllowsTracesOnlyWhereRequestsAreTraced() throws IOException, InterruptedException {
        assertThat(ofFunctions(roles(TEMPLATE, Map.of("Tracing", "Active"))).values())
                .isNotEmpty()
                .allMatch(role -> managed(role).stream().anyMatch(TRACES::contains));
        assertThat(ofFunctions(roles(TEMPLATE, Map.of("Tracing", "Disabled"))).values())
                .isNotEmpty()
                .noneMatch(role -> managed(role).stream().anyMatch(TRACES::contains));
    }

    /** The condition decides whether there is one; SAM's own role for gradual deployments could have none. */
    @ParameterizedTest
    @ValueSource(strings = {"AllAtOnce", "Canary10Percent5Minutes"})
    void everyRoleHasTheBoundaryOfTheParameter(String pace) throws IOException, InterruptedException {
        assertThat(roles(TEMPLATE, Map.of("DeploymentPace", pace))).isNotEmpty().allSatisfy((id, role) -> assertThat(
                        role.at("/PermissionsBoundary/Fn::If/1/Ref").asText())
                .as(id)
                .isEqualTo("PermissionsBoundary"));
    }

    @Test
    void codeDeployGetsTheRoleOfTheTemplate() throws IOException, InterruptedException {
        assertThat(resources("AWS::CodeDeploy::DeploymentGroup", TEMPLATE, GRADUAL))
                .hasSizeGreaterThan(10)
                .allSatisfy((id, group) -> assertThat(group.at("/Properties/ServiceRoleArn/Fn::GetAtt/0")
                                .asText())
                        .as(id)
                        .isEqualTo("DeploymentRole"));
    }

    @Test
    void everyVersionIsDeletedWhenItIsReplaced() throws IOException, InterruptedException {
        assertThat(resources("AWS::Lambda::Version", TEMPLATE, Map.of()))
                .hasSizeGreaterThan(10)
                .allSatisfy((id, version) -> assertThat(
                                version.path("DeletionPolicy").asText())
                        .as(id)
                        .isEqualTo("Delete"));
    }

    @Test
    void gatewayGetsANumberOfSeconds() throws IOException, InterruptedException {
        List<JsonNode> seconds =
                resources("AWS::ApiGateway::RestApi", TEMPLATE, Map.of("AuthorizerCacheSeconds", "5")).values().stream()
                        .flatMap(api -> api.findValues("authorizerResultTtlInSeconds").stream())
                        .toList();

        assertThat(seconds).singleElement().satisfies(chosen -> assertThat(chosen.toString())
                .isEqualTo("{\"Fn::If\":[\"CachesNoKeys\",0,{\"Fn::If\":[\"CachesKeysBriefly\",5,60]}]}"));
    }

    /** Without the role that deployments use. */
    private static SortedMap<String, JsonNode> ofFunctions(SortedMap<String, JsonNode> roles) {
        SortedMap<String, JsonNode> found = new TreeMap<>(roles);
        found.remove("DeploymentRole");
        return found;
    }

    /** SenderNetworkTest has when it holds: always without a network, and for the function's code with one. */
    private static boolean deniesNetworks(JsonNode role) {
        return statements(role, "Deny")
                .anyMatch(statement ->
                        statement.path("Action").asText().equals("ec2:*") && isEverything(statement.path("Resource")));
    }

    private static Stream<JsonNode> statements(JsonNode role, String effect) {
        return role.path("Policies")
                .valueStream()
                .flatMap(policy -> policy.at("/PolicyDocument/Statement").valueStream())
                .filter(statement -> statement.path("Effect").asText().equals(effect));
    }

    /** The rule does not hold by itself: this is what SAM adds. */
    @Test
    void eventOfSqsWouldAddAManagedPolicy() throws IOException, InterruptedException {
        Path template = Files.writeString(directory.resolve("template.yaml"), """
                Transform: AWS::Serverless-2016-10-31
                Parameters: {}
                Globals: {Function: {Environment: {Variables: {}}}}
                Resources:
                  Queue: {Type: AWS::SQS::Queue}
                  Function:
                    Type: AWS::Serverless::Function
                    Properties:
                      Runtime: java25
                      CodeUri: s3://bucket/code.jar
                      Handler: Any::handleRequest
                      Events:
                        Queue: {Type: SQS, Properties: {Queue: !GetAtt Queue.Arn}}
                """);

        assertThat(managed(roles(template, Map.of()).getOrDefault("FunctionRole", MissingNode.getInstance())))
                .contains("arn:aws:iam::aws:policy/service-role/AWSLambdaSQSQueueExecutionRole");
    }

    private static boolean isEverything(JsonNode resource) {
        return resource.isArray()
                ? resource.valueStream().anyMatch(ManagedPoliciesTest::isEverything)
                : resource.asText().equals("*");
    }

    private static List<String> managed(JsonNode role) {
        return role.path("ManagedPolicyArns")
                .valueStream()
                .map(JsonNode::asText)
                .toList();
    }

    private SortedMap<String, JsonNode> roles(Path template, Map<String, String> parameters)
            throws IOException, InterruptedException {
        SortedMap<String, JsonNode> roles = resources("AWS::IAM::Role", template, parameters);
        roles.replaceAll((_, role) -> role.path("Properties"));
        return roles;
    }

    /** The resources of a type that SAM makes of a template, each whole, by logical id. */
    private SortedMap<String, JsonNode> resources(String type, Path template, Map<String, String> parameters)
            throws IOException, InterruptedException {
        JsonNode expanded =
                SamTranslator.expand(directory, template, parameters).root();
        SortedMap<String, JsonNode> found = new TreeMap<>();
        for (Map.Entry<String, JsonNode> resource : expanded.path("Resources").properties()) {
            if (resource.getValue().path("Type").asText().equals(type)) {
                found.put(resource.getKey(), resource.getValue());
            }
        }
        return found;
    }
}
