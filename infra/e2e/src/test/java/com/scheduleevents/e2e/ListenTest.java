package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.cli.ClinicEvents;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
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
                home,
                target.key(),
                target,
                Duration.ZERO,
                TYPE,
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
                    home,
                    target.key(),
                    target,
                    Duration.ZERO,
                    TYPE,
                    endpoint.url().toString());
            String refused = record(target);
            assertThat(careful.row(refused)).containsPattern("tls +- ");
            careful.stop();
            assertThat(careful.status.join()).isZero();
            assertThat(endpoint.bodies()).isEmpty();

            Listener trusting = new Listener(
                    home,
                    target.key(),
                    target,
                    Duration.ZERO,
                    TYPE,
                    endpoint.url().toString(),
                    "--insecure");
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
        Listener killed = new Listener(home, target.otherKey(), target, Duration.ZERO, TYPE, "http://localhost:3000");
        Await.await("a pull")
                .until(() -> account.webhook(killed.webhook()).path("health").hasNonNull("last_pulled_at"));
        Listener next =
                new Listener(home, target.otherKey(), target, Duration.ofHours(3), TYPE, "http://localhost:3000");
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
        ClinicEvents.commandLine(Listener.context(home, target.key(), target, request, Duration.ZERO), arguments)
                .setOut(new PrintWriter(out))
                .execute(arguments);
        return out.toString();
    }
}
