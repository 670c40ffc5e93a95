package com.scheduleevents.template;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.cloud.template.Template;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Tests that a deployment without addresses of its own is rejected before anything is created. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PlaceholdersTest {

    private static final Path SAMCONFIG = Path.of("..", "..", "samconfig.toml");
    private static final Pattern OVERRIDES =
            Pattern.compile("\\[(\\w+)\\.deploy\\.parameters][^\\[]*parameter_overrides = \"([^\"]*)\"");

    private final DeclaredTemplate declared = new DeclaredTemplate();

    PlaceholdersTest() throws IOException {}

    @Test
    void defaultSenderOfMailsIsRejected() throws IOException {
        assertThat(rejected("MailFrom", Template.parameterDefault(DeclaredTemplate.FILE, "MailFrom")))
                .isTrue();
        assertThat(rejected("MailFrom", "webhooks@clinic-events.example")).isFalse();
    }

    @Test
    void prodAsksForBothAddressesAndDevForTheSenderOfMails() throws IOException {
        Map<String, List<String>> asked = Map.of("prod", List.of("MailFrom", "AlarmEmail"), "dev", List.of("MailFrom"));
        Map<String, String> overrides = OVERRIDES
                .matcher(Files.readString(SAMCONFIG))
                .results()
                .collect(Collectors.toMap(match -> match.group(1), match -> match.group(2)));

        assertThat(overrides).containsOnlyKeys(asked.keySet());
        asked.forEach((config, parameters) -> assertThat(
                        Stream.of(overrides.getOrDefault(config, "").split(" "))
                                .map(each -> each.split("=", 2))
                                .filter(each -> rejected(each[0], each[1]))
                                .map(each -> each[0]))
                .as(config)
                .containsExactlyInAnyOrderElementsOf(parameters));
    }

    /** Whether a rule without a condition rejects the value, with a sentence that begins with the parameter's name. */
    private boolean rejected(String parameter, String value) {
        String assertion = "{\"Fn::Not\":[{\"Fn::Equals\":[{\"Ref\":\"%s\"},\"%s\"]}]}".formatted(parameter, value);
        return declared.at("/Rules")
                .valueStream()
                .filter(rule -> !rule.has("RuleCondition"))
                .flatMap(rule -> rule.path("Assertions").valueStream())
                .filter(each -> each.path("AssertDescription").asText().startsWith(parameter + " "))
                .map(each -> each.path("Assert"))
                .map(JsonNode::toString)
                .anyMatch(assertion::equals);
    }
}
