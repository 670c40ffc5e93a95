package com.scheduleevents.emulator.proxy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.scheduleevents.emulator.http.ServerRequest;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A function's call to a service. */
public final class ServiceCall {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern CREDENTIAL = Pattern.compile("Credential=([^/,\\s]+)/");

    private final String service;
    private final String function;
    private final String operation;
    private final JsonNode body;
    private final Supplier<Map<String, List<String>>> form;

    /**
     * A call within this process.
     *
     * @param body the request's JSON
     */
    ServiceCall(String service, String function, String operation, JsonNode body) {
        this(service, function, operation, body, Map::of);
    }

    private ServiceCall(
            String service,
            String function,
            String operation,
            JsonNode body,
            Supplier<Map<String, List<String>>> form) {
        this.service = service;
        this.function = function;
        this.operation = operation;
        this.body = body;
        this.form = form;
    }

    /** A call over HTTP. */
    static ServiceCall of(String service, String function, ServerRequest request) {
        String operation = request.header("X-Amz-Target")
                .map(target -> target.substring(target.lastIndexOf('.') + 1))
                .or(() -> Optional.ofNullable(request.form().get("Action")).map(List::getFirst))
                .orElse("");
        return new ServiceCall(service, function, operation, parsed(request), request::form);
    }

    private static JsonNode parsed(ServerRequest request) {
        try {
            return JSON.readTree(request.body());
        } catch (IOException e) {
            return MissingNode.getInstance();
        }
    }

    /** The access key id that a request was signed with (Signature Version 4). */
    static Optional<String> accessKeyId(ServerRequest request) {
        return request.header("Authorization")
                .map(CREDENTIAL::matcher)
                .filter(Matcher::find)
                .map(credential -> credential.group(1));
    }

    /** {@code dynamodb}, {@code sqs}, {@code ses}, {@code sts} or {@code kms}. */
    public String service() {
        return service;
    }

    /** The logical id of the calling function. */
    public String function() {
        return function;
    }

    /** The operation, such as {@code UpdateItem}. */
    public String operation() {
        return operation;
    }

    /** The names of the tables, queues or keys of the call. */
    public List<String> resources() {
        return Stream.of(
                        body.findValuesAsText("TableName"),
                        body.findValuesAsText("QueueUrl"),
                        body.findValuesAsText("KeyId"),
                        List.copyOf(body.path("RequestItems")
                                .propertyStream()
                                .map(Map.Entry::getKey)
                                .toList()))
                .flatMap(List::stream)
                .map(name -> name.substring(name.lastIndexOf('/') + 1))
                .distinct()
                .toList();
    }

    /** The request's JSON; a missing node for SES and STS, whose requests are forms. */
    public JsonNode body() {
        return body;
    }

    /** The request's form fields. */
    public Map<String, List<String>> form() {
        return form.get();
    }

    @Override
    public String toString() {
        return function + " calls " + operation() + " on " + resources();
    }
}
