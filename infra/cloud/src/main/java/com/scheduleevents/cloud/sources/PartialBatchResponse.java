package com.scheduleevents.cloud.sources;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Reads from a function's response which items of a batch failed (AWS Lambda Developer Guide, "partial batch
 * responses", with its conditions of success and failure).
 */
final class PartialBatchResponse {

    private static final ObjectReader JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build()
            .readerFor(JsonNode.class);

    private PartialBatchResponse() {}

    /**
     * The items that failed. None did where the response is empty or null, or its list is missing, null or empty.
     *
     * @param response the function's response
     * @param identifiers of the batch's items
     * @return empty when the whole batch counts as failed: the response is no JSON, its list is no list, or an
     *     identifier in it is missing, empty or of no item of the batch
     */
    static Optional<Set<String>> failed(byte[] response, Collection<String> identifiers) {
        JsonNode failures;
        try {
            failures = JSON.readTree(response).path("batchItemFailures");
        } catch (IOException e) {
            return Optional.empty();
        }
        if (failures.isMissingNode() || failures.isNull()) {
            return Optional.of(Set.of());
        }
        Set<String> failed = new LinkedHashSet<>();
        failures.forEach(failure -> failed.add(failure.path("itemIdentifier").asText("")));
        return Optional.of(failed).filter(items -> failures.isArray() && identifiers.containsAll(items));
    }
}
