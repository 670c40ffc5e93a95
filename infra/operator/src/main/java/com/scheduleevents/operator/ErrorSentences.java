package com.scheduleevents.operator;

import com.scheduleevents.aws.tenants.UnreadableWebhooks;
import com.scheduleevents.operator.output.CommandError;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;

/** Says in one sentence why a command ends without having done what it was asked to. */
final class ErrorSentences implements IExecutionExceptionHandler, IParameterExceptionHandler {

    @Override
    public int handleExecutionException(Exception failure, CommandLine command, ParseResult parsed) {
        if (failure instanceof ParameterException wrong) {
            return handleParseException(wrong, command.getCommandName());
        }
        command.getErr().println(sentence(failure));
        command.getErr().flush();
        return CommandLine.ExitCode.SOFTWARE;
    }

    @Override
    public int handleParseException(ParameterException wrong, String[] arguments) {
        return handleParseException(wrong, "");
    }

    private static int handleParseException(ParameterException wrong, String ignored) {
        CommandLine command = wrong.getCommandLine();
        command.getErr()
                .println(
                        wrong.getMessage() + " See: " + command.getCommandSpec().qualifiedName() + " --help");
        command.getErr().flush();
        return CommandLine.ExitCode.USAGE;
    }

    private static String sentence(Exception failure) {
        return switch (failure) {
            case CommandError refused -> String.valueOf(refused.getMessage());
            case UnreadableWebhooks left -> String.valueOf(left.getMessage());
            case AwsServiceException service ->
                service.awsErrorDetails() == null
                        ? "AWS answered with status " + service.statusCode() + "; try again."
                        : service.awsErrorDetails().serviceName() + " refused: "
                                + service.awsErrorDetails().errorCode()
                                + "; check your credentials and their permissions, or try again.";
            case SdkException _ ->
                "AWS could not be asked: check your credentials, AWS_REGION and the network, or whether the local cloud"
                        + " still runs.";
            default ->
                "The command failed (" + failure.getClass().getSimpleName()
                        + "). Look at what it has done before you repeat it.";
        };
    }
}
