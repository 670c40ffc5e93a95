package com.scheduleevents.operator.connection;

import com.scheduleevents.aws.Environment;
import com.scheduleevents.operator.deployment.Deployment;
import com.scheduleevents.operator.tenants.Tenants;
import com.scheduleevents.terminal.CommandFailure;
import com.scheduleevents.terminal.InvalidArguments;
import com.scheduleevents.terminal.MayChange;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import picocli.CommandLine.Option;

/**
 * The options that say which deployment a command works on. There is no default but the one that an operator has set in their
 * environment, so that nobody changes the wrong one.
 */
public final class TargetOptions implements MayChange {

    /** Which file {@code --local} means without a value. */
    public static final String LOCAL_FILE = "target/local-cloud.json";

    /** The environment variable with the name of the stack, for those who work on the same one all day. */
    static final String STACK = "SCHEDULE_EVENTS_STACK";

    @Option(
            names = "--stack",
            paramLabel = "NAME",
            description = {
                "The CloudFormation stack, reached with your own AWS credentials and region; by default " + STACK
                        + " of the environment.",
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

    private boolean opened;

    /**
     * Runs what a command does on the deployment.
     *
     * @throws CommandFailure when there is no such deployment
     */
    public void run(Consumer<Tenants> command) {
        call(tenants -> {
            command.accept(tenants);
            return 0;
        });
    }

    /** The same for a command that chooses its exit status. */
    public int call(ToIntFunction<Tenants> command) {
        Map<String, String> variables = System.getenv();
        try (Deployment deployment = stack(variables)
                .map(name -> Stack.open(name, new Environment(variables)))
                .orElseGet(() -> LocalFile.open(local.orElseThrow()))) {
            opened = true;
            return command.applyAsInt(Tenants.of(deployment));
        }
    }

    /** Not before the deployment was found. */
    @Override
    public boolean mayHaveChanged() {
        return opened;
    }

    /** The name of the stack; empty for a local cloud. An option wins over the environment. */
    Optional<String> stack(Map<String, String> variables) {
        if (stack.isPresent() && local.isPresent()) {
            throw new InvalidArguments("Say which deployment: either --stack NAME, or --local for the local cloud.");
        }
        if (stack.isPresent() || local.isPresent()) {
            return stack;
        }
        return Optional.of(variables.getOrDefault(STACK, ""))
                .filter(name -> !name.isBlank())
                .or(() -> {
                    throw new InvalidArguments("Say which deployment: either --stack NAME or " + STACK
                            + ", or --local for the local cloud.");
                });
    }
}
