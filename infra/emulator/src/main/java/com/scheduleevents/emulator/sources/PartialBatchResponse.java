package com.scheduleevents.emulator.sources;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;

/** Reads which records of a batch failed from a function's response (ReportBatchItemFailures). */
final class PartialBatchResponse {

    private static final ObjectMapper JSON = new ObjectMapper();

    private PartialBatchResponse() {}

    /**
     * The records that failed, by Lambda's rules: an empty response or list means that all succeeded; a malformed
     * response, an empty identifier or an unknown one means that all failed.
     *
     * @param response the function's response
     * @param identifiers of the batch's records
     */
    static Set<String> failed(byte[] response, Collection<String> identifiers) {
        Set<String> all = new LinkedHashSet<>(identifiers);
        if (response.length == 0) {
            return Set.of();
        }
        JsonNode failures;
        try {
            failures = JSON.readTree(response).path("batchItemFailures");
        } catch (IOException e) {
            return all;
        }
        if (failures.isMissingNode() || failures.isNull()) {
            return Set.of();
        }
        Set<String> failed = new LinkedHashSet<>();
        failures.forEach(failure -> failed.add(failure.path("itemIdentifier").asText()));
        return failures.isArray() && all.containsAll(failed) ? failed : all;
    }
}
