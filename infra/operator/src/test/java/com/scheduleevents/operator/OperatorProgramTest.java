package com.scheduleevents.operator;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.OptionalMail;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.domain.delivery.ShownStatus;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import picocli.CommandLine;

/** Tests the operator's program as a whole: help, version and completion. */
class OperatorProgramTest {

    @Test
    void helpNamesEveryCommand() {
        assertThat(run("--help"))
                .contains(
                        "account",
                        "clinic",
                        "key",
                        "webhook",
                        "dead-letters",
                        "fan-out",
                        "usage",
                        "mail-sender",
                        "completion");
        assertThat(run("webhook", "--help")).contains("list", "show", "deliveries", "enable", "disable", "redeliver");
        assertThat(run("webhook", "list", "--help")).contains("SCHEDULE_EVENTS_STACK");
    }

    @Test
    void commandsHaveTheNamesOfTheirAnnotations() {
        assertThat(Operator.commandLine("completion").getSubcommands())
                .allSatisfy(
                        (name, command) -> assertThat(command.getCommandName()).isEqualTo(name));
    }

    @Test
    void helpComesWithoutArgumentsAndOnACommand() {
        assertThat(run()).isEqualTo(run("--help")).isEqualTo(run("help"));
        assertThat(run("help", "help")).isEqualTo(run("help"));
        assertThat(run("webhook")).isEqualTo(run("webhook", "--help"));
        assertThat(run("help", "account", "open"))
                .isEqualTo(run("account", "open", "--help"))
                .contains("--email");
    }

    @Test
    void whatIsSpelledAlikeIsSuggested() {
        assertThat(refused(2, "acount", "list")).startsWith("There is no command acount. Did you mean account?");
        assertThat(refused(2, "account", "lst")).startsWith("There is no command lst. Did you mean list?");
        assertThat(refused(2, "account", "list", "--jsn")).startsWith("There is no option --jsn. Did you mean --json?");
        assertThat(refused(2, "account", "list", "acc_1")).startsWith("'acc_1' is one argument too many.");
    }

    /** As with other tools; {@code --local} without a file takes no word of the command for one. */
    @Test
    void deploymentMayBeNamedBeforeTheCommand() {
        String expected = refused(1, "account", "list", "--local=none.json");
        assertThat(expected).contains("none.json");
        assertThat(refused(1, "--local=none.json", "account", "list")).isEqualTo(expected);
        assertThat(refused(1, "--json", "account", "--local=none.json", "list")).isEqualTo(expected);
        assertThat(refused(1, "--local", "webhook", "show", "acc_1", "whk_1"))
                .isEqualTo(refused(1, "webhook", "show", "acc_1", "whk_1", "--local"))
                .contains("target/local-cloud.json");
        assertThat(refused(2, "--stack", "one", "account", "list", "--local"))
                .isEqualTo(refused(2, "account", "list", "--stack", "one", "--local"))
                .contains("Say which deployment");
    }

    private static String refused(int status, String... arguments) {
        StringWriter err = new StringWriter();
        assertThat(Operator.commandLine(arguments).setErr(new PrintWriter(err)).execute(arguments))
                .isEqualTo(status);
        return err.toString();
    }

    @Test
    void versionIsPrinted() {
        assertThat(run("--version")).startsWith("operator ");
    }

    /** Enums have other names in Java than on the command line; their constants would be offered where an option names none. */
    @Test
    void completionOffersWhatTheCommandsTake() {
        String script = run("completion");
        assertThat(script).contains("pending", "not_sent", "events:read", "webhook_registered");
        Stream.of(ShownStatus.values(), Scope.values(), OptionalMail.values())
                .flatMap(Arrays::stream)
                .map(Enum::name)
                .forEach(constant -> assertThat(script).doesNotContainPattern("\\b" + constant + "\\b"));
        everyCommand(Operator.commandLine("completion"))
                .flatMap(command -> command.getCommandSpec().args().stream())
                .filter(argument -> argument.auxiliaryTypes()[0].isEnum())
                .forEach(argument -> assertThat(argument.completionCandidates())
                        .as(argument.paramLabel())
                        .allMatch(offered -> offered.equals(offered.toLowerCase(Locale.ROOT))));
    }

    private static Stream<CommandLine> everyCommand(CommandLine command) {
        return Stream.concat(
                Stream.of(command),
                command.getSubcommands().values().stream().flatMap(OperatorProgramTest::everyCommand));
    }

    @Test
    @ResourceLock("programs")
    void completionIsAScriptThatBashReads(@TempDir Path directory) throws IOException, InterruptedException {
        String script = run("completion");
        assertThat(script).contains("redeliver", "--dry-run");
        Path file = Files.writeString(directory.resolve("completion"), script);
        Process bash = new ProcessBuilder("bash", "-n", file.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(bash.waitFor()).as(said).isZero();
    }

    private static String run(String... arguments) {
        StringWriter out = new StringWriter();
        int status =
                Operator.commandLine(arguments).setOut(new PrintWriter(out)).execute(arguments);
        assertThat(status).isZero();
        return out.toString();
    }
}
