package com.scheduleevents.operator.output;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.operator.output.CommandOutput.Fact;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Tests what commands print. */
class CommandOutputTest {

    /** An account's API key can write any label at a webhook, and the operator's terminal must not obey it. */
    @Test
    void controlCharactersDoNotReachTheTerminal() {
        assertThat(printed()).isEqualToIgnoringNewLines("""
                NAME     SEEN BY
                a\\u001b  b, c\\u0007
                given name  a\\u001b
                seen by     -
                """);
        assertThat(printed("--json"))
                .contains("\"name\" : \"a\\u001B\"", "\"seen_by\" : [ ]")
                .doesNotContain("\u001b");
    }

    private static String printed(String... arguments) {
        StringWriter out = new StringWriter();
        new CommandLine(new Printing()).setOut(new PrintWriter(out)).execute(arguments);
        return out.toString();
    }

    @Command
    private static final class Printing implements Runnable {

        @Mixin
        private CommandOutput output = new CommandOutput();

        @Override
        public void run() {
            output.table(List.of("name", "seen_by"), List.of(List.of("a\u001b", List.of("b", "c\u0007"))), "None.");
            output.facts(new Fact("given_name", "a\u001b"), new Fact("seen_by", List.of()));
        }
    }
}
