package com.scheduleevents.operator.deadletters;

import com.scheduleevents.domain.error.Sanitized;
import com.scheduleevents.operator.deployment.Deployment;
import com.scheduleevents.operator.deployment.DeploymentOptions;
import com.scheduleevents.operator.output.CommandOutput;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Says what dead letters are. */
@Command(
        name = "explain",
        description = {
            "What each letter is, its ids, and why it is there; never what it holds.",
            "While it looks, nobody else can receive the letters; then they are as they were."
        })
final class ExplainDeadLetters implements Callable<Integer> {

    @Mixin
    private ChosenQueue queue = new ChosenQueue();

    @Option(names = "--max", defaultValue = "20", description = "At most so many letters (${DEFAULT-VALUE}).")
    private int max = 1;

    @Mixin
    private DeploymentOptions deployed = new DeploymentOptions();

    @Mixin
    private CommandOutput answer = new CommandOutput();

    @Override
    public Integer call() {
        try (Deployment deployment = deployed.open()) {
            List<DeadLetter> letters = queue.box(deployment).look(max);
            answer.table(
                    List.of("letter", "since", "what", "ids", "reason"),
                    letters.stream().map(this::row).toList(),
                    "No letters.");
            return 0;
        }
    }

    private List<Object> row(DeadLetter letter) {
        DeadLetterContent content = DeadLetterReader.of(queue.which(), letter.body());
        return List.of(
                letter.id(),
                letter.sentAt().truncatedTo(ChronoUnit.SECONDS).toString(),
                content.what(),
                content.line(),
                reason(letter));
    }

    private static String reason(DeadLetter letter) {
        String why = letter.reason()
                .map(Sanitized::bare)
                .orElse("received too often; the function's log says why it failed");
        return letter.redriven() ? why + " (put back before)" : why;
    }
}
