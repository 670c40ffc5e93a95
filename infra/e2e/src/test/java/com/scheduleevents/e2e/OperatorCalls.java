package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.operator.Operator;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Runs the operator's commands on a running local cloud.
 *
 * @param file the description of that cloud
 */
record OperatorCalls(Path file) {

    /** The output and exit status of a command. */
    record Ran(int status, String out, String err) {}

    /** Runs a command that must succeed. @return its output */
    String run(String... arguments) {
        Ran ran = execute(arguments);
        assertThat(ran.status()).as(ran.err()).isZero();
        return ran.out();
    }

    Ran execute(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int status = Operator.commandLine(arguments)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(with(arguments, "--local", file.toString()));
        return new Ran(status, out.toString(), err.toString());
    }

    static String[] with(String[] arguments, String... more) {
        return Stream.concat(Stream.of(arguments), Stream.of(more)).toArray(String[]::new);
    }
}
