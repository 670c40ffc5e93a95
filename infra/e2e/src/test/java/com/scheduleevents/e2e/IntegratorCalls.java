package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.cli.ClinicEvents;
import com.scheduleevents.cli.process.ProcessContext;
import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;

/**
 * Runs the commands of integrators on a running cloud.
 *
 * @param api its URL
 * @param key the API key
 * @param home the directory of profiles
 */
record IntegratorCalls(URI api, String key, Path home) {

    /** The output and exit status of a command. */
    record Ended(int status, String out, String err) {}

    /** Runs a command that must succeed. @return its output */
    String run(String... arguments) {
        Ended ended = execute("", arguments);
        assertThat(ended.status()).as(ended.err()).isZero();
        return ended.out();
    }

    /** @param input what the command reads from standard input */
    Ended execute(String input, String... arguments) {
        ProcessContext process = ProcessContext.ofProcess();
        ProcessContext context = new ProcessContext(
                Map.of("CLINIC_EVENTS_API", api.toString(), "CLINIC_EVENTS_KEY", key),
                "Linux",
                home,
                new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                process.terminal(),
                Clock.systemUTC(),
                process.pause(),
                process.stop());
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int status = ClinicEvents.commandLine(context, arguments)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
        return new Ended(status, out.toString(), err.toString());
    }
}
