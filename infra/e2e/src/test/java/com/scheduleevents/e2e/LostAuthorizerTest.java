package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.scheduleevents.emulator.lambda.FunctionFailed;
import com.scheduleevents.local.LocalCloud;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the functions of the API behind a gateway that asks no authorizer, with the permissions of their own roles. */
@RequiresCapability(SharedClouds.STANDARD)
class LostAuthorizerTest {

    @ParameterizedTest
    @CsvSource({
        "EventsFunction, /events, 200",
        "ControlFunction, /account, 200",
        "ControlFunction, /api_keys, 200",
        "ControlFunction, /usage, 200",
        "WebhooksFunction, /webhooks, 200",
        "QueueFunction, /webhooks/{webhook_id}/queue, 404"
    })
    void functionItselfChecksTheApiKey(String function, String resource, int status, Target target, LocalCloud cloud)
            throws FunctionFailed, IOException {
        assertThat(status(cloud, function, resource, "{}")).isEqualTo(401);
        assertThat(status(cloud, function, resource, "{\"Authorization\":[\"Bearer " + target.key() + "x\"]}"))
                .isEqualTo(401);
        assertThat(status(cloud, function, resource, "{\"Authorization\":[\"Bearer " + target.key() + "\"]}"))
                .isEqualTo(status);
    }

    private static int status(LocalCloud cloud, String function, String resource, String headers)
            throws FunctionFailed, IOException {
        String event = """
                {"httpMethod":"GET","resource":"%s","multiValueHeaders":%s,"pathParameters":{"webhook_id":"whk_none"},
                 "requestContext":{"requestId":"req-lost"}}""".formatted(resource, headers);
        JsonNode response = new ObjectMapper()
                .readTree(cloud.function(function).invoke(event.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
        return response.path("statusCode").asInt();
    }
}
