package com.scheduleevents.benchmark.cost;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;

/** The dated prices of prices.json, with the source of each. */
final class PriceList {

    private final JsonNode json;

    private PriceList(JsonNode json) {
        this.json = json;
    }

    static PriceList read() {
        try (InputStream file = Objects.requireNonNull(
                PriceList.class.getResourceAsStream("/com/scheduleevents/benchmark/prices.json"))) {
            return new PriceList(new ObjectMapper().readTree(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The month of which the prices are. */
    String date() {
        return json.path("as_of").asText();
    }

    /** The region of which the prices are. */
    String region() {
        return json.path("region").asText();
    }

    /** What a quantity costs, in dollars. */
    double dollars(String price, double quantity) {
        JsonNode found = json.path("prices").path(price);
        if (found.isMissingNode()) {
            throw new IllegalArgumentException("prices.json has no price " + price);
        }
        return quantity * found.path("dollars").asDouble() / found.path("per").asDouble();
    }

    /** What of a month's quantity is left to be paid after the allowance that AWS gives every account for good. */
    double afterAllowance(String price, double quantity) {
        return Math.max(
                0, quantity - json.path("allowances").path(price).path("units").asDouble());
    }
}
