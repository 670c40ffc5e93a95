package com.scheduleevents.local.producer;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Posts a file of schedule changes and reports what was accepted. */
@Command(
        name = "post",
        mixinStandardHelpOptions = true,
        description = "Posts a file of lines {\"idempotency_key\": …, \"event\": …} to POST /v1/events.",
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:all changes are recorded", "1:some changes were refused", "2:invalid arguments"})
public final class Producer implements Callable<Integer> {

    private static final Duration FIRST_WAIT = Duration.ofMillis(200);

    @Option(names = "--file", required = true, description = "The file, one change per line.")
    private Path file = Path.of("");

    @Option(names = "--api", defaultValue = "", description = "Base URL; by default that of the running local cloud.")
    private String api = "";

    @Option(names = "--key", defaultValue = "", description = "API key; by default that of the running local cloud.")
    private String apiKey = "";

    @Option(
            names = "--cloud",
            defaultValue = "target/local-cloud.json",
            description = "The file that describes the local cloud (${DEFAULT-VALUE}).")
    private Path cloud = Path.of("");

    @Option(
            names = "--concurrency",
            defaultValue = "16",
            description = "The number of concurrent requests (${DEFAULT-VALUE}).")
    private int concurrency = 1;

    @Option(names = "--tries", defaultValue = "8", description = "The number of tries per change (${DEFAULT-VALUE}).")
    private int tries = 1;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private Producer() {}

    public static void main(String[] arguments) {
        System.exit(command().execute(arguments));
    }

    /** The command line, for tests. */
    public static CommandLine command() {
        return new CommandLine(new Producer());
    }

    @Override
    public Integer call() throws IOException, InterruptedException, ExecutionException {
        List<ScheduleChange> changes = changes();
        PostSummary summary = new PostSummary(changes.size());
        spec.commandLine().getErr().println("Posting " + changes.size() + " changes; 3,000 take up to five minutes.");
        spec.commandLine().getErr().flush();
        Instant start = Instant.now();
        try (Poster poster = new Poster(target().api(), target().apiKey(), tries, FIRST_WAIT, new SecureRandom());
                ScheduledExecutorService reporter = Executors.newSingleThreadScheduledExecutor()) {
            Future<?> reports = reporter.scheduleAtFixedRate(() -> progress(summary, start), 2, 5, TimeUnit.SECONDS);
            postAll(changes, poster, summary);
            reports.cancel(false);
        }
        out().print(summary.report(Duration.between(start, Instant.now())));
        out().flush();
        return summary.refused() == 0 ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }

    private void postAll(List<ScheduleChange> changes, Poster poster, PostSummary summary)
            throws InterruptedException, ExecutionException {
        Semaphore slots = new Semaphore(concurrency);
        List<Future<?>> posts = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (ScheduleChange change : changes) {
                slots.acquire();
                posts.add(threads.submit(() -> {
                    try {
                        summary.add(change.line(), poster.post(change));
                    } finally {
                        slots.release();
                    }
                    return change;
                }));
            }
        }
        for (Future<?> post : posts) {
            post.get();
        }
    }

    private List<ScheduleChange> changes() throws IOException {
        if (!Files.isRegularFile(file)) {
            throw usage("Name a file of schedule changes; there is none at \"" + file + "\".");
        }
        List<ScheduleChange> changes = new ArrayList<>();
        List<String> lines = Files.readAllLines(file);
        for (int i = 0; i < lines.size(); i++) {
            if (!lines.get(i).isBlank()) {
                changes.add(change(i + 1, lines.get(i)));
            }
        }
        return changes;
    }

    private ScheduleChange change(int line, String text) {
        try {
            return ScheduleChange.of(line, text, UUID.randomUUID().toString());
        } catch (IllegalArgumentException malformed) {
            throw usage(String.valueOf(malformed.getMessage()));
        }
    }

    private ApiTarget target() {
        try {
            return ApiTarget.of(api, apiKey, cloud);
        } catch (IllegalArgumentException missing) {
            throw usage(String.valueOf(missing.getMessage()));
        }
    }

    private ParameterException usage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    private void progress(PostSummary summary, Instant start) {
        out().println(summary.progress(Duration.between(start, Instant.now())));
        out().flush();
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }
}
