package com.scheduleevents.template;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.cloud.sources.SourceSpec;
import com.scheduleevents.cloud.template.PseudoParameters;
import com.scheduleevents.cloud.template.Template;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Tests that every function is invoked at least weekly, so that Lambda keeps its snapshot, which it drops after 14 days. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KeptActiveTest {

    private static final Duration WEEK = Duration.ofDays(7);

    /** The limit of EventBridge. */
    private static final int MAX_TARGETS = 5;

    private final DeclaredTemplate declared = new DeclaredTemplate();
    private final Collection<JsonNode> rules =
            declared.resources("AWS::Events::Rule").values();

    KeptActiveTest() throws IOException {}

    @Test
    void everyFunctionIsInvokedAtLeastWeekly() throws IOException {
        Set<String> invoked = new TreeSet<>(scheduled());
        invoked.addAll(targets());
        assertThat(invoked)
                .isEqualTo(declared.resources("AWS::Serverless::Function").keySet());
    }

    @Test
    void everyRuleRunsAtLeastWeeklyAndHasNoMoreTargetsThanAllowed() {
        assertThat(rules).isNotEmpty().allSatisfy(rule -> {
            assertThat(rule.at("/Properties/ScheduleExpression").asText()).matches("rate\\([2-7] days\\)");
            assertThat(rule.at("/Properties/Targets")).hasSizeLessThanOrEqualTo(MAX_TARGETS);
        });
    }

    @Test
    void everyTargetMayBeInvokedByItsRule() {
        Map<String, String> allowed = declared.resources("AWS::Lambda::Permission").values().stream()
                .map(permission -> permission.path("Properties"))
                .filter(permission -> permission.path("Principal").asText().equals("events.amazonaws.com"))
                .collect(Collectors.toMap(
                        permission -> permission.at("/FunctionName/Fn::Sub").asText(),
                        permission -> permission.at("/SourceArn/Fn::GetAtt/0").asText()));
        Map<String, String> needed = declared.resources("AWS::Events::Rule").entrySet().stream()
                .flatMap(rule -> targets(rule.getValue()).map(target -> Map.entry(target, rule.getKey())))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        assertThat(allowed).isEqualTo(needed);
    }

    private Set<String> targets() {
        return rules.stream()
                .flatMap(KeptActiveTest::targets)
                .map(alias -> alias.replaceFirst("^\\$\\{(\\w+)\\.Alias}$", "$1"))
                .collect(Collectors.toSet());
    }

    private static Stream<String> targets(JsonNode rule) {
        return rule.at("/Properties/Targets").valueStream().map(target -> target.at("/Arn/Fn::Sub")
                .asText());
    }

    private static Set<String> scheduled() throws IOException {
        return Template.read(
                        DeclaredTemplate.FILE, Map.of(), PseudoParameters.local(URI.create("http://127.0.0.1:9324")))
                .functions()
                .values()
                .stream()
                .filter(function -> function.sources().stream()
                        .anyMatch(source -> source instanceof SourceSpec.Schedule schedule
                                && schedule.period().compareTo(WEEK) <= 0))
                .map(function -> function.id())
                .collect(Collectors.toSet());
    }
}
