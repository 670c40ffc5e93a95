package com.scheduleevents.cli;

import com.scheduleevents.cli.process.ProcessContext;
import com.scheduleevents.cli.process.Terminal;
import com.scheduleevents.terminal.CommandRehearsal;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the build runs to make the ahead-of-time cache of the program: commands that load the classes that most commands need. Nothing
 * leaves the machine, and nothing is printed: the API that they call is a port on which nothing listens. Each start loads all classes of
 * the cache, so what few commands need is not in it: the HTTP client of {@code listen}, and every command at once for {@code completion}.
 */
final class Rehearsal {

    private static final List<List<String>> COMMANDS = List.of(
            List.of("--version"),
            List.of("--help"),
            List.of("webhooks", "list"),
            List.of("events", "get", "evt_1", "--json"),
            List.of("verify", "--secret", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"));

    private Rehearsal() {}

    /** Runs them. */
    public static void main(String[] arguments) {
        ProcessContext process = ProcessContext.ofProcess();
        ProcessContext context = new ProcessContext(
                Map.of("CLINIC_EVENTS_API", "http://127.0.0.1:1", "CLINIC_EVENTS_KEY", "sk_test_1"),
                "none",
                Path.of(""),
                new ByteArrayInputStream(
                        "Service-Signature: t=1,v1=0\n\n{\"id\":\"evt_1\"}".getBytes(StandardCharsets.UTF_8)),
                new NoTerminal(),
                Clock.systemUTC(),
                _ -> {},
                process.stop());
        CommandRehearsal.run(COMMANDS, words -> ClinicEvents.commandLine(context, words));
    }

    private record NoTerminal() implements Terminal {

        @Override
        public boolean isInteractive() {
            return false;
        }

        @Override
        public Optional<String> secret(String prompt) {
            return Optional.empty();
        }

        @Override
        public Optional<String> line(String prompt) {
            return Optional.empty();
        }
    }
}
