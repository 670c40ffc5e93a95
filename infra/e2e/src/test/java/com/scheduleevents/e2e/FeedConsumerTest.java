package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.docs.RecipesPage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the consumer of docs/api/feed.md has each event once and in order, however often it or the cloud is killed meanwhile. */
class FeedConsumerTest {

    private static final int BATCH = 10;

    /** Longer than any write takes on a machine that is busy with starting clouds. */
    private static final String HOLD_BACK = "40s";

    @TempDir
    private Path project;

    private Map<String, String> settings = Map.of();

    @BeforeEach
    void prepare() throws IOException {
        LocalProcess.prepare(project);
        settings = Map.of(
                "port",
                Integer.toString(LocalProcess.port()),
                "data",
                project.resolve("data").toString(),
                "hold.back",
                HOLD_BACK);
    }

    @AfterEach
    void unlink() throws IOException {
        LocalProcess.unlink(project);
    }

    @Test
    void eachEventIsConsumedOnceOverSomeKills() throws Exception {
        consume(200, 4);
    }

    @Tag("soak")
    @Timeout(value = 2, unit = TimeUnit.HOURS)
    @Test
    void eachOfFiveThousandEventsIsConsumedOnceOverFiftyKills() throws Exception {
        consume(5_000, 50);
    }

    /** Every other kill is one of the cloud. */
    private void consume(int events, int kills) throws Exception {
        Set<String> recorded = new ConcurrentSkipListSet<>();
        LocalProcess cloud = LocalProcess.start(project, "unlimited", settings);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Target target = cloud.ready();
            try (Consumer consumer = new Consumer(project, target)) {
                Future<?> producer = threads.submit(() -> record(target.account(), events, recorded));
                for (int kill = 1; kill <= kills; kill++) {
                    int enough = events * kill / (kills + 1);
                    Await.await("events before kill " + kill)
                            .until(() -> recorded.size() >= enough || producer.isDone());
                    if (kill % 2 == 0) {
                        cloud.kill();
                        cloud = LocalProcess.start(project, "unlimited", settings);
                        cloud.ready();
                    } else {
                        consumer.kill();
                    }
                    consumer.ensureRunning();
                }
                producer.get();
                Await.await("the last event").until(() -> {
                    consumer.ensureRunning();
                    return consumer.consumed().containsAll(recorded);
                });
                List<String> consumed = consumer.consumed();
                List<String> all = target.account().walk("/v1/events?limit=100").stream()
                        .map(event -> event.path("id").asText())
                        .toList()
                        .reversed();
                assertThat(recorded).hasSize(events);
                assertThat(consumed).isEqualTo(all.subList(0, consumed.size()));
            }
        } finally {
            cloud.close();
        }
    }

    /** Records events, each until it has a response. */
    private static void record(ApiClientAccount account, int events, Set<String> recorded) {
        for (int first = 0; first < events; first += BATCH) {
            String items = IntStream.range(first, first + BATCH)
                    .mapToObj(i -> "{\"idempotency_key\":\"consumed-" + i + "\",\"event\":"
                            + ChangeSamples.cancelled("cln_harbour", "prv_consumed") + "}")
                    .collect(Collectors.joining(",", "{\"data\":[", "]}"));
            Await.await("a response").until(() -> {
                List<String> ids = recordOnce(account, items);
                recorded.addAll(ids);
                return ids.size() == BATCH;
            });
        }
    }

    /** The ids of those items that were recorded, now or before; none if there was no response. */
    private static List<String> recordOnce(ApiClientAccount account, String items) {
        try {
            List<String> ids = new ArrayList<>();
            for (JsonNode result :
                    account.post("/v1/events/batch", items).json().path("data")) {
                Optional.of(result.at("/event/id")).filter(JsonNode::isTextual).ifPresent(id -> ids.add(id.asText()));
            }
            return ids;
        } catch (UncheckedIOException killed) {
            return List.of();
        }
    }

    /** The program of the guide, which is started again whenever it has ended. */
    private static final class Consumer implements AutoCloseable {

        private static final String CONSUMED = "import sqlite3; "
                + "[print(id) for id, in sqlite3.connect('feed.db').execute('SELECT id FROM events ORDER BY rowid')]";

        private final Path directory;
        private final Map<String, String> variables;
        private Process process;

        Consumer(Path project, Target target) throws IOException, InterruptedException {
            this.directory = Files.createDirectories(project.resolve("consumer"));
            this.variables = Map.of("API", target.api().toString(), "KEY", target.key(), "PAUSE", "0.3");
            Files.writeString(directory.resolve("consumer.py"), RecipesPage.feedConsumer());
            assumeTrue(
                    start("sh", "-c", "command -v python3").waitFor() == 0, "the consumer of the guide needs python3");
            this.process = start("python3", "consumer.py");
        }

        void kill() {
            process.destroyForcibly().onExit().join();
        }

        /** Starts it again where it was killed, or where the cloud did not respond. */
        void ensureRunning() throws IOException {
            assertThat(directory.resolve("output")).content().doesNotContain("IntegrityError");
            if (!process.isAlive()) {
                process = start("python3", "consumer.py");
            }
        }

        /** The ids of what it has stored, in that order. */
        List<String> consumed() throws IOException, InterruptedException {
            Process query = new ProcessBuilder("python3", "-c", CONSUMED)
                    .directory(directory.toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String ids = new String(query.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            query.waitFor();
            return ids.lines().toList();
        }

        private Process start(String... command) throws IOException {
            ProcessBuilder program = new ProcessBuilder(command)
                    .directory(directory.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(
                            directory.resolve("output").toFile()));
            program.environment().putAll(variables);
            return program.start();
        }

        @Override
        public void close() {
            kill();
        }
    }
}
