package com.scheduleevents.cli.api;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/**
 * A response of success.
 *
 * @param body missing where it has none
 * @param etag names the version of the object; empty where it has none
 */
public record ApiResult(JsonNode body, Optional<String> etag) {}
