package com.scheduleevents.cli.commands;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.cli.api.ApiSession;
import com.scheduleevents.cli.api.ConnectionOptions;
import com.scheduleevents.cli.api.RequestTime;
import com.scheduleevents.cli.output.ProgressBar;
import com.scheduleevents.cli.output.ResultPrinter;
import com.scheduleevents.cli.process.ProcessContext;
import com.scheduleevents.terminal.CommandFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Replays a range of time to a webhook. */
@Command(
        name = "replay",
        description = {
            ReplayCommand.SUMMARY,
            "Events that it has accepted are sent too, unless --delivery-status missed is given. Ctrl-C ends this command, and not the"
                    + " replay."
        })
public final class ReplayCommand implements Callable<Integer> {

    /** What it does, in one sentence of the help. */
    public static final String SUMMARY =
            "Sends the events of a range of time to a webhook again, oldest first, and shows the progress.";

    private static final Duration INTERVAL = Duration.ofSeconds(1);

    @Parameters(paramLabel = "WEBHOOK", description = "The webhook, whk_….")
    private String webhook = "";

    @Option(
            names = "--since",
            required = true,
            paramLabel = "TIME",
            description =
                    "Only events recorded since then: a time such as 2026-11-21T09:30:00Z, or 30m, 24h or 7d ago.")
    private RequestTime since = new RequestTime(Instant.EPOCH.toString());

    @Option(names = "--until", paramLabel = "TIME", description = "Only events recorded before then; by default now.")
    private Optional<RequestTime> until = Optional.empty();

    @Option(
            names = "--delivery-status",
            paramLabel = "STATUS",
            completionCandidates = ReplayStatuses.class,
            description =
                    "Only events whose delivery is missed, pending, failed, succeeded or dismissed; missed is what the"
                            + " endpoint does not have.")
    private Optional<String> deliveryStatus = Optional.empty();

    @Option(names = "--dry-run", description = "Only count; send nothing.")
    private boolean dryRun;

    @Option(names = "--no-wait", description = "Start the replay, and do not wait for its end.")
    private boolean startOnly;

    @Mixin
    private final ConnectionOptions connection;

    @Mixin
    private ResultPrinter output = new ResultPrinter();

    private final ProcessContext context;

    /** Waits as this process does. */
    public ReplayCommand(ProcessContext context) {
        this.context = context;
        this.connection = new ConnectionOptions(context);
    }

    @Override
    public Integer call() {
        String path = ApiSession.path("webhooks", webhook, "replays");
        try (ApiSession api = connection.open()) {
            JsonNode started = api.postOnce(path, request());
            if (dryRun) {
                return estimated(started);
            }
            JsonNode replay = startOnly
                    ? started
                    : ended(api, path + "/" + started.path("id").asText(), started);
            output.object(replay);
            return startOnly || replay.path("status").asText().equals("completed") ? 0 : 1;
        }
    }

    private ObjectNode request() {
        ObjectNode request = JsonNodeFactory.instance.objectNode().put("since", since.text());
        until.ifPresent(time -> request.put("until", time.text()));
        deliveryStatus.ifPresent(wanted -> request.put("delivery_status", wanted));
        return dryRun ? request.put("dry_run", true) : request;
    }

    private int estimated(JsonNode estimate) {
        output.object(estimate);
        if (estimate.path("has_more").asBoolean()) {
            output.note("The count ended early: there may be more after "
                    + estimate.path("position").asText() + ".");
        }
        return 0;
    }

    private JsonNode ended(ApiSession api, String path, JsonNode started) {
        ProgressBar bar = new ProgressBar(output.err(), context.terminal().isInteractive());
        JsonNode replay = started;
        try {
            while (true) {
                show(bar, replay);
                if (!replay.path("status").asText().equals("running")) {
                    return replay;
                }
                context.pause().pause(INTERVAL);
                replay = api.get(path);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandFailure(
                    "The replay " + replay.path("id").asText() + " goes on; its deliveries show the outcomes.", e);
        } finally {
            bar.end();
        }
    }

    private static void show(ProgressBar bar, JsonNode replay) {
        bar.show(
                done(replay),
                replay.path("events_looked_at").asLong() + " events looked at, "
                        + replay.path("events_queued").asLong() + " queued");
    }

    /** By the time up to which events were looked at, because their number is not known. */
    private static double done(JsonNode replay) {
        if (replay.path("status").asText().equals("completed")) {
            return 1;
        }
        if (!replay.path("position").isTextual()) {
            return 0;
        }
        Instant from = Instant.parse(replay.path("since").asText());
        double whole = Duration.between(from, Instant.parse(replay.path("until").asText()))
                .toMillis();
        return Duration.between(from, Instant.parse(replay.path("position").asText()))
                        .toMillis()
                / Math.max(whole, 1);
    }
}
