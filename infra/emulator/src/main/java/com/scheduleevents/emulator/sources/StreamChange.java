package com.scheduleevents.emulator.sources;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;

/**
 * A record of a stream.
 *
 * @param sequenceNumber its place in the shard
 * @param keyHash the same for all changes of one item
 * @param at when it was made
 * @param json the record as Lambda gives it to a function
 */
record StreamChange(String sequenceNumber, int keyHash, Instant at, JsonNode json) {}
