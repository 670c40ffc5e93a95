package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.emulator.storage.Storage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.sqs.SqsClient;

/** Tests the run command as a process. */
class RunCommandTest {

    /** Room for the library of the tables, and for a few events beside {@link #BALLAST}. */
    private static final String SMALL_DISK = "2000";

    /** Too little for that library. */
    private static final String TINY_DISK = "1000";

    private static final String LARGE_DISK = "unlimited";

    /** A message that nobody receives. It fills the disk with few events, since a slow machine takes seconds to deliver each. */
    private static final String BALLAST = "x".repeat(100_000);

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
                // Where the machine is slow, the receiver's responses take too long and open the circuit: its probes
                // must not wait half an hour.
                "retry.window",
                "1h");
    }

    @AfterEach
    void unlink() throws IOException {
        LocalProcess.unlink(project);
    }

    /** The limit of the process on the size of files stands for the disk. */
    @Test
    void acceptedEventsAreDeliveredAlthoughTheDiskWasFull() throws InterruptedException, IOException {
        Set<String> accepted = new HashSet<>();
        String webhook;
        try (LocalProcess full = LocalProcess.start(project, SMALL_DISK, settings)) {
            Target target = full.ready();
            ReceiverInbox inbox = ReceiverInbox.open(target, "full-disk", List.of("*"));
            webhook = inbox.webhook();
            // So that deliveries wait in their queue when the disk is full.
            inbox.order("\"do\":\"slow\",\"seconds\":3");
            try (SqsClient sqs = Storage.sqsAt(full.sqs())) {
                String ballast =
                        sqs.createQueue(queue -> queue.queueName("ballast")).queueUrl();
                // One request may be refused because the machine is busy; a full disk refuses all from then on.
                Await.await("a full disk, some events after the start")
                        .until(() -> recordUntilRefused(target.account(), accepted, () -> fill(sqs, ballast)));
            }
            assertThat(full.exit()).isEqualTo(1);
            assertThat(full.console()).contains("The data directory cannot be written to");
            full.kill();
        }

        try (LocalProcess restarted = LocalProcess.start(project, LARGE_DISK, settings)) {
            ApiClientAccount account = restarted.ready().account();
            // Reading all deliveries every second would keep a slow machine from delivering.
            for (String event : accepted) {
                Await.await("the delivery of " + event).until(() -> isDelivered(account, webhook, event));
            }
        }
        assertThat(accepted).hasSizeGreaterThan(20);
    }

    private static boolean isDelivered(ApiClientAccount account, String webhook, String event) {
        return account.attempts(webhook, event).stream()
                .anyMatch(attempt -> attempt.path("outcome").asText().equals("succeeded"));
    }

    /**
     * Records events until three requests in a row are refused, and returns whether enough were accepted before.
     *
     * @param fill is run after each request that was accepted
     */
    private static boolean recordUntilRefused(ApiClientAccount account, Set<String> accepted, Runnable fill) {
        int refused = 0;
        while (refused < 3) {
            int before = accepted.size();
            refused = record(account, accepted) ? 0 : refused + 1;
            if (accepted.size() > before) {
                fill.run();
            }
        }
        return accepted.size() > 20;
    }

    private static void fill(SqsClient sqs, String queue) {
        try {
            sqs.sendMessage(send -> send.queueUrl(queue).messageBody(BALLAST));
        } catch (SdkException ended) {
            // The run command has ended because its disk is full.
        }
    }

    /** Records a few events and returns whether the service still accepts some; it does where it limits the rate of requests. */
    private static boolean record(ApiClientAccount account, Set<String> accepted) {
        String item = "{\"event\":" + ChangeSamples.cancelled("cln_harbour", "prv_full_disk") + "}";
        String body = "{\"data\":[" + String.join(",", Collections.nCopies(10, item)) + "]}";
        try {
            HttpsResponse response = account.post("/v1/events/batch", body);
            Set<String> ids = response.json()
                    .path("data")
                    .valueStream()
                    .map(result -> result.at("/event/id"))
                    .filter(JsonNode::isTextual)
                    .map(JsonNode::asText)
                    .collect(Collectors.toSet());
            accepted.addAll(ids);
            return !ids.isEmpty() || response.status() == 429;
        } catch (UncheckedIOException ended) {
            return false;
        }
    }

    /** What a logo may have is the rule of ./deploy, whose tests have each case. */
    @Test
    void logoIsCheckedAndShown() throws InterruptedException, IOException {
        Path script = Files.writeString(project.resolve("script.svg"), drawing("<script>x()</script>"));
        try (LocalProcess refused =
                LocalProcess.start(project, LARGE_DISK, Map.of("port", "0", "brand.logo", script.toString()))) {
            assertThat(refused.exit()).isEqualTo(1);
            assertThat(refused.console()).contains("script.svg cannot be the logo: it has the element script");
        }
        Files.writeString(project.resolve("logo.svg"), drawing(""));
        try (LocalProcess branded =
                LocalProcess.start(project, LARGE_DISK, Map.of("port", "0", "brand.logo", "logo.svg"))) {
            Target target = branded.ready();
            String console = get(target, "/v1/console");
            assertThat(console).contains("<meta name=\"logo\" content=\"logo.svg\">");
            assertThat(get(target, "/v1/" + console.replaceFirst("(?s).*<link rel=\"icon\" href=\"([^\"]+)\".*", "$1")))
                    .isEqualTo(drawing(""));
        }
    }

    private static String drawing(String more) {
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 2 1\"><rect width=\"2\" height=\"1\"/>" + more
                + "</svg>";
    }

    private static String get(Target target, String path) {
        return target.http().send("GET", target.at(path), Map.of(), "").text();
    }

    /** Otherwise services that have started would keep a process that never becomes ready. */
    @Test
    void runCommandThatCannotStartSaysSoAndEnds() throws InterruptedException {
        try (LocalProcess tiny = LocalProcess.start(project, TINY_DISK, settings)) {
            assertThat(tiny.exit()).isEqualTo(1);
            assertThat(tiny.console()).contains("It did not start: ").contains("local-cloud.out");
        }
    }

    @Test
    void secondCloudOfACheckoutIsRefused() throws InterruptedException {
        try (LocalProcess first = LocalProcess.start(project, LARGE_DISK, settings)) {
            first.ready();
            try (LocalProcess second = LocalProcess.start(project, LARGE_DISK, Map.of("port", "0"))) {
                assertThat(second.exit()).isEqualTo(1);
                assertThat(second.console()).contains("A local cloud of this checkout is running already.");
            }
            assertThat(first.ready().account().get("/v1/account").status()).isEqualTo(200);
        }
    }
}
