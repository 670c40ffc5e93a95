package com.scheduleevents.terminal;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Prints why a command failed, on one line without a stack trace, and chooses its exit code. */
final class FailureMessages implements IExecutionExceptionHandler, IParameterExceptionHandler {

    private final Function<Exception, Optional<String>> known;

    /** @param known the sentences of failures that only this program has */
    FailureMessages(Function<Exception, Optional<String>> known) {
        this.known = known;
    }

    @Override
    public int handleExecutionException(Exception failure, CommandLine command, ParseResult parsed) {
        if (failure instanceof InvalidArguments) {
            return invalidArguments(String.valueOf(failure.getMessage()), command);
        }
        return print(command, sentence(failure, command), CommandLine.ExitCode.SOFTWARE);
    }

    @Override
    public int handleParseException(ParameterException failure, String[] arguments) {
        String sentence = failure instanceof UnmatchedArgumentException unmatched
                ? UnmatchedArgument.sentence(unmatched)
                : String.valueOf(failure.getMessage());
        return invalidArguments(sentence, failure.getCommandLine());
    }

    private static int invalidArguments(String sentence, CommandLine command) {
        // Sentences of picocli have no end.
        String ended = sentence.endsWith(".") || sentence.endsWith("?") ? sentence : sentence + ".";
        String help = " See: " + command.getCommandSpec().qualifiedName() + " --help";
        return print(command, ended + help, CommandLine.ExitCode.USAGE);
    }

    private static int print(CommandLine command, String line, int status) {
        command.getErr().println(line);
        command.getErr().flush();
        return status;
    }

    private String sentence(Exception failure, CommandLine command) {
        return failure instanceof CommandFailure
                ? String.valueOf(failure.getMessage())
                : known.apply(failure)
                        .orElseGet(() -> "The command failed ("
                                + failure.getClass().getSimpleName() + ")." + advice(command.getCommandSpec()));
    }

    /** What to do about a failure that nobody foresaw: it depends on whether something may have been changed. */
    private static String advice(CommandSpec command) {
        List<MayChange> changing = Stream.concat(Stream.of(command), command.mixins().values().stream())
                .map(CommandSpec::userObject)
                .filter(MayChange.class::isInstance)
                .map(MayChange.class::cast)
                .toList();
        if (changing.stream().anyMatch(MayChange::mayHaveChanged)) {
            return " Check what it has done before you repeat it.";
        }
        return changing.isEmpty() ? "" : " Nothing was changed.";
    }
}
