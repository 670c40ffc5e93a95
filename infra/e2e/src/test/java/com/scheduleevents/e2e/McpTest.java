package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;

/** Tests that an assistant finds out why an event did not arrive, with the program as it is packaged. */
@RequiresCapability(SharedClouds.STANDARD)
class McpTest {

    private static final String TYPE = "appointment.no_show";
    private static final String CLINIC = "cln_station";

    @Test
    void assistantFindsWhyAnEventDidNotArriveAndNeverASecret(Target target) throws IOException {
        ReceiverInbox inbox = ReceiverInbox.open(target, target.account(), "mcp", List.of(TYPE), CLINIC)
                .order("\"do\":\"status\",\"status\":503");
        String event = target.account().record(ChangeSamples.of(TYPE, CLINIC, "prv_mcp"));
        Await.await("an attempt")
                .until(() -> !target.account().attempts(inbox.webhook(), event).isEmpty());
        Map<String, String> delivery = Map.of("webhook_id", inbox.webhook(), "event_id", event);

        try (McpProcess assistant = McpProcess.start(target, target.key())) {
            assertThat(assistant
                            .call("getEvent", Map.of("event_id", event))
                            .path("type")
                            .asText())
                    .isEqualTo(TYPE);
            JsonNode outcome = assistant
                    .call("listDeliveriesOfEvent", Map.of("event_id", event))
                    .path("data")
                    .valueStream()
                    .filter(each -> each.path("webhook_id").asText().equals(inbox.webhook()))
                    .findFirst()
                    .orElseThrow();
            assertThat(outcome.at("/delivery/last_outcome").asText()).isEqualTo("status");
            JsonNode attempt = assistant.call("getDelivery", delivery).at("/attempts/0");
            assertThat(attempt.path("outcome").asText()).isEqualTo("status");
            assertThat(attempt.path("status_code").asInt()).isEqualTo(503);
            assertThat(assistant
                            .call("getWebhook", Map.of("webhook_id", inbox.webhook()))
                            .at("/health/failing_since")
                            .isTextual())
                    .isTrue();
            assertThat(assistant.refused("getEvent", Map.of("event_id", "evt_unknown")))
                    .contains("not_found");
            assertThat(assistant.tools()).contains("listEvents").doesNotContain("redeliver");
            assertThat(assistant.transcript()).doesNotContain("whsec_", target.key());
        }
        inbox.order("\"do\":\"status\",\"status\":200");
        try (McpProcess assistant = McpProcess.start(target, target.key(), "--allow-changes")) {
            assertThat(assistant.call("redeliver", delivery).path("status").asText())
                    .isEqualTo("pending");
            Await.await("the redelivery").until(() -> assistant
                    .call("getDelivery", delivery)
                    .path("status")
                    .asText()
                    .equals("succeeded"));
            assertThat(assistant.tools())
                    .contains("updateWebhook")
                    .doesNotContain(
                            "createWebhook", "deleteWebhook", "rotateWebhookSecret", "createApiKey", "revokeApiKey");
            assertThat(assistant.transcript()).doesNotContain("whsec_", target.key());
        }
        inbox.delete(target.account());
    }

    /** Every other command starts as fast as without them. */
    @Test
    void librariesOfTheCommandAreInAJarThatOnlyItLoads() throws IOException {
        Path program = McpProcess.PROGRAM.resolveSibling("../infra/cli/target").normalize();
        try (JarFile jar = new JarFile(program.resolve("clinic-events.jar").toFile());
                JarFile own =
                        new JarFile(program.resolve("clinic-events-mcp.jar").toFile())) {
            for (String name : List.of(
                    "io/modelcontextprotocol/server/McpServer.class",
                    "reactor/core/publisher/Mono.class",
                    "com/networknt/schema/Schema.class",
                    "org/slf4j/Logger.class",
                    "com/scheduleevents/cli/mcp/server/SdkToolServer.class",
                    "com/scheduleevents/cli/mcp/server/tools.jsonl",
                    "META-INF/services/com.scheduleevents.cli.mcp.ToolServer")) {
                assertThat(jar.getEntry(name)).as(name).isNull();
                assertThat(own.getEntry(name)).as(name).isNotNull();
            }
            for (String name : List.of(
                    "com/scheduleevents/cli/mcp/ToolServer.class",
                    "com/fasterxml/jackson/databind/ObjectMapper.class",
                    "picocli/CommandLine.class")) {
                assertThat(jar.getEntry(name)).as(name).isNotNull();
                assertThat(own.getEntry(name)).as(name).isNull();
            }
        }
    }
}
