package com.scheduleevents.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.scheduleevents.cli.ForwardedRequests.Forward;
import com.scheduleevents.cli.process.Terminal;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Tests that deliveries are forwarded to this machine, and that nothing is left behind. */
class ListenCommandTest {

    private static final String DELETED = "DELETE /v1/webhooks/whk_1";

    /** Nothing listens on port 1. */
    private static final String UNREACHABLE = "http://127.0.0.1:1/hooks";

    private final PulledApi api = new PulledApi();
    private final ForwardedRequests target = new ForwardedRequests(204);

    @TempDir
    Path home = Path.of("");

    private Program program = new Program(home);

    @BeforeEach
    void prepare() {
        program = new Program(home).using(api.url());
    }

    @AfterEach
    void stop() {
        target.close();
        api.close();
    }

    @Test
    void deliveriesAreForwardedAsTheyAreAcknowledgedAndShown() {
        api.delivers("evt_1", "evt_2").meanwhile(program::stop);

        Program.Ended ended = listen(target.url());

        assertThat(target.all())
                .containsExactly(
                        new Forward(
                                "POST /hooks?mine=1",
                                "evt_1",
                                "t=1,v1=2",
                                "Schedule-Events-Webhooks/1.0",
                                PulledApi.body("evt_1")),
                        new Forward(
                                "POST /hooks?mine=1",
                                "evt_2",
                                "t=1,v1=2",
                                "Schedule-Events-Webhooks/1.0",
                                PulledApi.body("evt_2")));
        assertThat(api.changes()).containsExactly("POST /v1/webhooks", "POST /v1/webhooks/whk_1/queue/ack", DELETED);
        assertThat(api.bodies().getLast().toString()).isEqualTo("{\"receipts\":[\"rcp_evt_1\",\"rcp_evt_2\"]}");
        assertThat(ended.status()).isZero();
        assertThat(ended.err()).contains("whsec_1", "whk_1 is deleted.").doesNotContain("Press Enter");
        assertThat(ended.out().lines()).hasSize(3).anySatisfy(line -> assertThat(line)
                .matches(" +2 +2026-11-22T12:00:00Z +succeeded +204 +0 +offer.created +cln_1 +evt_2"));
    }

    @Test
    void webhookHasTheWantedTypesAndClinicsAndALabelWithoutThePath() {
        api.refuses(401, "invalid_api_key");
        String port = target.url().replaceFirst("/.*", "");
        listen(
                target.url(),
                "--types",
                "offer.created,offer.accepted",
                "--clinic",
                "cln_1",
                "--clinic",
                "cln_2",
                "--payload",
                "thin");
        assertThat(api.bodies().getFirst().toString())
                .isEqualTo(
                        "{\"mode\":\"pull\",\"types\":[\"offer.created\",\"offer.accepted\"],\"clinic_ids\":[\"cln_1\",\"cln_2\"],\"payload\":\"thin\","
                                + "\"description\":\"clinic-events listen for http://" + port + "\"}");
        api.refuses(401, "invalid_api_key");
        listen(target.url());
        assertThat(api.bodies().getLast().toString())
                .startsWith("{\"mode\":\"pull\",\"types\":[\"*\"],\"description\"");
    }

    @Test
    void deliveryThatTheTargetRefusesIsShownAndDismissed() {
        for (int status : List.of(500, 302)) {
            try (ForwardedRequests broken = new ForwardedRequests(status)) {
                api.delivers("evt_1").meanwhile(program::stop);
                Program.Ended ended = listen(broken.url());
                assertThat(broken.all()).hasSize(1);
                assertThat(ended.out()).containsPattern((status == 302 ? "redirect" : "status") + " +" + status);
            }
        }
        assertThat(api.changes())
                .filteredOn(line -> line.endsWith("/whk_1/deliveries/evt_1/dismiss"))
                .hasSize(2);
        assertThat(api.changes()).noneMatch(line -> line.endsWith("/ack"));
    }

    @Test
    void targetThatCannotBeReachedIsReportedWithTheReason() {
        api.delivers("evt_1").meanwhile(program::stop);
        assertThat(listen(UNREACHABLE).out()).containsPattern("connect +- ");
    }

    @Test
    void responseAfterFiveSecondsIsAcceptedAndShownAsLate() {
        api.delivers("evt_1").meanwhile(program::stop);
        Program.Ended ended = listenAt(program.clockStep(Duration.ofSeconds(6)), target.url());
        assertThat(ended.out()).containsPattern("late +204 +6000");
        assertThat(api.changes()).contains("POST /v1/webhooks/whk_1/queue/ack");
    }

    @Test
    void jsonIsOneObjectALine() throws IOException {
        api.delivers("evt_1").meanwhile(program::stop);
        JsonNode row =
                new ObjectMapper().readTree(listen(target.url(), "--json").out());
        assertThat(row.toString())
                .isEqualTo(
                        "{\"number\":1,\"at\":\"2026-11-22T12:00:00Z\",\"outcome\":\"succeeded\",\"status_code\":204,"
                                + "\"duration_ms\":0,\"event_type\":\"offer.created\",\"clinic_id\":\"cln_1\",\"event_id\":\"evt_1\"}");
        api.delivers("evt_1").meanwhile(program::stop);
        assertThat(listen(UNREACHABLE, "--json").out()).contains("\"outcome\":\"connect\",\"status_code\":null");
    }

