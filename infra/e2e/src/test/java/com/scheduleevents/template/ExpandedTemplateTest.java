package com.scheduleevents.template;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what CloudFormation gets: template.yaml with the resources that SAM makes of it. Some mistakes are visible only there. */
class ExpandedTemplateTest {

    /** CloudFormation's quota. */
    private static final int RESOURCES_OF_A_STACK = 500;

    /** The parameters of the deployment {@code prod} in samconfig.toml. */
    private static final Pattern PROD =
            Pattern.compile("(?s)\\[prod\\.deploy\\.parameters].*?\\nparameter_overrides = \"(?<parameters>[^\"]*)\"");

    @TempDir
    private Path directory = Path.of("");

    @Test
    void defaultProdAndEverythingLintWithoutAFinding() throws IOException, InterruptedException {
        Map<String, Expansion> expansions = new LinkedHashMap<>();
        expansions.put("default", SamTranslator.expand(directory, Map.of("MailFrom", "a@clinic-events.example")));
        expansions.put("prod", SamTranslator.expand(directory, prod()));
        expansions.put("everything", SamTranslator.expand(directory, everything()));

        assertThat(SamTranslator.lint(directory, expansions)).isEmpty();
        assertThat(SamTranslator.lintDecided(directory, expansions)).isEmpty();
        assertThat(expansions.values())
                .extracting(expansion -> expansion.root().path("Resources").size())
                .allMatch(resources -> resources > 200 && resources <= RESOURCES_OF_A_STACK);
    }

    /** The circle that CloudFormation would refuse: the stage of the API, which an alarm of the API's alias names. */
    @Test
    void circleBetweenAnAlarmAndTheApiIsFound() throws IOException, InterruptedException {
        Path circular = directory.resolve("circular.yaml");
        String text = Files.readString(DeclaredTemplate.FILE);
        String literal = "{Name: Stage, Value: v1}";
        assertThat(text).containsOnlyOnce(literal);
        Files.writeString(circular, text.replace(literal, "{Name: Stage, Value: !Sub \"${Api.Stage}\"}"));

        assertThat(SamTranslator.lint(directory, Map.of("circular", SamTranslator.expand(directory, circular, prod()))))
                .anyMatch(finding -> finding.contains("E3004"));
    }

    /** So that whatever fails in the first deployment leaves nothing behind that costs money, holds a name or has to be deleted by hand. */
    @Test
    void nothingOutlivesAStackWhoseDataIsNotProtected() throws IOException, InterruptedException {
        Expansion first = SamTranslator.expand(directory, Map.of("ProtectData", "false"));
        Expansion later = SamTranslator.expand(directory, Map.of("ProtectData", "true"));

        assertThat(first.resources().properties())
                .as("there are resources to look at")
                .hasSizeGreaterThan(200)
                .allSatisfy(resource -> {
                    assertThat(keeps(resource.getValue())).as(resource.getKey()).isFalse();
                });
        assertThat(later.resources().properties())
                .filteredOn(resource -> keeps(resource.getValue()))
                .hasSizeGreaterThanOrEqualTo(13);
    }

    private static boolean keeps(JsonNode resource) {
        return resource.path("DeletionPolicy").asText().startsWith("Retain")
                || resource.at("/Properties/DeletionProtectionEnabled").asBoolean();
    }

    private static Map<String, String> prod() throws IOException {
        Matcher prod = PROD.matcher(Files.readString(DeclaredTemplate.FILE.resolveSibling("samconfig.toml")));
        assertThat(prod.find()).isTrue();
        Map<String, String> parameters = new TreeMap<>();
        for (String parameter : prod.group("parameters").split(" ", -1)) {
            String[] parts = parameter.split("=", 2);
            parameters.put(parts[0], parts[1]);
        }
        assertThat(parameters).containsEntry("DeploymentPace", "Canary10Percent5Minutes");
        return parameters;
    }

    private static Map<String, String> everything() {
        Map<String, String> parameters = new TreeMap<>();
        ParameterExamples.names().forEach(name -> parameters.put(name, ParameterExamples.other(name)));
        parameters.put("ProtectData", "true");
        parameters.put("ReserveConcurrency", "true");
        return parameters;
    }
}
