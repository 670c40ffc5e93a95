package com.scheduleevents.operator.deadletters;

import com.scheduleevents.operator.deadletters.Redrive.Result;
import com.scheduleevents.operator.deployment.Deployment;
import com.scheduleevents.operator.deployment.DeploymentOptions;
import com.scheduleevents.operator.output.CommandOutput;
import com.scheduleevents.operator.output.CommandOutput.Fact;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Puts dead letters back. */
@Command(
        name = "redrive",
        description = {
            "Puts letters back to where they came from.",
            "A queue's go to their queue; of a stream's, the events are fanned out again and the e-mails queued. Each is"
                    + " deleted when it is back, so a command that is cut short loses nothing. Mend what made them fail"
                    + " first, or they come again."
        })
final class RedriveDeadLetters implements Callable<Integer> {

    @Mixin
    private ChosenQueue queue = new ChosenQueue();

    @Option(names = "--max", description = "At most so many letters; all that are there by default.")
    private int max = Integer.MAX_VALUE;

    @Option(names = "--dry-run", description = "Only say how many could be put back; nothing is sent or deleted.")
    private boolean dryRun;

    @Mixin
    private DeploymentOptions deployed = new DeploymentOptions();

    @Mixin
    private CommandOutput answer = new CommandOutput();

    @Override
    public Integer call() {
        try (Deployment deployment = deployed.open()) {
            DeadLetterClient box = queue.box(deployment);
            RedriveTarget way = new RedriveTargets(deployment, dryRun).from(queue.which());
            Result result = new Redrive(box, way, dryRun).run(max);
            result.kept().forEach(kept -> answer.progress(kept.id() + " stays: " + kept.reason() + "."));
            answer.facts(List.of(
                    new Fact("queue", queue.which().word()),
                    new Fact(dryRun ? "would_be_put_back" : "put_back", result.back()),
                    new Fact(dryRun ? "would_stay" : "stay", result.kept().size())));
            return result.kept().isEmpty() ? 0 : 1;
        }
    }
}