    @Test
    void anHourOfSilenceEndsIt() {
        for (int looks = 0; looks < 20; looks++) {
            api.deliversNothing();
        }
        Program.Ended ended = listenAt(program.clockStep(Duration.ofMinutes(7)), target.url());
        assertThat(ended.status()).isZero();
        assertThat(ended.err()).contains("Nothing has arrived for an hour.", "whk_1 is deleted.");
        assertThat(api.changes()).containsExactly("POST /v1/webhooks", DELETED);
    }

    @Test
    void apiThatCannotBeReachedForAWhileEndsNothing() {
        for (int tries = 0; tries < 4; tries++) {
            api.refuses(503, "internal_error");
        }
        api.delivers("evt_1").meanwhile(program::stop);
        Program.Ended ended = listen(target.url());
        assertThat(ended.status()).isZero();
        assertThat(ended.err()).contains("internal_error");
        assertThat(target.all()).hasSize(1);
    }

    @Test
    void apiThatRefusesEndsIt() {
        api.refuses(409, "webhook_disabled");
        Program.Ended ended = listen(target.url());
        assertThat(ended.status()).isEqualTo(1);
        assertThat(ended.err()).contains("webhook_disabled");
        assertThat(api.changes()).last().isEqualTo(DELETED);
    }

    @Test
    void enterRedeliversTheLastDeliveryAndANumberAnotherOne() {
        program.at(new TypingTerminal(api, List.of("", "1", "7")));
        api.delivers("evt_1", "evt_2").meanwhile(() -> {
            api.awaitRequests(line -> line.endsWith("/redeliver"), 2);
            program.stop();
        });
        Program.Ended ended = listen(target.url());
        assertThat(ended.err()).contains("Press Enter");
        assertThat(api.changes())
                .containsSubsequence(
                        "POST /v1/webhooks/whk_1/queue/ack",
                        "POST /v1/webhooks/whk_1/deliveries/evt_2/redeliver",
                        "POST /v1/webhooks/whk_1/deliveries/evt_1/redeliver")
                .filteredOn(line -> line.endsWith("/redeliver"))
                .hasSize(2);
    }

    @Test
    void nextCommandDeletesWhatAKilledOneLeftBehind() {
        String old = "2026-11-22T09:59:00Z";
        String recent = "2026-11-22T10:01:00Z";
        String label = "clinic-events listen for http://localhost:3000";
        api.has(
                webhook("whk_pulled", "pull", label, old, "\"" + recent + "\""),
                webhook("whk_young", "pull", label, recent, "null"),
                webhook("whk_other", "pull", "Behind the firewall", old, "null"),
                webhook("whk_pushed", "push", label, old, "null"),
                webhook("whk_left", "pull", label, old, "\"" + old + "\""),
                webhook("whk_unpulled", "pull", label, old, "null"));
        api.meanwhile(program::stop);
        assertThat(listen(target.url()).err()).contains("An earlier listen has left whk_left behind.");
        assertThat(api.changes())
                .containsExactly(
                        "DELETE /v1/webhooks/whk_left",
                        "DELETE /v1/webhooks/whk_unpulled",
                        "POST /v1/webhooks",
                        DELETED);
    }

    @Test
    @ResourceLock("programs")
    void processThatIsTerminatedDeletesItsWebhook() throws IOException, InterruptedException {
        ProcessBuilder java = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                ClinicEvents.class.getName(),
                "listen",
                "--forward-to",
                target.url());
        java.environment().putAll(Map.of("CLINIC_EVENTS_API", api.url().toString(), "CLINIC_EVENTS_KEY", "sk_test_1"));
        Process process = java.redirectErrorStream(true)
                .redirectOutput(home.resolve("output").toFile())
                .start();
        api.meanwhile(process::destroy);
        assertThat(process.waitFor()).isEqualTo(143);
        assertThat(api.changes()).containsExactly("POST /v1/webhooks", DELETED);
    }

    private Program.Ended listen(String url, String... more) {
        return listenAt(program, url, more);
    }

    private static Program.Ended listenAt(Program program, String url, String... more) {
        String[] arguments = new String[more.length + 3];
        System.arraycopy(more, 0, arguments, 3, more.length);
        arguments[0] = "listen";
        arguments[1] = "--forward-to";
        arguments[2] = url;
        return program.execute(arguments);
    }

    private static String webhook(String id, String mode, String label, String created, String pulled) {
        return "{\"id\":\"%s\",\"mode\":\"%s\",\"description\":\"%s\",\"created_at\":\"%s\",\"health\":{\"last_pulled_at\":%s}}"
                .formatted(id, mode, label, created, pulled);
    }

    /** Types lines once the deliveries are settled. */
    private static final class TypingTerminal implements Terminal {

        private final PulledApi api;
        private final Iterator<String> lines;

        TypingTerminal(PulledApi api, List<String> lines) {
            this.api = api;
            this.lines = lines.iterator();
        }

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
            api.awaitRequests(line -> line.endsWith("/ack"), 1);
            return lines.hasNext() ? Optional.of(lines.next()) : Optional.empty();
        }
    }
}
