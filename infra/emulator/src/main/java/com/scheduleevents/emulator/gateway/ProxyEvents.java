package com.scheduleevents.emulator.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.emulator.http.Header;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Makes the events that API Gateway sends to functions (developer guide, "Input format of a Lambda function for proxy
 * integration" and "Input to an API Gateway Lambda authorizer").
 */
final class ProxyEvents {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final DateTimeFormatter REQUEST_TIME =
            DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ROOT).withZone(ZoneOffset.UTC);

    /** Hop-by-hop headers, which are not passed on. */
    private static final Set<String> HOP_BY_HOP =
            Set.of("connection", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade", "expect");

    private static final List<String> UNUSED_IDENTITY = List.of(
            "accessKey",
            "accountId",
            "caller",
            "cognitoAuthenticationProvider",
            "cognitoAuthenticationType",
            "cognitoIdentityId",
            "cognitoIdentityPoolId",
            "principalOrgId",
            "user",
            "userArn");

    private final MediaTypes binary;

    /** @param binary media types whose bodies are base64 encoded */
    ProxyEvents(MediaTypes binary) {
        this.binary = binary;
    }

    /**
     * The event for the function behind a route.
     *
     * @param authorizer the authorizer's context, including principalId; empty without an authorizer
     */
    byte[] proxy(RoutedRequest call, Map<String, String> authorizer) {
        ObjectNode event = common(call);
        ObjectNode context = context(call);
        if (!authorizer.isEmpty()) {
            context.set("authorizer", JSON.valueToTree(authorizer));
        }
        event.set("requestContext", context);
        body(event, call);
        return bytes(event);
    }

    /** The event for an authorizer of type REQUEST. */
    byte[] authorization(RoutedRequest call) {
        ObjectNode event = NODES.objectNode().put("type", "REQUEST").put("methodArn", call.methodArn());
        event.setAll(common(call));
        event.set("requestContext", context(call));
        return bytes(event);
    }

    private ObjectNode common(RoutedRequest call) {
        ObjectNode event = NODES.objectNode()
                .put("resource", call.match().route().path())
                .put("path", call.path())
                .put("httpMethod", call.request().method());
        Map<String, List<String>> headers = headers(call);
        event.set("headers", lastValues(headers));
        event.set("multiValueHeaders", JSON.valueToTree(headers));
        event.set("queryStringParameters", orNull(lastValues(call.query())));
        event.set("multiValueQueryStringParameters", orNull(JSON.valueToTree(call.query())));
        event.set("pathParameters", orNull(JSON.valueToTree(call.match().parameters())));
        event.putNull("stageVariables");
        return event;
    }

    private ObjectNode context(RoutedRequest call) {
        String path = "/" + call.stage() + call.path();
        ObjectNode context = NODES.objectNode()
                .put("accountId", RoutedRequest.ACCOUNT_ID)
                .put("apiId", RoutedRequest.API_ID)
                .put("domainName", host(call)[0])
                .put("domainPrefix", RoutedRequest.API_ID)
                .put("stage", call.stage())
                .put("resourceId", "local")
                .put("resourcePath", call.match().route().path())
                .put("path", path)
                .put("httpMethod", call.request().method())
                .put("requestId", call.id())
                .put("extendedRequestId", extendedId(call.id()))
                .put("requestTime", REQUEST_TIME.format(call.at()))
                .put("requestTimeEpoch", call.at().toEpochMilli())
                .put("protocol", call.request().protocol());
        ObjectNode identity = context.putObject("identity")
                .put("sourceIp", call.request().sourceIp())
                .put("userAgent", call.request().header("User-Agent").orElse(null));
        UNUSED_IDENTITY.forEach(identity::putNull);
        return context;
    }

    /** The extended request id, here derived from the request id. */
    static String extendedId(String requestId) {
        return requestId.replace("-", "").substring(0, 15) + "=";
    }

    /** Headers by name, in the case of their first occurrence, plus those that the gateway adds. */
    private Map<String, List<String>> headers(RoutedRequest call) {
        Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (Header header : call.request().headers()) {
            if (!HOP_BY_HOP.contains(header.name().toLowerCase(Locale.ROOT))) {
                headers.computeIfAbsent(header.name(), name -> new ArrayList<>())
                        .add(header.value());
            }
        }
        String forwarded = call.request()
                .header("X-Forwarded-For")
                .map(before -> before + ", ")
                .orElse("");
        headers.put("X-Forwarded-For", List.of(forwarded + call.request().sourceIp()));
        headers.put("X-Forwarded-Port", List.of(host(call)[1]));
        headers.put("X-Forwarded-Proto", List.of("http"));
        headers.putIfAbsent("X-Amzn-Trace-Id", List.of(traceId(call)));
        return headers;
    }

    /** The host and port that the client called. */
    private static String[] host(RoutedRequest call) {
        String[] host = call.request().header("Host").orElse("localhost").split(":", 2);
        return host.length == 2 ? host : new String[] {host[0], "80"};
    }

    private static String traceId(RoutedRequest call) {
        String random = call.id().replace("-", "").substring(0, 24);
        return "Root=1-%08x-%s".formatted(call.at().getEpochSecond(), random);
    }

    private void body(ObjectNode event, RoutedRequest call) {
        byte[] body = call.request().body();
        boolean encoded = body.length > 0
                && call.request().header("Content-Type").filter(binary::include).isPresent();
        if (body.length == 0) {
            event.putNull("body");
        } else {
            event.put(
                    "body",
                    encoded
                            ? Base64.getEncoder().encodeToString(body)
                            : call.request().text());
        }
        event.put("isBase64Encoded", encoded);
    }

    private static ObjectNode lastValues(Map<String, List<String>> values) {
        ObjectNode last = NODES.objectNode();
        values.forEach((name, all) -> last.put(name, all.getLast()));
        return last;
    }

    private static JsonNode orNull(JsonNode object) {
        return object.isEmpty() ? NODES.nullNode() : object;
    }

    private static byte[] bytes(ObjectNode event) {
        return event.toString().getBytes(StandardCharsets.UTF_8);
    }
}
