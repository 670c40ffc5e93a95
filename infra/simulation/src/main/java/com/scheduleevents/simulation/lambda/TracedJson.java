package com.scheduleevents.simulation.lambda;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * JSON as traces show it: with the properties of objects sorted. Each JVM iterates over {@code Map.of} in an order of its own,
 * which a function may pass on, and the trace of a seed is the same in each.
 */
final class TracedJson {

    private static final ObjectMapper SORTED =
            JsonMapper.builder().enable(JsonNodeFeature.WRITE_PROPERTIES_SORTED).build();

    private TracedJson() {}

    static String of(byte[] json) {
        try {
            return SORTED.writeValueAsString(SORTED.readTree(json));
        } catch (IOException e) {
            return new String(json, StandardCharsets.UTF_8);
        }
    }
}
