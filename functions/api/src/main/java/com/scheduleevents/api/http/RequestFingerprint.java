package com.scheduleevents.api.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.domain.id.Sha256;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Tells whether two requests with the same idempotency key are the same: they have the same API key, so that no key is shown what another
 * one has requested, the same method and path, and bodies that mean the same, however they are written.
 */
public final class RequestFingerprint {

    private RequestFingerprint() {}

    /**
     * Identifies a request.
     *
     * @throws ApiException 400, 413 or 415 when its body is no JSON object
     */
    public static String of(Request request, Caller caller) {
        Stream<String> address = Stream.concat(
                Stream.of(caller.key().value(), request.method(), request.resource()),
                request.pathVariables().stream());
        return Sha256.hex(Stream.concat(address, Stream.of(canonical(request.optionalBody())))
                .map(RequestFingerprint::quoted)
                .collect(Collectors.joining("\n")));
    }

    /**
     * Rejects a request that is not the one that its idempotency key was used for.
     *
     * @throws ApiException 409
     */
    public static void requireSame(String earlier, String fingerprint) {
        if (!earlier.equals(fingerprint)) {
            throw new ApiException(
                    ErrorCode.IDEMPOTENCY_KEY_REUSED,
                    Request.IDEMPOTENCY_KEY,
                    "This Idempotency-Key was used for a different request. Use a new key for each request.");
        }
    }

    /** The same text for the same JSON: without white space, the fields of objects in the order of their names, and numbers in one form. */
    private static String canonical(JsonNode value) {
        if (value.isObject()) {
            Map<String, String> fields = new TreeMap<>();
            value.propertyStream().forEach(field -> fields.put(quoted(field.getKey()), canonical(field.getValue())));
            return fields.entrySet().stream()
                    .map(field -> field.getKey() + ":" + field.getValue())
                    .collect(Collectors.joining(",", "{", "}"));
        }
        if (value.isArray()) {
            List<String> elements =
                    value.valueStream().map(RequestFingerprint::canonical).toList();
            return "[" + String.join(",", elements) + "]";
        }
        return value.isNumber() ? number(value.decimalValue()) : value.toString();
    }

    /** In scientific notation, because the digits of 1e9999 would fill the memory. */
    private static String number(BigDecimal value) {
        BigDecimal stripped = value.stripTrailingZeros();
        return stripped.unscaledValue() + "e" + -(long) stripped.scale();
    }

    private static String quoted(String text) {
        return JsonNodeFactory.instance.textNode(text).toString();
    }
}
