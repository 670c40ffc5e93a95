package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.cli.ClinicEvents;
import com.scheduleevents.cli.process.ProcessContext;
import com.scheduleevents.cli.process.Terminal;
import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Stream;

/** The command {@code listen} on a thread of its own; it listens when the constructor returns. */
final class Listener {

    private final CompletableFuture<Thread> thread = new CompletableFuture<>();
    final CompletableFuture<Integer> status = new CompletableFuture<>();
    final BlockingQueue<String> typed = new LinkedBlockingQueue<>();
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    /**
     * @param home where its profiles would be
     * @param ahead how far its clock is ahead
     * @param type what it listens to
     */
    Listener(Path home, String key, Target target, Duration ahead, String type, String url, String... more) {
        String[] arguments = OperatorCalls.with(new String[] {"listen", "--forward-to", url, "--types", type}, more);
        ProcessContext plain = context(home, key, target, "", ahead);
        ProcessContext context = new ProcessContext(
                plain.variables(),
                plain.system(),
                plain.home(),
                plain.input(),
                new TypedLines(typed),
                plain.clock(),
                plain.pause(),
                () -> {
                    thread.complete(Thread.currentThread());
                    return () -> {};
                });
        Thread.ofPlatform()
                .start(() -> status.complete(ClinicEvents.commandLine(context, arguments)
                        .setOut(new PrintWriter(out))
                        .setErr(new PrintWriter(err))
                        .execute(arguments)));
        Await.await("the command").until(() -> status.isDone() || err.toString().contains("Press Enter"));
        assertThat(status).as(err.toString()).isNotDone();
    }

    void stop() {
        thread.join().interrupt();
    }

    String webhook() {
        return found("(?s)^.*?(whk_\\w+) forwards to .*");
    }

    String secret() {
        return found("(?s)^.*(whsec_[\\w+/=]+).*");
    }

    /** The row of an event, once it is shown. */
    String row(String event) {
        Await.await("the row of " + event).until(() -> out.toString().contains(event));
        return lines().filter(line -> line.endsWith(event)).findFirst().orElseThrow();
    }

    /** The status of the delivery in the log. */
    String status(Target target, String event) {
        JsonNode delivery = target.account()
                .get("/v1/webhooks/" + webhook() + "/deliveries/" + event)
                .json();
        return delivery.path("status").asText();
    }

    private Stream<String> lines() {
        return out.toString().lines();
    }

    private String found(String pattern) {
        return err.toString().replaceFirst(pattern, "$1");
    }

    /** What a command needs of its process. */
    static ProcessContext context(Path home, String key, Target target, String input, Duration ahead) {
        ProcessContext process = ProcessContext.ofProcess();
        return new ProcessContext(
                Map.of("CLINIC_EVENTS_API", target.api().toString(), "CLINIC_EVENTS_KEY", key),
                "Linux",
                home,
                new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                process.terminal(),
                Clock.offset(Clock.systemUTC(), ahead),
                process.pause(),
                process.stop());
    }

    private record TypedLines(BlockingQueue<String> lines) implements Terminal {

        @Override
        public boolean isInteractive() {
            return true;
        }

        @Override
        public Optional<String> secret(String prompt) {
            return Optional.empty();
        }

        @Override
        public Optional<String> line(String prompt) {
            try {
                return Optional.of(lines.take());
            } catch (InterruptedException _) {
                return Optional.empty();
            }
        }
    }
}
