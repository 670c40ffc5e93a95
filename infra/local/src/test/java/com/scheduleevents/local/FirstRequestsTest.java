package com.scheduleevents.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.scheduleevents.cloud.template.RestApi;
import com.scheduleevents.cloud.template.RestApi.ApiRoute;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

/** Tests that the service says it is ready when each function of its API has started, and not before. */
class FirstRequestsTest {

    private static final RestApi API = new RestApi(
            "v1",
            List.of(
                    new ApiRoute("/events", "OPTIONS", "PreflightFunction"),
                    new ApiRoute("/events", "GET", "EventsFunction"),
                    new ApiRoute("/events/{event_id}", "GET", "EventsFunction"),
                    new ApiRoute("/webhooks/{webhook_id}", "ANY", "WebhooksFunction")),
            Optional.empty(),
            Map.of(),
            List.of(),
            OptionalInt.empty());

    private final Set<String> asked = ConcurrentHashMap.newKeySet();

    @Test
    void eachFunctionHasRespondedAfterwards() throws IOException {
        // A function whose start takes so long that the gateway gives up.
        ask(tries -> tries == 1 ? 504 : 404);

        assertThat(asked).containsExactlyInAnyOrder("/v1/events", "/v1/webhooks/none");
    }

    @Test
    void functionThatNeverStartsEndsTheStart() {
        assertThatIllegalStateException()
                .isThrownBy(() -> ask(_ -> 502))
                .withMessage("EventsFunction does not start; target/local-cloud.log says why.");
    }

    /** @param status of the response, by the number of the request */
    private void ask(IntUnaryOperator status) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        int[] tries = {0};
        server.createContext("/", exchange -> {
            int answered = status.applyAsInt(++tries[0]);
            if (answered < 500) {
                asked.add(exchange.getRequestURI().getPath());
            }
            exchange.sendResponseHeaders(answered, -1);
            exchange.close();
        });
        server.start();
        try {
            new FirstRequests(
                            URI.create("http://localhost:" + server.getAddress().getPort() + "/v1"), "sk_test_1")
                    .through(API);
        } finally {
            server.stop(0);
        }
    }
}
