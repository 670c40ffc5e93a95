package com.scheduleevents.local.producer;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.emulator.http.LoopbackServer;
import com.scheduleevents.emulator.http.ServerAction;
import com.scheduleevents.emulator.http.ServerRequest;
import com.scheduleevents.emulator.http.ServerResponse;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class ProducerTest {

    private static final String REFUSAL = "{\"error\":{\"code\":\"invalid_value\",\"param\":\"starts_at\"}}";

    /** Requests by Idempotency-Key, in order of arrival. */
    private final Map<String, List<ServerRequest>> posts = new ConcurrentHashMap<>();

    private final LoopbackServer api = LoopbackServer.start("API", 0, 1 << 20, this::serve);
    private final StringWriter output = new StringWriter();

    @TempDir
    private Path directory;

    @AfterEach
    void close() {
        api.close();
    }

    @Test
    void postsEveryLineOnce() throws Exception {
        List<String> keys = IntStream.range(0, 300).mapToObj(i -> "chg_" + i).toList();

        assertThat(run(keys)).isZero();

        assertThat(posts).hasSize(300).allSatisfy((key, requests) -> {
            assertThat(requests).hasSize(1);
            assertThat(requests.getFirst().path()).isEqualTo("/v1/events");
            assertThat(requests.getFirst().header("Authorization")).contains("Bearer sk_test_1");
            assertThat(requests.getFirst().text()).isEqualTo("{\"n\":\"" + key + "\"}");
        });
        assertThat(output.toString()).contains("300 posted, ", "accepted 300\n", "repeated 0\n", "refused  0\n");
    }

    @Test
    void distinguishesRepeatsFromRejections() throws Exception {
        assertThat(run(List.of("ok", "refused_1", "repeated_1", "refused_2"))).isEqualTo(1);

        assertThat(output.toString())
                .contains(
                        "accepted 1\n", "repeated 1\n", "refused  2\n", "2 × 400 invalid_value starts_at: line 2, 4\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"flaky_500", "flaky_429", "flaky_close"})
    void retriesWithTheSameKey(String key) throws Exception {
        assertThat(run(List.of(key))).isZero();

        assertThat(posts.get(key)).hasSize(3);
        assertThat(output.toString()).contains("accepted 1\n");
    }

    @Test
    void givesUpAfterTheLastRetry() throws Exception {
        assertThat(run(List.of("dead"), "--tries=2")).isEqualTo(1);

        assertThat(posts.get("dead")).hasSize(2);
        assertThat(output.toString()).contains("1 × 503 (after 2 tries): line 1\n");
    }

    @Test
    void namesMissingOptions() throws Exception {
        Path malformed = Files.writeString(directory.resolve("malformed"), "{}\n");

        assertThat(command("--file=" + directory.resolve("none"))).isEqualTo(2);
        assertThat(command("--file=" + malformed)).isEqualTo(2);
        assertThat(command("--file=" + file(List.of("ok")), "--cloud=" + directory.resolve("cloud.json")))
                .isEqualTo(2);

        assertThat(output.toString())
                .contains("there is none at", "Line 1 is not of the form", "Start the local cloud first");
    }

    private int run(List<String> keys, String... further) throws IOException {
        Path cloud = Files.writeString(
                directory.resolve("local-cloud.json"), "{\"api_url\":\"" + api.url() + "\",\"api_key\":\"sk_test_1\"}");
        List<String> arguments = new ArrayList<>(List.of("--file=" + file(keys), "--cloud=" + cloud));
        arguments.addAll(List.of(further));
        return command(arguments.toArray(String[]::new));
    }

    private Path file(List<String> keys) throws IOException {
        List<String> lines = keys.stream()
                .map(key -> "{\"idempotency_key\":\"" + key + "\",\"event\":{\"n\":\"" + key + "\"}}")
                .toList();
        return Files.write(directory.resolve("changes.jsonl"), lines);
    }

    private int command(String... arguments) {
        CommandLine command = Producer.command();
        command.setOut(new PrintWriter(output)).setErr(new PrintWriter(output));
        return command.execute(arguments);
    }

    private ServerAction serve(ServerRequest request) {
        String key = request.header("Idempotency-Key").orElseThrow();
        List<ServerRequest> before = posts.computeIfAbsent(key, first -> new ArrayList<>());
        before.add(request);
        boolean recovered = before.size() > 2;
        return switch (key.replaceAll("_[0-9]$", "")) {
            case "refused" -> ServerResponse.of(400, "application/json", REFUSAL);
            case "repeated" -> ServerResponse.empty(200);
            case "dead" -> ServerResponse.empty(503);
            case "flaky_500" -> ServerResponse.empty(recovered ? 201 : 500);
            case "flaky_429" -> ServerResponse.empty(recovered ? 201 : 429);
            case "flaky_close" -> recovered ? ServerResponse.empty(201) : new ServerAction.Disconnect(false);
            default -> ServerResponse.empty(201);
        };
    }
}
