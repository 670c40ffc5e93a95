package com.scheduleevents.ministack;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.scheduleevents.cloud.template.Template;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What MiniStack gets is the project's template, but for what {@link MiniStackTemplate} names. */
class MiniStackTemplateTest {

    private static final Path TEMPLATE = Path.of("..", "..", "template.yaml");

    @Test
    void nothingElseThanIsNamedChanges() throws IOException {
        JsonNode template = Template.declared(TEMPLATE);

        JsonNode derived = MiniStackTemplate.of(template, jar -> "packages/" + jar);

        Set<String> changed = names(template)
                .filter(section -> !template.path(section).equals(derived.path(section)))
                .collect(Collectors.toSet());
        assertThat(changed).containsExactlyInAnyOrder("Globals", "Resources");
        assertThat(derived.at("/Globals/Function/Runtime").asText()).isEqualTo("provided.al2023");
        assertThat(names(template.path("Resources"))
                        .filter(id -> !derived.path("Resources").has(id)))
                .isNotEmpty()
                .allSatisfy(id -> assertThat(
                                template.path("Resources").path(id).path("Type").asText())
                        .matches("AWS::(CloudWatch::.*|Logs::MetricFilter)"));
        names(derived.path("Resources")).forEach(id -> {
            JsonNode before = template.path("Resources").path(id);
            JsonNode after = derived.path("Resources").path(id);
            Set<String> properties = names(before.path("Properties"))
                    .filter(name -> !before.path("Properties")
                            .path(name)
                            .equals(after.path("Properties").path(name)))
                    .collect(Collectors.toSet());
            assertThat(allowed(before.path("Type").asText())).as(id).containsAll(properties);
        });
    }

    private static Set<String> allowed(String type) {
        return switch (type) {
            case "AWS::Serverless::Function" ->
                Set.of(
                        "CodeUri",
                        "Events",
                        "SnapStart",
                        "AutoPublishAliasAllProperties",
                        "DeploymentPreference",
                        "Timeout");
            case "AWS::Serverless::Api" -> Set.of("GatewayResponses", "Auth");
            case "AWS::Lambda::EventSourceMapping" -> Set.of("FunctionName", "ScalingConfig", "FilterCriteria");
            default -> Set.of();
        };
    }

    @Test
    void attributeThatMustNotBeThereIsNamedWithoutItsType() throws IOException {
        JsonNode derived = MiniStackTemplate.of(Template.declared(TEMPLATE), jar -> jar);

        assertThat(patterns(derived))
                .contains("{\"eventName\":[\"INSERT\"],\"dynamodb\":{\"NewImage\":{\"void\":[{\"exists\":false}]}}}");
        assertThat(patterns(derived).stream().filter(pattern -> !pattern.contains("exists")))
                .hasSizeGreaterThan(1)
                .isEqualTo(patterns(Template.declared(TEMPLATE)).stream()
                        .filter(pattern -> !pattern.contains("exists"))
                        .toList());
    }

    private static List<String> patterns(JsonNode template) {
        return template.findValues("Pattern").stream()
                .filter(JsonNode::isTextual)
                .map(JsonNode::asText)
                .toList();
    }

    @Test
    void shortTimeoutsAreStretchedBelowTheVisibilityOfTheirQueues() throws IOException {
        JsonNode template = new ObjectMapper().readTree("""
                {"Globals": {"Function": {"Timeout": 20}}, "Resources": {
                  "Short": {"Type": "AWS::Serverless::Function", "Properties": {"CodeUri": "a", "Timeout": 60}},
                  "Long": {"Type": "AWS::Serverless::Function", "Properties": {"CodeUri": "a", "Timeout": 300}},
                  "Given": {"Type": "AWS::Serverless::Function", "Properties": {"CodeUri": "a", "Timeout": {"Ref": "P"}}}}}""");

        JsonNode derived = MiniStackTemplate.of(template, jar -> jar);

        assertThat(derived.at("/Globals/Function/Timeout").asInt()).isEqualTo(60);
        assertThat(derived.at("/Resources/Short/Properties/Timeout").asInt()).isEqualTo(180);
        assertThat(derived.at("/Resources/Long/Properties/Timeout").asInt()).isEqualTo(300);
        assertThat(derived.at("/Resources/Given/Properties/Timeout/Ref").asText())
                .isEqualTo("P");
    }

    @Test
    void anyBecomesTheMethodsAndTheRestOfAnEventStays() throws IOException {
        JsonNode template = new ObjectMapper().readTree("""
                {"Resources": {"One": {"Type": "AWS::Serverless::Function", "Properties": {
                  "CodeUri": "one.jar", "SnapStart": {"ApplyOn": "PublishedVersions"},
                  "Events": {
                    "List": {"Type": "Api", "Properties": {"Path": "/events", "Method": "ANY"}},
                    "Page": {"Type": "Api", "Properties": {"Path": "/page", "Method": "ANY", "Auth": {"Authorizer": "NONE"}}},
                    "Asked": {"Type": "Api", "Properties": {"Path": "/events", "Method": "OPTIONS"}},
                    "Hourly": {"Type": "Schedule", "Properties": {"Schedule": "rate(1 hour)"}},
                    "KeepActive": {"Type": "Schedule", "Properties": {"Schedule": "rate(5 days)", "Input": "{}"}}}}}}}""");

        JsonNode one = MiniStackTemplate.of(template, jar -> "/packages/" + jar).at("/Resources/One/Properties");

        assertThat(one.path("CodeUri").asText()).isEqualTo("/packages/one.jar");
        assertThat(one.has("SnapStart")).isFalse();
        assertThat(names(one.path("Events")))
                .containsExactlyInAnyOrder(
                        "ListGet",
                        "ListHead",
                        "ListPost",
                        "ListPut",
                        "ListPatch",
                        "ListDelete",
                        "PageGet",
                        "PageHead",
                        "PagePost",
                        "PagePut",
                        "PagePatch",
                        "PageDelete",
                        "PageOptions",
                        "Asked",
                        "Hourly");
        assertThat(one.at("/Events/ListGet").toString())
                .isEqualTo("{\"Type\":\"Api\",\"Properties\":{\"Path\":\"/events\",\"Method\":\"GET\"}}");
        assertThat(one.path("Events").path("Hourly")).isEqualTo(template.at("/Resources/One/Properties/Events/Hourly"));
    }

    @Test
    void thereAreNoVersionsSoThatWhatInvokesAnAliasInvokesTheFunction() throws IOException {
        JsonNode derived = MiniStackTemplate.of(Template.declared(TEMPLATE), jar -> "packages/" + jar);

        assertThat(names(derived.at("/Globals/Function")))
                .doesNotContain("SnapStart", "AutoPublishAlias", "VersionDeletionPolicy", "DeploymentPreference");
        assertThat(derived.toString()).doesNotContain(".Alias");
        assertThat(derived.at("/Resources/Api/Properties/Auth/Authorizers/ApiKey/FunctionArn/Fn::GetAtt")
                        .toString())
                .isEqualTo("[\"AuthorizerFunction\",\"Arn\"]");
    }

    private static Stream<String> names(JsonNode object) {
        return object.propertyStream().map(java.util.Map.Entry::getKey);
    }
}
