package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Tests that concurrent requests cannot give an external id to two webhooks. */
@RequiresCapability(SharedClouds.STANDARD)
class ExternalIdTest {

    private final String id = "desk/" + UUID.randomUUID();

    @Test
    void oneOfSeveralRequestsAtOnceSucceedsAndTheIdIsFreeAfterADeletion(Target target) throws InterruptedException {
        for (int round = 0; round < 2; round++) {
            List<HttpsResponse> responses = atOnce(target);
            assertThat(responses)
                    .extracting(HttpsResponse::status)
                    .containsOnly(201, 409)
                    .containsOnlyOnce(201);
            assertThat(responses)
                    .filteredOn(response -> response.status() == 409)
                    .allSatisfy(refused -> assertThat(
                                    refused.json().at("/error/code").asText())
                            .isEqualTo("external_id_taken"));
            List<JsonNode> found = target.account()
                    .get("/v1/webhooks?external_id=" + id)
                    .json()
                    .path("data")
                    .valueStream()
                    .toList();
            assertThat(found).singleElement().satisfies(webhook -> assertThat(responses.stream()
                            .map(made -> made.json().path("id").asText()))
                    .contains(webhook.path("id").asText()));
            assertThat(target.account()
                            .delete("/v1/webhooks/"
                                    + found.getFirst().path("id").asText())
                            .status())
                    .isEqualTo(204);
        }
        assertThat(target.account().get("/v1/webhooks?external_id=" + id).json().path("data"))
                .isEmpty();
    }

    private List<HttpsResponse> atOnce(Target target) throws InterruptedException {
        Callable<HttpsResponse> request = () -> target.account()
                .post("/v1/webhooks", "{\"mode\":\"pull\",\"types\":[\"*\"],\"external_id\":\"" + id + "\"}");
        try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
            return pool.invokeAll(Collections.nCopies(6, request)).stream()
                    .map(Future::resultNow)
                    .toList();
        }
    }
}
