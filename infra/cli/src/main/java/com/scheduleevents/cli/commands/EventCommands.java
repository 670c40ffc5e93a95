package com.scheduleevents.cli.commands;

import static com.scheduleevents.cli.output.ResultPrinter.shown;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.scheduleevents.cli.api.ApiSession;
import com.scheduleevents.cli.api.ConnectionOptions;
import com.scheduleevents.cli.api.QueryString;
import com.scheduleevents.cli.api.RequestTime;
import com.scheduleevents.cli.catalogue.TypeNames;
import com.scheduleevents.cli.output.Column;
import com.scheduleevents.cli.output.ResultPrinter;
import com.scheduleevents.cli.process.Pause;
import com.scheduleevents.cli.process.ProcessContext;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands on events. */
@Command(name = "events", description = EventCommands.SUMMARY, addMethodSubcommands = false)
public final class EventCommands {

    /** What it does, in one sentence of the help. */
    public static final String SUMMARY = "Reads the feed of events, and what became of one.";

    private static final List<Column> COLUMNS = List.of(
            Column.of("event", "/id"),
            Column.of("type", "/type"),
            Column.of("clinic", "/clinic_id"),
            Column.of("starts at", "/starts_at"),
            Column.of("recorded", "/created_at"));

    private static final List<Column> OUTCOMES = List.of(
            Column.of("webhook", "/webhook_id"),
            // An event that was recorded while the webhook was disabled has no delivery; its status is that of those
            // that have one.
            Column.of("status", "/delivery/status")
                    .but(
                            _ -> TextNode.valueOf("not_sent"),
                            outcome -> outcome.path("reason").asText().equals("webhook_disabled")),
            Column.of("attempts", "/delivery/attempts_count"),
            Column.of("last outcome", "/delivery/last_outcome"),
            Column.of("last status", "/delivery/last_status_code"),
            Column.of("next attempt", "/delivery/next_attempt_at"),
            Column.of("reason", "/reason"));

    private static final Duration INTERVAL = Duration.ofSeconds(2);

    private final Pause pause;

    /** Waits as this process does. */
    public EventCommands(ProcessContext context) {
        this.pause = context.pause();
    }

    @Command(name = "list", description = "Lists events, newest first.")
    void list(
            @Mixin ConnectionOptions connection,
            @Mixin ResultPrinter output,
            @Mixin ListOptions options,
            @Option(names = "--clinic", paramLabel = "CLINIC", description = "Only events of this clinic.")
                    Optional<String> clinic,
            @Option(
                            names = {"--type", "--types"},
                            split = ",",
                            paramLabel = "TYPE",
                            completionCandidates = TypeNames.class,
                            description = "Only events of these types.")
                    @Nullable
                    Set<String> types,
            @Option(names = "--since", paramLabel = "TIME", description = Arguments.SINCE)
                    Optional<RequestTime> since) {
        try (ApiSession api = connection.open()) {
            output.list(
                    COLUMNS,
                    options.read(
                            api,
                            ApiSession.path("events"),
                            QueryString.NONE
                                    .with("clinic_id", clinic)
                                    .withAll("type", Arguments.given(types))
                                    .with("since", since),
                            output),
                    "No events.");
        }
    }

    @Command(name = "get", description = "Shows an event.")
    void get(
            @Mixin ConnectionOptions connection,
            @Mixin ResultPrinter output,
            @Parameters(paramLabel = "EVENT", description = Arguments.EVENT) String event) {
        try (ApiSession api = connection.open()) {
            output.object(api.get(ApiSession.path("events", event)));
        }
    }

    @Command(
            name = "deliveries",
            description = {
                "Shows what became of an event at every webhook, newest webhook first: its delivery, or why there is none.",
                "Needs the scope webhooks:read."
            })
    void deliveries(
            @Mixin ConnectionOptions connection,
            @Mixin ResultPrinter output,
            @Mixin ListOptions options,
            @Parameters(paramLabel = "EVENT", description = Arguments.EVENT) String event) {
        try (ApiSession api = connection.open()) {
            output.list(
                    OUTCOMES,
                    options.read(api, ApiSession.path("events", event, "deliveries"), QueryString.NONE, output),
                    "No webhooks.");
        }
    }

    @Command(
            name = "tail",
            description = {
                "Prints events as they are recorded, until Ctrl-C. With --json, one object a line.",
                "This is for watching. To get every event, register a webhook."
            })
    void tail(
            @Mixin ConnectionOptions connection,
            @Mixin ResultPrinter output,
            @Option(names = "--clinic", paramLabel = "CLINIC", description = "Only events of this clinic.")
                    Optional<String> clinic,
            @Option(
                            names = {"--type", "--types"},
                            split = ",",
                            paramLabel = "TYPE",
                            completionCandidates = TypeNames.class,
                            description = "Only events of these types.")
                    @Nullable
                    Set<String> types) {
        try (ApiSession api = connection.open()) {
            FeedTail tail = new FeedTail(api, QueryString.NONE.with("clinic_id", clinic), Arguments.given(types));
            tail.begin();
            output.note("Waiting for events. Ctrl-C ends this.");
            while (true) {
                tail.next().forEach(event -> output.element(event, line(event)));
                pause.pause(INTERVAL);
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
