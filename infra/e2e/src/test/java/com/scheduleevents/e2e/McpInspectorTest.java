package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.local.LocalCloud;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Has the inspector of the Model Context Protocol talk to {@code clinic-events mcp}. Needs {@code node} and {@code npm}. */
@Tag("recipes")
class McpInspectorTest {

    @RegisterExtension
    static final CloudLog LOG = CloudLog.of("mcp-inspector");

    @Test
    void inspectorFindsNothingWrongWithTheToolsAndCallsOne() throws IOException, InterruptedException {
        try (LocalCloud cloud =
                        SharedClouds.start(SharedClouds.options("mcp-inspector").withTrust(LocalEndpoint.authority()));
                LocalEndpoint receiver = LocalEndpoint.trusted(request -> 503)) {
            Target target = Target.of(cloud.description());
            ApiClientAccount account = target.account();
            String webhook =
                    account.register(receiver.url(), List.of("*")).path("id").asText();
            String event = account.record(ChangeSamples.cancelled("cln_harbour", "prv_1"));
            Await.await("an attempt")
                    .until(() -> !account.attempts(webhook, event).isEmpty());
            Map<String, String> variables = new HashMap<>(McpProcess.variables(target, target.key()));
            variables.putAll(Map.of("WEBHOOK", webhook, "EVENT", event));

            Path ran = RecipeProcess.program(Path.of("src/test/mcp-inspector"), variables);

            assertThat(json(ran, "tools.json").path("tools").findValuesAsText("name"))
                    .contains("listEvents", "getDelivery")
                    .doesNotContain("redeliver");
            JsonNode called = json(ran, "delivery.json");
            assertThat(called.path("isError").asBoolean()).as(called.toString()).isFalse();
            assertThat(HttpsClient.parsed(called.at("/content/0/text").asText())
                            .at("/attempts/0/status_code")
                            .asInt())
                    .isEqualTo(503);
        }
    }

    private static JsonNode json(Path directory, String file) throws IOException {
        return HttpsClient.parsed(Files.readString(directory.resolve(file)));
    }
}
