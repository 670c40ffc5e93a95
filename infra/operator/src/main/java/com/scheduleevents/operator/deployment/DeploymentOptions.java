package com.scheduleevents.operator.deployment;

import com.scheduleevents.aws.Environment;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that say which deployment a command works on. There is no default: nobody is to mend the wrong one. */
public final class DeploymentOptions {

    private static final String LOCAL_FILE = "target/local-cloud.json";

    @Option(
            names = "--stack",
            paramLabel = "NAME",
            description = {
                "The CloudFormation stack, reached with your own AWS credentials and region.",
                "With AWS_ENDPOINT_URL set it is looked for there: LocalStack, MiniStack."
            })
    private Optional<String> stack = Optional.empty();

    @Option(
            names = "--local",
            paramLabel = "FILE",
            arity = "0..1",
            fallbackValue = LOCAL_FILE,
            description = "The local cloud that wrote this file (${FALLBACK-VALUE} when left out).")
    private Optional<Path> local = Optional.empty();

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create();

    /**
     * Finds the deployment.
     *
     * @throws com.scheduleevents.operator.output.CommandError when there is none of that name
     */
    public Deployment open() {
        if (stack.isPresent() == local.isPresent()) {
            throw new ParameterException(
                    command.commandLine(),
                    "Say which deployment: either --stack NAME, or --local for the local cloud.");
        }
        return local.map(LocalFile::open)
                .orElseGet(() -> Stack.open(stack.orElseThrow(), new Environment(System.getenv())));
    }
}
