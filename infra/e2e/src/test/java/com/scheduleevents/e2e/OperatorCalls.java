package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.operator.Operator;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * The operator's commands, on a local cloud that runs.
 *
 * @param file where that cloud says where it is
 */
record OperatorCalls(Path file) {

    /** What a command said, and how it ended. */
    record Ran(int status, String out, String err) {}

    /** Runs a command that has to do what it is asked to. @return what it said */
    String run(String... arguments) {
        Ran ran = execute(arguments);
        assertThat(ran.status()).as(ran.err()).isZero();
        return ran.out();
    }

    Ran execute(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int status = Operator.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(with(arguments, "--local", file.toString()));
        return new Ran(status, out.toString(), err.toString());
    }

    static String[] with(String[] arguments, String... more) {
        return Stream.concat(Stream.of(arguments), Stream.of(more)).toArray(String[]::new);
    }
}
