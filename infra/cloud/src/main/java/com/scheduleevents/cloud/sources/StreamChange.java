package com.scheduleevents.cloud.sources;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;

/**
 * A record of a table's stream, as a function is given it.
 *
 * @param sequenceNumber its position in the shard
 * @param keyHash a hash of the item's key
 * @param at when the item changed
 * @param json the record in the format of Lambda's events
 */
public record StreamChange(String sequenceNumber, int keyHash, Instant at, JsonNode json) {}
