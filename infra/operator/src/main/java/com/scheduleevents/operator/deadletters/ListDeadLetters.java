package com.scheduleevents.operator.deadletters;

import com.scheduleevents.operator.deployment.Deployment;
import com.scheduleevents.operator.deployment.DeploymentOptions;
import com.scheduleevents.operator.output.CommandOutput;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Counts dead letters. */
@Command(
        name = "list",
        description = {
            "Every dead-letter queue: how many letters it has, and how old they are.",
            "SQS's counts may lag by a minute; the age is of the oldest of at most ten that were looked at."
        })
final class ListDeadLetters implements Callable<Integer> {

    @Mixin
    private DeploymentOptions deployed = new DeploymentOptions();

    @Mixin
    private CommandOutput answer = new CommandOutput();

    @Override
    public Integer call() {
        try (Deployment deployment = deployed.open()) {
            answer.table(
                    List.of("queue", "letters", "oldest", "comes_from"),
                    Arrays.stream(DeadLetterQueue.values())
                            .map(queue -> row(deployment, queue))
                            .toList(),
                    "There are no dead-letter queues.");
            return 0;
        }
    }

    private static List<Object> row(Deployment deployment, DeadLetterQueue queue) {
        DeadLetterClient box = new DeadLetterClient(deployment.sqs(), deployment.resource(queue.resource()));
        int count = box.count();
        Optional<Instant> oldest = count == 0
                ? Optional.empty()
                : box.look(DeadLetterClient.CALL).stream()
                        .map(DeadLetter::sentAt)
                        .min(Comparator.naturalOrder());
        return List.of(
                queue.word(),
                count,
                oldest.map(ListDeadLetters::age).orElse(""),
                queue.source().orElse("stream"));
    }

    private static String age(Instant sent) {
        Duration age = Duration.between(sent, Instant.now()).truncatedTo(ChronoUnit.SECONDS);
        if (age.toDays() > 0) {
            return age.toDays() + " d " + age.toHoursPart() + " h";
        }
        return age.toHours() > 0
                ? age.toHours() + " h " + age.toMinutesPart() + " min"
                : age.toMinutes() + " min " + age.toSecondsPart() + " s";
    }
}
