package com.scheduleevents.cli;

import com.scheduleevents.cli.api.ApiFailure;
import com.scheduleevents.cli.api.ConnectionOptions;
import com.scheduleevents.cli.output.CommandFailure;
import com.scheduleevents.cli.output.WrongUsage;
import com.scheduleevents.terminal.UnmatchedArgument;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Prints why a command failed, on one line without a stack trace, and chooses its exit code. */
final class FailureMessages implements IExecutionExceptionHandler, IParameterExceptionHandler {

    @Override
    public int handleExecutionException(Exception failure, CommandLine command, ParseResult parsed) {
        if (failure instanceof WrongUsage) {
            return wrongUsage(String.valueOf(failure.getMessage()), command);
        }
        return print(command, sentence(failure, command), CommandLine.ExitCode.SOFTWARE);
    }

    @Override
    public int handleParseException(ParameterException failure, String[] arguments) {
        if (failure instanceof UnmatchedArgumentException unmatched) {
            return wrongUsage(UnmatchedArgument.sentence(unmatched), failure.getCommandLine());
        }
        return wrongUsage(String.valueOf(failure.getMessage()), failure.getCommandLine());
    }

    private static int wrongUsage(String sentence, CommandLine command) {
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

    /** What to do about a failure that nobody foresaw: it depends on whether a request was sent that may have changed something. */
    private static String advice(CommandLine command) {
        List<ConnectionOptions> connections = command.getCommandSpec().mixins().values().stream()
                .map(CommandSpec::userObject)
                .filter(ConnectionOptions.class::isInstance)
                .map(ConnectionOptions.class::cast)
                .toList();
        if (connections.stream().anyMatch(ConnectionOptions::mayHaveChanged)) {
            return " Check what it has done before you repeat it.";
        }
        return connections.isEmpty() ? "" : " Nothing was changed.";
    }

    private static String sentence(Exception failure, CommandLine command) {
        return switch (failure) {
            case CommandFailure known -> String.valueOf(known.getMessage());
            case ApiFailure refused -> String.valueOf(refused.getMessage());
            default -> "The command failed (" + failure.getClass().getSimpleName() + ")." + advice(command);
        };
    }
}
