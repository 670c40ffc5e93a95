package com.scheduleevents.operator.deployment;

import com.scheduleevents.aws.Environment;
import com.scheduleevents.operator.output.InvalidArguments;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options that say which deployment a command works on. There is no default, so that nobody changes the wrong one. */
public final class DeploymentOptions {

    private static final String LOCAL_FILE = "target/local-cloud.json";

    @Option(
            names = "--stack",
            paramLabel = "NAME",
            description = {
                "The CloudFormation stack, reached with your own AWS credentials and region.",
                "With AWS_ENDPOINT_URL set, it is looked up there, for LocalStack or MiniStack."
            })
    private Optional<String> stack = Optional.empty();

    @Option(
            names = "--local",
            paramLabel = "FILE",
            arity = "0..1",
            fallbackValue = LOCAL_FILE,
            description = "The local cloud that wrote this file (by default ${FALLBACK-VALUE}).")
    private Optional<Path> local = Optional.empty();

    /**
     * Finds the deployment.
     *
     * @throws com.scheduleevents.operator.output.CommandError when there is no such deployment
     */
    public Deployment open() {
        if (stack.isPresent() == local.isPresent()) {
            throw new InvalidArguments("Say which deployment: either --stack NAME, or --local for the local cloud.");
        }
        return local.map(LocalFile::open)
                .orElseGet(() -> Stack.open(stack.orElseThrow(), new Environment(System.getenv())));
    }
}
