package com.scheduleevents.operator;

import com.scheduleevents.operator.deployment.DeploymentOptions;
import com.scheduleevents.operator.output.CommandError;
import com.scheduleevents.operator.output.InvalidArguments;
import com.scheduleevents.terminal.UnmatchedArgument;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;

/** Prints why a command failed, on one line without a stack trace, and chooses its exit code. */
final class ErrorMessages implements IExecutionExceptionHandler, IParameterExceptionHandler {

    @Override
    public int handleExecutionException(Exception failure, CommandLine command, ParseResult parsed) {
        if (failure instanceof InvalidArguments) {
            return invalidArguments(failure, command);
        }
        return print(command, sentence(failure, command), CommandLine.ExitCode.SOFTWARE);
    }

    @Override
    public int handleParseException(ParameterException failure, String[] arguments) {
        if (failure instanceof UnmatchedArgumentException unmatched) {
            return invalidArguments(
                    new InvalidArguments(UnmatchedArgument.sentence(unmatched)), failure.getCommandLine());
        }
        return invalidArguments(failure, failure.getCommandLine());
    }

    private static int invalidArguments(Exception failure, CommandLine command) {
        String help = " See: " + command.getCommandSpec().qualifiedName() + " --help";
        return print(command, failure.getMessage() + help, CommandLine.ExitCode.USAGE);
    }

    private static int print(CommandLine command, String line, int status) {
        command.getErr().println(line);
        command.getErr().flush();
        return status;
    }

    /** Not before the deployment was found, for the commands that look for one. */
    private static boolean mayHaveChanged(CommandLine command) {
        List<DeploymentOptions> deployments = command.getCommandSpec().mixins().values().stream()
                .map(CommandSpec::userObject)
                .filter(DeploymentOptions.class::isInstance)
                .map(DeploymentOptions.class::cast)
                .toList();
        return deployments.isEmpty() || deployments.stream().anyMatch(DeploymentOptions::isOpened);
    }

    private static String sentence(Exception failure, CommandLine command) {
        return switch (failure) {
            case CommandError error -> String.valueOf(error.getMessage());
            case AwsServiceException service ->
                service.awsErrorDetails() == null
                        ? "AWS responded with status " + service.statusCode() + "; try again."
                        : service.awsErrorDetails().serviceName() + " refused the request: "
                                + service.awsErrorDetails().errorCode()
                                + "; check your credentials and their permissions, or try again.";
            case SdkException _ ->
                "AWS could not be reached: check your credentials, AWS_REGION and the network, or whether the local"
                        + " cloud is still running.";
            default ->
                "The command failed (" + failure.getClass().getSimpleName() + ")."
                        + (mayHaveChanged(command)
                                ? " Check what it has done before you repeat it."
                                : " Nothing was changed.");
        };
    }
}
