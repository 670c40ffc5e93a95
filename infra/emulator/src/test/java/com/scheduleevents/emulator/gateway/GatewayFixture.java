package com.scheduleevents.emulator.gateway;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.scheduleevents.cloud.template.RestApi;
import com.scheduleevents.cloud.template.RestApi.ApiRoute;
import com.scheduleevents.cloud.template.RestApi.GatewayResponse;
import com.scheduleevents.cloud.template.RestApi.RouteAuthorizer;
import com.scheduleevents.emulator.lambda.FunctionFailed;
import com.scheduleevents.emulator.lambda.InvocableFunction;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;

/** A gateway before an authorizer and a function that return what a test sets, and remember what they saw. */
abstract class GatewayFixture {

    static final ObjectMapper JSON = new ObjectMapper();
    static final String ALLOW = policy("Allow", "*");

    final AtomicReference<String> authorizerResponse = new AtomicReference<>(ALLOW);
    final AtomicReference<String> functionResponse = new AtomicReference<>("{\"statusCode\":200,\"body\":\"{}\"}");
    final AtomicReference<JsonNode> seen = new AtomicReference<>(JSON.nullNode());
    final AtomicReference<JsonNode> seenByAuthorizer = new AtomicReference<>(JSON.nullNode());
    final AtomicInteger authorizations = new AtomicInteger();
    final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-02T08:09:10Z"));
    final HttpClient client = HttpClient.newHttpClient();
    RestGateway gateway = gateway(Map.of());

    @AfterEach
    void close() {
        gateway.close();
        client.close();
    }

    void customize(Map<String, GatewayResponse> responses) {
        gateway.close();
        gateway = gateway(responses);
    }

    RestGateway gateway(Map<String, GatewayResponse> responses) {
        Map<String, InvocableFunction> functions = Map.of("Authorizer", this::authorize, "Events", this::serve);
        java.util.function.Function<String, InvocableFunction> byName = name -> requireNonNull(functions.get(name));
        return new RestGateway(api(responses), byName, 0, ((InstantSource) now::get).withZone(ZoneOffset.UTC));
    }

    byte[] authorize(byte[] event) throws FunctionFailed {
        authorizations.incrementAndGet();
        seenByAuthorizer.set(tree(event));
        return response(authorizerResponse.get());
    }

    byte[] serve(byte[] event) throws FunctionFailed {
        seen.set(tree(event));
        return response(functionResponse.get());
    }

    static byte[] response(String response) throws FunctionFailed {
        if (response.startsWith("!")) {
            throw new FunctionFailed(response.substring(1));
        }
        return response.getBytes(StandardCharsets.UTF_8);
    }

    static JsonNode tree(byte[] event) {
        try {
            return JSON.readTree(event);
        } catch (IOException malformed) {
            throw new AssertionError(malformed);
        }
    }

    static RestApi api(Map<String, GatewayResponse> responses) {
        return new RestApi(
                "v1",
                List.of(
                        new ApiRoute("/events/{event_id}", "ANY", "Events"),
                        new ApiRoute("/events", "ANY", "Events"),
                        new ApiRoute("/events", "OPTIONS", "Events", true),
                        new ApiRoute("/events/batch", "GET", "Events"),
                        new ApiRoute("/files/{proxy+}", "GET", "Events")),
                Optional.of(new RouteAuthorizer("Authorizer", List.of("Authorization"), 60)),
                responses,
                List.of("image~1*"),
                OptionalInt.of(100));
    }

    static String policy(String effect, String resource) {
        return """
                {"principalId":"acc_1","policyDocument":{"Version":"2012-10-17","Statement":[
                  {"Effect":"%s","Action":"execute-api:Invoke","Resource":["%s"]}]},
                 "context":{"account":"acc_1","scopes":3,"all":true,"code":"unknown_api_key"}}""".formatted(effect, resource);
    }

    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(gateway.url() + path)).header("Authorization", "Bearer key");
    }

    HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
        return client.send(request, BodyHandlers.ofString());
    }
}
