package com.scheduleevents.template;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.cloud.sources.SourceSpec;
import com.scheduleevents.cloud.template.FunctionSpec;
import com.scheduleevents.cloud.template.PseudoParameters;
import com.scheduleevents.cloud.template.RestApi;
import com.scheduleevents.cloud.template.Template;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests that the concurrency of a new AWS account is enough for deliveries, however many requests the API gets. */
class ConcurrencyTest {

    /** The quota of an AWS account in a region, and the part that Lambda requires not to be reserved. */
    private static final int QUOTA = 1000;

    private static final int UNRESERVED = 100;

    /** The shards of the stream of a new table with on-demand capacity. */
    private static final int SHARDS = 4;

    @Test
    void whatTheApiReservesLeavesEnoughForDeliveries() throws IOException {
        Template template = template(Map.of());
        Set<String> ofTheApi = functionsOfTheApi(template);
        int reserved = 0;
        int others = 0;
        for (FunctionSpec function : template.functions().values()) {
            if (ofTheApi.contains(function.id())) {
                reserved += function.reservedConcurrency().orElseThrow();
            } else {
                // A function that reads a queue must not be throttled: SQS counts what it was given as received.
                assertThat(function.reservedConcurrency()).as(function.id()).isEmpty();
                others += function.sources().stream()
                        .mapToInt(ConcurrencyTest::most)
                        .sum();
            }
        }
        assertThat(reserved).isEqualTo(610);
        assertThat(others).isEqualTo(143);
        assertThat(QUOTA - reserved).isGreaterThanOrEqualTo(Math.max(UNRESERVED, 2 * others));
    }

    @Test
    void nothingIsReservedWhereTheAccountHasLess() throws IOException {
        assertThat(template(Map.of("ReserveConcurrency", "false")).functions().values())
                .allSatisfy(function -> assertThat(function.reservedConcurrency())
                        .as(function.id())
                        .isEmpty());
    }

    @Test
    void gatewayThrottlesTheWholeStage() throws IOException {
        JsonNode settings = new DeclaredTemplate().at("/Resources/Api/Properties/MethodSettings");
        assertThat(settings.toString())
                .isEqualTo("[{\"ResourcePath\":\"/*\",\"HttpMethod\":\"*\","
                        + "\"ThrottlingRateLimit\":{\"Ref\":\"ApiRequestsPerSecond\"},"
                        + "\"ThrottlingBurstLimit\":{\"Ref\":\"ApiRequestsPerSecond\"}}]");
    }

    private static int most(SourceSpec source) {
        return switch (source) {
            case SourceSpec.Queue queue -> queue.maximumConcurrency().orElseThrow();
            case SourceSpec.Stream stream -> SHARDS * stream.lanes();
            case SourceSpec.Schedule _ -> 1;
        };
    }

    private static Set<String> functionsOfTheApi(Template template) {
        RestApi api = template.api().orElseThrow();
        return Stream.concat(api.routes().stream().map(RestApi.ApiRoute::function), Stream.of("AuthorizerFunction"))
                .collect(Collectors.toSet());
    }

    private static Template template(Map<String, String> parameters) throws IOException {
        return Template.read(
                DeclaredTemplate.FILE, parameters, PseudoParameters.local(URI.create("http://127.0.0.1:1")));
    }
}
