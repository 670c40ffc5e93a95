package com.scheduleevents.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

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
    void helpComesWithoutArgumentsAndOnACommand() {
        assertThat(run()).isEqualTo(run("--help")).isEqualTo(run("help"));
        assertThat(run("webhook")).isEqualTo(run("webhook", "--help"));
        assertThat(run("help", "account", "open"))
                .isEqualTo(run("account", "open", "--help"))
                .contains("--email");
    }

    @Test
    void whatIsSpelledAlikeIsSuggested() {
        StringWriter err = new StringWriter();
        int status = Operator.commandLine("acount", "list")
                .setErr(new PrintWriter(err))
                .execute("acount", "list");
        assertThat(status).isEqualTo(2);
        assertThat(err.toString()).contains("Did you mean account?");
    }

    @Test
    void versionIsPrinted() {
        assertThat(run("--version")).startsWith("operator ");
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
