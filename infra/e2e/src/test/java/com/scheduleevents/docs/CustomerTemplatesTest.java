package com.scheduleevents.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.deployment.PythonTools;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the CloudFormation templates that customers deploy in their AWS accounts, which no example of the guide runs. */
class CustomerTemplatesTest {

    private static final Pattern TEMPLATE =
            Pattern.compile("(?s)```yaml\n((?:(?!```).)*?^Resources:.*?)```", Pattern.MULTILINE);

    @TempDir
    private Path directory = Path.of("");

    @Test
    void templatesForDestinationsLintWithoutAFinding() throws IOException, InterruptedException {
        List<String> templates = TEMPLATE.matcher(Files.readString(Path.of("../../docs/api/webhooks.md")))
                .results()
                .map(block -> block.group(1))
                .toList();
        assertThat(templates).hasSize(2);
        for (String template : templates) {
            assertThat(lint(template)).isEmpty();
            assertThat(lint(template.replace("!GetAtt Role.Arn", "!GetAtt Rule.Arn")))
                    .contains("E6101");
        }
    }

    private String lint(String template) throws IOException, InterruptedException {
        Path file = Files.writeString(directory.resolve("template.yaml"), template);
        Process linter = new ProcessBuilder(PythonTools.cfnLint().toString(), file.toString())
                .redirectErrorStream(true)
                .start();
        String findings = new String(linter.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        linter.waitFor();
        return findings;
    }
}
