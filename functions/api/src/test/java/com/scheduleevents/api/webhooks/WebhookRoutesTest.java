package com.scheduleevents.api.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.time.Clock;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Tests that the function has exactly the routes that the contract describes. template.yaml names only some of them: below a
 * webhook, the gateway passes on every path.
 */
class WebhookRoutesTest {

    /** What has paths of its own in template.yaml, of another function. */
    private static final String QUEUE = "/v1/webhooks/{webhook_id}/queue";

    @Test
    void routesAreThoseOfTheContract() throws IOException {
        Set<String> routes = new WebhooksFixture()
                .api(Clock.systemUTC()).routes().stream()
                        .map(route -> route.method() + " /v1" + route.resource())
                        .collect(Collectors.toSet());

        assertThat(routes).hasSizeGreaterThan(15).isEqualTo(described());
    }

    private static Set<String> described() throws IOException {
        try (InputStream contract =
                Objects.requireNonNull(WebhookRoutesTest.class.getResourceAsStream("/openapi.json"))) {
            JsonNode paths = new ObjectMapper().readTree(contract).path("paths");
            return paths.propertyStream()
                    .filter(path -> isServedHere(path.getKey()))
                    .flatMap(path -> path.getValue()
                            .propertyStream()
                            .filter(operation -> operation.getValue().has("operationId"))
                            .map(operation -> operation.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey()))
                    .collect(Collectors.toSet());
        }
    }

    private static boolean isServedHere(String path) {
        return (path.startsWith("/v1/webhooks") && !path.startsWith(QUEUE))
                || path.equals("/v1/deliveries")
                || path.equals("/v1/events/{event_id}/deliveries");
    }
}
