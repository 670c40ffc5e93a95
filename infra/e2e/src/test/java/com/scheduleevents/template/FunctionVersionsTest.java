package com.scheduleevents.template;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.emulator.template.Template;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Tests how template.yaml deploys new versions of functions. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FunctionVersionsTest {

    private final JsonNode template;

    FunctionVersionsTest() throws IOException {
        template = Template.declared(Path.of("..", "..", "template.yaml"));
    }

    /** Otherwise a deployment that changes only a variable would have no effect, because the alias would not move. */
    @Test
    void everyChangeOfAFunctionPublishesAVersion() {
        functions().forEach((id, properties) -> assertThat(
                        properties.path("AutoPublishAliasAllProperties").asBoolean())
                .as(id)
                .isTrue());
        assertThat(template.at("/Globals/Function/AutoPublishAlias").asText()).isNotBlank();
    }

    /** The versions of a region may have 75 GB; SAM keeps each for ever unless it is told otherwise. */
    @Test
    void versionIsDeletedWhenItIsReplaced() {
        assertThat(template.at("/Globals/Function/VersionDeletionPolicy").asText())
                .isEqualTo("Delete");
        assertThat(functions().values())
                .noneMatch(function -> function.has("VersionDeletionPolicy"))
                .noneMatch(function -> function.has("DeletionPolicy"));
    }

    /** Without the alias the gateway would invoke the newest code at once, whatever the pace of the deployment. */
    @Test
    void gatewayInvokesTheAliasOfTheAuthorizer() {
        assertThat(template.at("/Resources/Api/Properties/Auth/Authorizers/ApiKey/FunctionArn")
                        .toString())
                .isEqualTo("{\"Fn::Sub\":\"${AuthorizerFunction.Alias}\"}");
    }

    @Test
    void errorsOfEveryFunctionRollTheDeploymentBack() {
        List<String> alarms =
                template.at("/Globals/Function/DeploymentPreference/Alarms").findValuesAsText("Ref");
        Set<String> watched = alarms.stream()
                .map(template.path("Resources")::path)
                .flatMap(FunctionVersionsTest::functionNames)
                .collect(Collectors.toSet());

        assertThat(alarms).allMatch(template.path("Resources")::has);
        assertThat(watched).isEqualTo(functions().keySet());
    }

    @Test
    void everyAllowedPaceHasAMapping() {
        Set<String> paces = template.at("/Mappings/DeploymentPaces")
                .propertyStream()
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());

        assertThat(template.at("/Parameters/DeploymentPace/AllowedValues"))
                .extracting(JsonNode::asText)
                .containsExactlyInAnyOrderElementsOf(paces);
    }

    private static Stream<String> functionNames(JsonNode alarm) {
        return alarm.findValues("Dimensions").stream()
                .flatMap(dimensions -> dimensions.valueStream())
                .filter(dimension -> dimension.path("Name").asText().equals("FunctionName"))
                .map(dimension -> dimension.at("/Value/Ref").asText());
    }

    private Map<String, JsonNode> functions() {
        return template.path("Resources")
                .propertyStream()
                .filter(resource -> resource.getValue().path("Type").asText().equals("AWS::Serverless::Function"))
                .collect(Collectors.toMap(
                        Map.Entry::getKey, resource -> resource.getValue().path("Properties")));
    }
}
