package com.scheduleevents.operator.accounts;

import com.scheduleevents.operator.deployment.Deployment;
import com.scheduleevents.operator.deployment.DeploymentOptions;
import com.scheduleevents.operator.output.CommandOutput;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What stands around every command on accounts: it finds the deployment, and ends with 0 when nothing was refused. */
abstract class TenantsCommand implements Callable<Integer> {

    @Mixin
    private DeploymentOptions deployed = new DeploymentOptions();

    @Mixin
    private CommandOutput answer = new CommandOutput();

    @Spec
    private CommandSpec command = CommandSpec.create();

    @Override
    public final Integer call() {
        check();
        try (Deployment deployment = deployed.open()) {
            run(AccountsAccess.of(deployment), answer);
            return 0;
        }
    }

    /** Looks at the command line before anything is opened: options that do not go together. */
    void check() {
        // Most commands have none.
    }

    /** The command's own part. */
    abstract void run(AccountsAccess tenants, CommandOutput answer);

    /** The command was called in a wrong way. */
    final ParameterException wrong(String sentence) {
        return new ParameterException(command.commandLine(), sentence);
    }
}
