package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.cli.ClinicEvents;
import com.scheduleevents.cli.process.ProcessContext;
import com.scheduleevents.cli.process.Terminal;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that deliveries of a running cloud reach a program on this machine. */
@RequiresCapability(SharedClouds.STANDARD)
class ListenTest {

    private static final String TYPE = "appointment.no_show";

    @TempDir
    Path home = Path.of("");

    @Test
    void deliveryIsForwardedRefusedSentAgainAndAccepted(Target target) throws IOException {
        Map<String, List<String>> requests = new ConcurrentHashMap<>();
        HttpServer program = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        program.createContext("/hooks", exchange -> {
            List<String> repeats = requests.computeIfAbsent(
                    exchange.getRequestHeaders().getFirst("webhook-id"), _ -> new CopyOnWriteArrayList<>());
            repeats.add(captured(exchange));
            exchange.sendResponseHeaders(repeats.size() == 1 ? 500 : 204, -1);
            exchange.close();
        });
        program.start();
        Listener listener = new Listener(
                target.key(),
                target,
                Duration.ZERO,
                "http://localhost:" + program.getAddress().getPort() + "/hooks");
        String event = record(target);

        assertThat(listener.row(event)).containsPattern("status +500 .* " + TYPE + " +cln_station +" + event);
        String first = repeats(requests, event).getFirst();
        assertThat(first)
                .endsWith(
                        "\r\n\r\n" + target.account().get("/v1/events/" + event).text());
        assertThat(verify(target, first, listener.secret())).containsPattern("verified +true");
        Await.await("the log").until(() -> listener.status(target, event).equals("dismissed"));

        listener.typed.add(listener.row(event).strip().replaceFirst(" .*", ""));
        Await.await("the redelivery").until(() -> repeats(requests, event).size() == 2);
        assertThat(verify(target, repeats(requests, event).getLast(), listener.secret()))
                .containsPattern("verified +true");
        Await.await("the acknowledgement")
                .until(() -> listener.status(target, event).equals("succeeded"));

        listener.stop();
        assertThat(listener.status.join()).isZero();
        assertThat(target.account().get("/v1/webhooks/" + listener.webhook()).status())
                .isEqualTo(404);
        program.stop(0);
    }

    @Test
    void certificateOfTheTargetIsCheckedUnlessToldOtherwise(Target target) {
        try (LocalEndpoint endpoint = LocalEndpoint.untrusted()) {
            Listener careful = new Listener(
                    target.key(), target, Duration.ZERO, endpoint.url().toString());
            String refused = record(target);
            assertThat(careful.row(refused)).containsPattern("tls +- ");
            careful.stop();
            assertThat(careful.status.join()).isZero();
            assertThat(endpoint.bodies()).isEmpty();

            Listener trusting = new Listener(
                    target.key(), target, Duration.ZERO, endpoint.url().toString(), "--insecure");
            String accepted = record(target);
            assertThat(trusting.row(accepted)).containsPattern("succeeded +200 ");
            trusting.stop();
            assertThat(trusting.status.join()).isZero();
            assertThat(endpoint.got(accepted)).isTrue();
        }
    }

    /** With the clock of the command three hours ahead, as if the other one had been killed then. */
    @Test
    void webhookOfAKilledCommandIsDeletedByTheNext(Target target) {
        ApiClientAccount account = target.otherAccount();
        Listener killed = new Listener(target.otherKey(), target, Duration.ZERO, "http://localhost:3000");
        Await.await("a pull")
                .until(() -> account.webhook(killed.webhook()).path("health").has("last_pulled_at"));
        Listener next = new Listener(target.otherKey(), target, Duration.ofHours(3), "http://localhost:3000");
        assertThat(account.get("/v1/webhooks/" + killed.webhook()).status()).isEqualTo(404);
        assertThat(killed.status.join()).as("its webhook is gone").isEqualTo(1);
        next.stop();
        assertThat(next.status.join()).isZero();
    }

    private static String record(Target target) {
        return target.account().record(ChangeSamples.of(TYPE, "cln_station", "prv_listen"));
    }

    private static List<String> repeats(Map<String, List<String>> requests, String event) {
        return requests.getOrDefault(event, List.of());
    }

    /** The request as a tool shows it. */
    private static String captured(HttpExchange exchange) throws IOException {
        String headers = exchange.getRequestHeaders().entrySet().stream()
                .map(header -> header.getKey() + ": " + header.getValue().getFirst() + "\r\n")
                .collect(Collectors.joining());
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        return "POST /hooks HTTP/1.1\r\n" + headers + "\r\n" + body;
    }

    private String verify(Target target, String request, String secret) {
        StringWriter out = new StringWriter();
        String[] arguments = {"verify", "--secret", secret};
        ClinicEvents.commandLine(context(target.key(), target, request, Duration.ZERO), arguments)
                .setOut(new PrintWriter(out))
                .execute(arguments);
        return out.toString();
    }

    private ProcessContext context(String key, Target target, String input, Duration ahead) {
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

    /** The command on a thread of its own; it listens when the constructor returns. */
    private final class Listener {

        private final CompletableFuture<Thread> thread = new CompletableFuture<>();
        private final CompletableFuture<Integer> status = new CompletableFuture<>();
        private final BlockingQueue<String> typed = new LinkedBlockingQueue<>();
        private final StringWriter out = new StringWriter();
        private final StringWriter err = new StringWriter();

        Listener(String key, Target target, Duration ahead, String url, String... more) {
            String[] arguments =
                    OperatorCalls.with(new String[] {"listen", "--forward-to", url, "--types", TYPE}, more);
            ProcessContext plain = context(key, target, "", ahead);
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
            Await.await("the command")
                    .until(() -> status.isDone() || err.toString().contains("Press Enter"));
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
