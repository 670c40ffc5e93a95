package com.scheduleevents.template;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.cloud.template.Template;
import java.io.IOException;
import java.nio.file.Path;
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

    /** Otherwise only new code would publish a version; {@link PublishedVersionsTest} shows what does. */
    @Test
    void changedPropertiesOfAFunctionPublishAVersion() {
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
    void itsOwnErrorsAndThoseOfTheApiRollTheDeploymentOfAFunctionBack() {
        functions().forEach((id, properties) -> {
            JsonNode own = properties.at("/DeploymentPreference/Alarms");
            JsonNode effective =
                    own.isMissingNode() ? template.at("/Globals/Function/DeploymentPreference/Alarms") : own;
            Set<String> alarms = Set.copyOf(effective.findValuesAsText("Ref"));

            assertThat(alarms).as(id).contains("ApiErrorsAlarm").allMatch(template.path("Resources")::has);
            assertThat(alarms.stream()
                            .map(template.path("Resources")::path)
                            .flatMap(FunctionVersionsTest::functionNames))
                    .as(id)
                    .contains(id);
        });
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
