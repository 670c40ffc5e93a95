package com.scheduleevents.cli.commands;

import static com.scheduleevents.cli.output.ResultPrinter.shown;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.cli.api.ApiSession;
import com.scheduleevents.cli.api.ConnectionOptions;
import com.scheduleevents.cli.api.QueryString;
import com.scheduleevents.cli.catalogue.TypeNames;
import com.scheduleevents.cli.output.ResultPrinter;
import com.scheduleevents.cli.process.ProcessContext;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Prints events as they are recorded. */
@Command(
        name = "tail",
        description = {
            TailCommand.SUMMARY,
            "Each event comes once, in order, two minutes after it was recorded; five with --clinic, or with a key that"
                    + " sees a list of clinics. Webhooks are faster."
        })
public final class TailCommand implements Runnable {

    /** What it does, in one sentence of the help. */
    public static final String SUMMARY =
            "Prints events as they are recorded, until Ctrl-C. With --json, one object a line.";

    private static final Duration INTERVAL = Duration.ofSeconds(2);

    @Option(names = "--clinic", paramLabel = "CLINIC", description = "Only events of this clinic.")
    private Optional<String> clinic = Optional.empty();

    @Option(names = "--appointment", paramLabel = "APPOINTMENT", description = "Only events of this appointment.")
    private Optional<String> appointment = Optional.empty();

    @Option(
            names = {"--type", "--types"},
            split = ",",
            paramLabel = "TYPE",
            completionCandidates = TypeNames.class,
            description = "Only events of these types.")
    private Set<String> types = Set.of();

    @Mixin
    private final ConnectionOptions connection;

    @Mixin
    private ResultPrinter output = new ResultPrinter();

    private final ProcessContext context;

    /** Waits as this process does. */
    public TailCommand(ProcessContext context) {
        this.context = context;
        this.connection = new ConnectionOptions(context);
    }

    @Override
    public void run() {
        try (ApiSession api = connection.open()) {
            FeedTail tail = new FeedTail(
                    api,
                    QueryString.NONE
                            .with("clinic_id", clinic)
                            .with("appointment_id", appointment)
                            .withAll("type", new TreeSet<>(types)));
            output.note("Waiting for events. Ctrl-C ends this.");
            while (true) {
                tail.read(event -> output.element(event, line(event)));
                context.pause().pause(INTERVAL);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String line(JsonNode event) {
        return String.join(
                "  ",
                shown(event.path("created_at")),
                shown(event.path("id")),
                shown(event.path("type")),
                shown(event.path("clinic_id")));
    }
}
