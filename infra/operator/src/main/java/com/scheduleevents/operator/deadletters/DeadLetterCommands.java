package com.scheduleevents.operator.deadletters;

import com.scheduleevents.domain.error.Sanitized;
import com.scheduleevents.operator.connection.TargetOptions;
import com.scheduleevents.operator.deadletters.DeadLetterReader.DeadLetterSummary;
import com.scheduleevents.operator.deadletters.Redrive.RedriveResult;
import com.scheduleevents.operator.deployment.Deployment;
import com.scheduleevents.operator.output.CommandOutput;
import com.scheduleevents.operator.output.CommandOutput.Fact;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The commands on dead-letter queues. */
@Command(name = "dead-letters", description = DeadLetterCommands.SUMMARY, addMethodSubcommands = false)
public final class DeadLetterCommands {

    /** What it does, in one sentence of the help. */
    public static final String SUMMARY = "Counts, explains and redrives messages that could not be handled.";

    @Command(
            name = "list",
            description = {
                "Lists the dead-letter queues: how many messages each has, and how old they are.",
                "SQS's counts may lag by a minute; the age is that of the oldest of at most ten messages."
            })
    void list(@Mixin TargetOptions target, @Mixin CommandOutput output) {
        target.run(tenants -> {
            output.table(
                    List.of("queue", "messages", "oldest", "comes_from"),
                    Arrays.stream(DeadLetterQueue.values())
                            .map(queue -> row(tenants.deployment(), queue))
                            .toList(),
                    "There are no dead-letter queues.");
        });
    }

    @Command(
            name = "explain",
            description = {
                "Says what each message is, its ids, and why it is there; never its content.",
                "While the command reads messages, nobody else can receive them; afterwards they are as before."
            })
    void explain(
            @Mixin TargetOptions target,
            @Mixin CommandOutput output,
            @Mixin QueueArgument queue,
            @Option(
                            names = "--max",
                            defaultValue = "20",
                            description = "The greatest number of messages (${DEFAULT-VALUE}).")
                    int max) {
        target.run(tenants -> {
            output.table(
                    List.of("message", "since", "what", "ids", "reason"),
                    queue.client(tenants.deployment()).peek(max).stream()
                            .map(message -> row(queue.queue(), message))
                            .toList(),
                    "No messages.");
        });
    }

    @Command(
            name = "redrive",
            description = {
                "Sends messages back to where they came from.",
                "Those of a queue go back to it; those of a stream are handled again: events are fanned out, e-mails are"
                        + " queued. Each message is deleted afterwards, so that an interrupted command loses nothing. Fix the"
                        + " cause of the failures first, or they will recur."
            })
    int redrive(
            @Mixin TargetOptions target,
            @Mixin CommandOutput output,
            @Mixin QueueArgument queue,
            @Option(
                            names = "--max",
                            defaultValue = "" + Integer.MAX_VALUE,
                            showDefaultValue = CommandLine.Help.Visibility.NEVER,
                            description = "The greatest number of messages; by default all that are there.")
                    int max,
            @Option(names = "--dry-run", description = "Only count what could be redriven; send and delete nothing.")
                    boolean dryRun) {
        return target.call(tenants -> {
            RedriveTarget source = new RedriveTargetFactory(tenants.deployment(), dryRun).of(queue.queue());
            RedriveResult result = new Redrive(queue.client(tenants.deployment()), source, dryRun).run(max);
            result.kept().forEach(kept -> output.note(kept.id() + " stays: " + kept.reason() + "."));
            output.facts(
                    new Fact("queue", queue.queue().word()),
                    new Fact(dryRun ? "would_be_put_back" : "put_back", result.back()),
                    new Fact(dryRun ? "would_stay" : "stay", result.kept().size()));
            return result.kept().isEmpty() ? 0 : 1;
        });
    }

    private static List<Object> row(Deployment deployment, DeadLetterQueue queue) {
        DeadLetterClient client = DeadLetterClient.of(deployment, queue);
        int count = client.count();
        Optional<Instant> oldest = count == 0
                ? Optional.empty()
                : client.peek(DeadLetterClient.MAX_PER_CALL).stream()
                        .map(DeadLetter::sentAt)
                        .min(Comparator.naturalOrder());
        return List.of(
                queue.word(),
                count,
                oldest.map(DeadLetterCommands::age).orElse(""),
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

    private static List<Object> row(DeadLetterQueue queue, DeadLetter message) {
        DeadLetterSummary summary = DeadLetterReader.read(queue, message.body());
        return List.of(
                message.id(),
                message.sentAt().truncatedTo(ChronoUnit.SECONDS).toString(),
                summary.what(),
                summary.line(),
                reason(message));
    }

    private static String reason(DeadLetter message) {
        String reason = message.reason()
                .map(Sanitized::bare)
                .orElse("received too often; the function's log says why it failed");
        return message.redriven() ? reason + " (redriven before)" : reason;
    }
}
