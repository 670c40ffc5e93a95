package com.scheduleevents.operator.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.scheduleevents.operator.output.InvalidArguments;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class DeploymentOptionsTest {

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

    private static Optional<String> stack(Map<String, String> variables, String... arguments) {
        DeploymentOptions options = new DeploymentOptions();
        CommandLine line = new CommandLine(new Anything());
        line.addMixin("deployment", options);
        line.parseArgs(arguments);
        return options.stack(variables);
    }

    @Command
    private static final class Anything {}
}
