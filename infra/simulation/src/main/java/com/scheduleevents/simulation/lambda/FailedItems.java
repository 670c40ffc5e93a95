package com.scheduleevents.simulation.lambda;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/** Reads from a function's response which items of a batch it did not handle (AWS Lambda Developer Guide, "partial batch responses"). */
final class FailedItems {

    private static final ObjectMapper JSON = new ObjectMapper();

    private FailedItems() {}

    /**
     * Reads a response.
     *
     * @param known what the batch's items are called
     * @return empty when the whole batch counts as failed
     */
    static Optional<Set<String>> failures(byte[] response, Set<String> known) {
        try {
            JsonNode batch = JSON.readTree(response);
            if (batch == null || batch.isMissingNode() || batch.isNull()) {
                return Optional.of(Set.of());
            }
            JsonNode failures = batch.path("batchItemFailures");
            if (failures.isMissingNode() || failures.isNull()) {
                return Optional.of(Set.of());
            }
            Set<String> failed = new LinkedHashSet<>();
            for (JsonNode failure : failures) {
                String item = failure.path("itemIdentifier").asText("");
                if (!known.contains(item)) {
                    return Optional.empty();
                }
                failed.add(item);
            }
            return Optional.of(failed);
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
