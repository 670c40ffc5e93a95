package com.scheduleevents.template;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Tests that every function is invoked at least weekly, so that Lambda keeps its snapshot, which it drops after 14 days. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KeptActiveTest {

    /** Of those that run more often than weekly. */
    private static final Pattern SCHEDULE =
            Pattern.compile("rate\\(1 minute\\)|rate\\([2-6] days\\)|cron\\([0-9]+ [0-9]+ \\* \\* \\? \\*\\)");

    private final DeclaredTemplate declared = new DeclaredTemplate();
    private final SortedMap<String, JsonNode> functions = declared.resources("AWS::Serverless::Function");

    KeptActiveTest() throws IOException {}

    @Test
    void everyFunctionIsInvokedAtLeastWeekly() {
        assertThat(functions).isNotEmpty().allSatisfy((id, function) -> assertThat(schedules(function))
                .as(id)
                .anyMatch(this::isFrequent));
    }

    /** An alarm notices that a function of which the schedule is the work does not run; KeepActive is for those that have none. */
    @Test
    void functionThatAScheduleInvokesAnywayHasNoEventThatKeepsIt() {
        assertThat(functions)
                .allSatisfy(
                        (id, function) -> assertThat(schedules(function)).as(id).hasSize(1));
    }

    /** SAM makes a rule of each schedule, and a permission for it. */
    @Test
    void everyRuleInvokesTheAliasAndMay(@TempDir Path directory) throws IOException, InterruptedException {
        JsonNode resources = SamTranslator.expand(directory, Map.of()).root().path("Resources");
        Map<String, JsonNode> rules = resources
                .propertyStream()
                .filter(ofType("AWS::Events::Rule"))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));

        assertThat(rules.values().stream()
                        .map(rule -> rule.at("/Properties/Targets/0/Arn/Ref").asText())
                        .collect(Collectors.toSet()))
                .isEqualTo(functions.keySet().stream()
                        .map(function -> function + "Aliaslive")
                        .collect(Collectors.toSet()));
        assertThat(rules).allSatisfy((id, rule) -> {
            assertThat(rule.at("/Properties/Targets")).as(id).hasSize(1);
            assertThat(allowed(resources))
                    .contains(
                            List.of(id, rule.at("/Properties/Targets/0/Arn/Ref").asText()));
        });
    }

    /** The rules that may invoke an alias, each with that alias. */
    private static Set<List<String>> allowed(JsonNode resources) {
        return resources
                .propertyStream()
                .filter(ofType("AWS::Lambda::Permission"))
                .map(permission -> permission.getValue().path("Properties"))
                .filter(permission -> permission.path("Principal").asText().equals("events.amazonaws.com"))
                .map(permission -> List.of(
                        permission.at("/SourceArn/Fn::GetAtt/0").asText(),
                        permission.at("/FunctionName/Ref").asText()))
                .collect(Collectors.toSet());
    }

    private static Predicate<Map.Entry<String, JsonNode>> ofType(String type) {
        return resource -> resource.getValue().path("Type").asText().equals(type);
    }

    private static List<JsonNode> schedules(JsonNode function) {
        return function.at("/Properties/Events")
                .valueStream()
                .filter(event -> event.path("Type").asText().equals("Schedule"))
                .map(event -> event.path("Properties"))
                .toList();
    }

    private boolean isFrequent(JsonNode schedule) {
        return !schedule.has("Enabled")
                && SCHEDULE.matcher(schedule.path("Schedule").asText()).matches();
    }
}
