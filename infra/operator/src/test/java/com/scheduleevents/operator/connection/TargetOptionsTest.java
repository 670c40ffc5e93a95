package com.scheduleevents.operator.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.scheduleevents.terminal.CommandFailure;
import com.scheduleevents.terminal.InvalidArguments;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class TargetOptionsTest {

    private static final Map<String, String> SET = Map.of("SCHEDULE_EVENTS_STACK", "schedule-events-prod");

    @Test
    void stackOfTheEnvironmentIsUsedWhenNothingIsGiven() {
        assertThat(stack(SET)).contains("schedule-events-prod");
    }

    @Test
    void optionsWinOverTheEnvironment() {
        assertThat(stack(SET, "--stack", "schedule-events-dev")).contains("schedule-events-dev");
        assertThat(stack(SET, "--local")).isEmpty();
    }

    @Test
    void deploymentHasToBeNamed() {
        refused(Map.of());
        refused(Map.of("SCHEDULE_EVENTS_STACK", " "));
        refused(Map.of(), "--stack", "schedule-events-dev", "--local");
        refused(SET, "--stack", "schedule-events-dev", "--local");
    }

    private static void refused(Map<String, String> variables, String... arguments) {
        assertThatExceptionOfType(InvalidArguments.class)
                .isThrownBy(() -> stack(variables, arguments))
                .withMessageContaining("either --stack NAME");
    }

    /** A failure that nobody foresaw says "Nothing was changed" until then. */
    @Test
    void somethingMayHaveBeenChangedOnceTheDeploymentWasFound(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("local-cloud.json");
        TargetOptions target = options("--local", file.toString());

        assertThatExceptionOfType(CommandFailure.class)
                .isThrownBy(() -> target.run(_ -> {}))
                .withMessageContaining("start the local cloud");
        assertThat(target.mayHaveChanged()).isFalse();

        Files.writeString(file, """
                {"dynamodb_url": "http://localhost:1", "sqs_url": "http://localhost:2", "api_url": "http://localhost:3",
                 "retention": "P90D", "resources": {"AccountsTable": "a", "WebhooksTable": "w"}}
                """);
        assertThat(target.call(tenants -> (int) tenants.deployment().retention().toDays()))
                .isEqualTo(90);
        assertThat(target.mayHaveChanged()).isTrue();
    }

    private static Optional<String> stack(Map<String, String> variables, String... arguments) {
        return options(arguments).stack(variables);
    }

    private static TargetOptions options(String... arguments) {
        TargetOptions options = new TargetOptions();
        CommandLine line = new CommandLine(new Anything());
        line.addMixin("deployment", options);
        line.parseArgs(arguments);
        return options;
    }

    @Command
    private static final class Anything {}
}
