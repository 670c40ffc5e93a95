package com.scheduleevents.cli.api;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * The first elements of a list of the API.
 *
 * @param elements in the order of the list
 * @param more whether the list goes on
 */
public record Listing(List<JsonNode> elements, boolean more) {

    /** Copies the elements. */
    public Listing {
        elements = List.copyOf(elements);
    }
}
