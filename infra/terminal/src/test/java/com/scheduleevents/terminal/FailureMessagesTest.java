package com.scheduleevents.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Tests what a program says when a command fails, and its exit status. */
class FailureMessagesTest {

    private static final CommandProgram PROGRAM = new CommandProgram(
            "program",
            "Fails.",
            new CommandNames(new CommandNames.Named("fail", Fail.class, "Fails.")),
            Set.of(),
            Map.of(),
            failure -> failure instanceof UncheckedIOException
                    ? Optional.of("The disk is full: delete a file.")
                    : Optional.empty());

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            command   | 1 | There is no such file.
            arguments | 2 | Say which file. See: program fail --help
            known     | 1 | The disk is full: delete a file.
            other     | 1 | The command failed (IllegalStateException). Nothing was changed.
            changed   | 1 | The command failed (IllegalStateException). Check what it has done before you repeat it.
            """)
    void failureIsOneLineThatSaysWhatToDo(String how, int status, String said) {
        assertThat(failed("fail", how)).isEqualTo(List.of(Integer.toString(status), said));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            fail         | Missing required parameter: 'HOW'. See: program fail --help
            fail a b     | 'b' is one argument too many. See: program fail --help
            fail a --max | Missing required parameter for option '--max' (<max>). See: program fail --help
            fal          | There is no command fal. Did you mean fail? See: program --help
            """)
    void wrongArgumentsAreRefusedWithAWholeSentence(String words, String said) {
        assertThat(failed(words.split(" "))).isEqualTo(List.of("2", said));
    }

    @Test
    void nothingIsSaidOfChangesByACommandThatChangesNothing() {
        CommandProgram program = new CommandProgram(
                "program",
                "Fails.",
                new CommandNames(new CommandNames.Named("read", Read.class, "Fails.")),
                Set.of(),
                Map.of(),
                _ -> Optional.empty());
        assertThat(failed(program, "read")).isEqualTo(List.of("1", "The command failed (IllegalStateException)."));
    }

    private static List<String> failed(String... arguments) {
        return failed(PROGRAM, arguments);
    }

    /** The exit status, and what was printed on the error stream. */
    private static List<String> failed(CommandProgram program, String... arguments) {
        StringWriter err = new StringWriter();
        int status = program.commandLine(CommandLine.defaultFactory(), List.of(), _ -> {}, arguments)
                .setErr(new PrintWriter(err))
                .execute(arguments);
        return List.of(Integer.toString(status), err.toString().strip());
    }

    @Command(name = "fail")
    static final class Fail implements Callable<Integer>, MayChange {

        @Parameters(paramLabel = "HOW")
        private String how = "";

        @Option(names = "--max")
        private int max;

        @Override
        public Integer call() {
            throw switch (how) {
                case "command" -> new CommandFailure("There is no such file.");
                case "arguments" -> new InvalidArguments("Say which file.");
                case "known" -> new UncheckedIOException(new java.io.IOException("no space"));
                default -> new IllegalStateException("a defect, limit " + max);
            };
        }

        @Override
        public boolean mayHaveChanged() {
            return how.equals("changed");
        }
    }

    @Command(name = "read")
    static final class Read implements Runnable {

        @Override
        public void run() {
            throw new IllegalStateException("a defect");
        }
    }
}
