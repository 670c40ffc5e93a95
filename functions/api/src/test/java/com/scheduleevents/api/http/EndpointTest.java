package com.scheduleevents.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyResponseEvent;
import com.scheduleevents.api.ApiRequest;
import com.scheduleevents.api.ApiResponse;
import com.scheduleevents.api.Callers;
import com.scheduleevents.aws.wiring.TestWiring;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.domain.metrics.Metric;
import com.scheduleevents.testkit.memory.InMemoryMetrics;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EndpointTest {

    private static final Route READ =
            new Route("GET", "/things", Scope.EVENTS_READ, (_, _) -> Response.immutable("{\"a\":1}", "one"));
    private static final Route READ_UNTAGGED =
            new Route("GET", "/untagged", Scope.EVENTS_READ, (_, _) -> Response.raw(200, "{\"a\":1}"));
    private static final Route WRITE = new Route("POST", "/things", Scope.EVENTS_WRITE, (request, _) -> {
        JsonFields.of(request.body(), Set.of("a"));
        return Response.raw(201, "{}").with("ETag", "\"one\"");
    });
    private static final Route ANYBODY =
            new Route("GET", "/me", Optional.empty(), Set.of(), (_, _) -> Response.raw(200, "{\"me\":1}"));

    private final InMemoryMetrics metrics = new InMemoryMetrics();

    /** The gateway counts the body's bytes for Content-Length, and leaves them out; it sends no Content-Length of a function. */
    @Test
    void respondsToHeadAsToGet() {
        assertThat(things("HEAD").build()).satisfies(head -> assertThat(handled(head))
                .isEqualTo(handled(things("GET").build())));
        ApiResponse refused = send(ApiRequest.of(Callers.POWERLESS, "HEAD", "/things"));
        refused.assertError(403, "missing_scope", "-");
    }

    @Test
    void saysWhatIsWrongWithAKey() {
        ApiResponse powerless = send(ApiRequest.of(Callers.POWERLESS, "GET", "/things"));
        assertThat(powerless.header("WWW-Authenticate"))
                .isEqualTo("Bearer realm=\"schedule-events\", error=\"insufficient_scope\"");
        assertThat(send(things("DELETE")).header("WWW-Authenticate")).isEmpty();
    }

    @Test
    void namesTheContractAndTheDocsInEveryResponse() {
        String all = "</v1/openapi.json>; rel=\"service-desc\", </v1/docs>; rel=\"service-doc\"";
        assertThat(send(things("GET")).header("Link")).isEqualTo(all);
        assertThat(send(things("DELETE")).header("Link"))
                .isEqualTo(all + ", </v1/docs/errors#method_not_allowed>; rel=\"help\"");
    }

    @ParameterizedTest
    @CsvSource({
        "/v1/things,  /things, /v1/things/a/parts/b",
        "/things,     /things, /things/a/parts/b",
        "/x/y/things, /things, /x/y/things/a/parts/b",
        ",            /things, /v1/things/a/parts/b",
    })
    void saysWhereToFindWhatWasMade(String whole, String own, String location) {
        Route making = new Route(
                        "POST", "/things/{thing_id}", Scope.EVENTS_WRITE, (_, _) -> Response.raw(201, "{\"id\":\"b\"}"))
                .making("/things/{thing_id}/parts/{id}");
        APIGatewayProxyRequestEvent request = ApiRequest.of(Callers.FULL, "POST", "/things/{thing_id}")
                .path("thing_id", "a")
                .at(own)
                .build();
        request.getRequestContext().setPath(whole);
        Endpoint endpoint = endpoint(making);
        assertThat(endpoint.handle(request, null).getHeaders()).containsEntry("Location", location);
    }

    @Test
    void saysNothingIsMadeByAnotherResponse() {
        Route repeating = new Route(
                        "POST", "/things", Scope.EVENTS_WRITE, (_, _) -> Response.raw(200, "{\"id\":\"b\"}"))
                .making("/things/{id}");
        assertThat(send(endpoint(repeating), things("POST")).header("Location")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "PATCH, application/merge-patch+json,                 200",
        "PATCH, APPLICATION/merge-patch+JSON; charset=utf-8,  200",
        "PATCH, application/json,                             200",
        "PATCH, application/merge-patch+json; charset=latin1, 415",
        "PATCH, application/json-patch+json,                  415",
        "POST,  application/merge-patch+json,                 415",
    })
    void takesAMergePatchWhereSomethingIsPatched(String method, String type, int status) {
        Endpoint endpoint = endpoint(new Route(method, "/things", Scope.EVENTS_WRITE, (request, _) -> {
            request.body();
            return Response.raw(200, "{}");
        }));
        ApiResponse response =
                send(endpoint, things(method).header("Content-Type", type).body("{}", false));
        assertThat(response.status()).as(response.text()).isEqualTo(status);
        String accepted = method.equals("PATCH") ? "application/merge-patch+json, application/json" : "";
        assertThat(send(endpoint, things("OPTIONS")).header("Accept-Patch")).isEqualTo(accepted);
        assertThat(response.header("Accept-Patch")).isEqualTo(status == 415 ? accepted : "");
    }

    @Test
    void listsAllFaultsOfABody() {
        Route several = new Route("POST", "/things", Scope.EVENTS_WRITE, (request, _) -> {
            BodyReader reader = new BodyReader();
            JsonFields fields = reader.fields(request.body(), Set.of("a", "b", "c"));
            Supplier<String> a = reader.part(() -> fields.require("a", "text", Optional::of));
            Supplier<Boolean> b = reader.part(() -> fields.flag("b"));
            Supplier<String> needsA = reader.part(() -> a.get() + a.get());
            Supplier<Boolean> c = reader.part(() -> fields.flag("c"));
            return Response.raw(200, reader.whole(() -> needsA.get() + b.get() + c.get()));
        });
        ApiResponse response = send(endpoint(several), things("POST").json("{\"x\":1,\"b\":2,\"y\":3,\"c\":true}"));
        response.assertError(400, "unknown_field", "x");
        assertThat(response.json().at("/error/errors").findValuesAsText("param"))
                .containsExactly("x", "y", "a", "b");
        assertThat(response.json().at("/error/errors").findValuesAsText("code"))
                .containsExactly("unknown_field", "unknown_field", "missing_field", "invalid_field");
    }

    /** Or a small body would get a response of megabytes. */
    @Test
    void listsNoMoreFaultsThanAPersonReads() {
        String many =
                IntStream.range(0, 20_000).mapToObj(i -> "\"x" + i + "\":1").collect(Collectors.joining(",", "{", "}"));
        assertThat(send(things("POST").json(many)).json().at("/error/errors")).hasSize(20);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = '|',
            value = {
                "*               | 304",
                "\"one\"           | 304",
                "W/\"one\"         | 304",
                "\"two\", \"one\"  | 304",
                "\"two\"           | 200",
                "one             | 200",
                "\"one             | 200",
                "``              | 200",
            })
    void respondsNotModifiedToAKnownEntityTag(String tags, int status) {
        ApiResponse response = send(things("GET").header("if-none-match", tags));
        assertThat(response.status()).isEqualTo(status);
        assertThat(response.text().isEmpty()).isEqualTo(status == 304);
        assertThat(response.header("ETag")).isEqualTo("\"one\"");
        assertThat(send(things("POST").header("If-None-Match", tags).json("{}")).status())
                .isEqualTo(201);
    }

    @Test
    void alwaysSendsAResourceWithoutAnEntityTag() {
        ApiResponse response = send(
                new Endpoint(Callers.gate(InstantSource.system(), metrics), READ_UNTAGGED),
                ApiRequest.of(Callers.FULL, "GET", "/untagged").header("If-None-Match", "*"));

        assertThat(response.status()).isEqualTo(200);
        assertThat(response.text()).isEqualTo("{\"a\":1}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "*/*                                  | 200",
                "''                                   | 200",
                "application/json                     | 200",
                "APPLICATION/JSON; charset=utf-8      | 200",
                "application/*;q=0.1                  | 200",
                "text/html, application/xml;q=0.9, */*;q=0.8 | 200",
                "application/json, */*;q=0            | 200",
                "*/*, application/json;q=0            | 406",
                "application/json; q = 0.000          | 406",
                "application/*;q=0, */*               | 406",
                "text/html                            | 406",
                "application/xml, image/*             | 406",
                "application/jsonp                    | 406",
                ";                                    | 406",
                "nonsense                             | 406",
            })
    void rejectsAnAcceptHeaderWithoutJson(String accept, int status) {
        ApiResponse response = send(things("GET").header("accept", accept));
        assertThat(response.status()).isEqualTo(status);
        if (status == 406) {
            response.assertError(406, "not_acceptable", "Accept");
        }
    }

    @Test
    void listsTheMethodsOfAPathInAllow() {
        ApiResponse options = send(things("OPTIONS").header("Origin", "https://app.example"));
        assertThat(options.status()).isEqualTo(204);
        assertThat(options.header("Allow")).isEqualTo("GET, HEAD, POST, OPTIONS");
        assertThat(options.header("Access-Control-Allow-Origin")).isEmpty();
        assertThat(options.header("Vary")).isEmpty();
        send(things("DELETE")).assertError(405, "method_not_allowed", "-");
        send(things("get")).assertError(405, "method_not_allowed", "-");
    }

    @ParameterizedTest
    @CsvSource({
        "'*', https://any.example, *",
        "'https://a.example, https://b.example', https://b.example, https://b.example",
        "'https://a.example, https://b.example', https://c.example, ''",
        "https://a.example, https://a.example.evil.example, ''",
        "https://a.example, null, ''",
        "'', https://a.example, ''",
    })
    void sendsCorsHeadersToConfiguredOriginsOnly(String origins, String origin, String allowed) {
        Endpoint endpoint = new Endpoint(
                new RequestGate(
                        Cors.of(origins),
                        Callers.FAILING_AUTHENTICATION,
                        TestWiring.create().sharedTokens(),
                        InstantSource.system(),
                        metrics),
                READ,
                WRITE);
        ApiResponse preflight = send(endpoint, things("OPTIONS").header("Origin", origin));
        ApiResponse read = send(endpoint, things("GET").header("Origin", origin));
        ApiResponse refused =
                send(endpoint, things("GET").header("Origin", origin).header("Accept", "text/html"));
        for (ApiResponse response : new ApiResponse[] {preflight, read, refused}) {
            assertThat(response.header("Access-Control-Allow-Origin")).isEqualTo(allowed);
            assertThat(response.header("Vary")).isEqualTo(origins.isEmpty() ? "" : "Origin");
        }
        assertThat(preflight.header("Access-Control-Allow-Methods"))
                .isEqualTo(allowed.isEmpty() ? "" : "GET, HEAD, POST, OPTIONS");
        assertThat(read.header("Access-Control-Allow-Methods")).isEmpty();
    }

    @Test
    void respondsToAPreflightWithoutAnApiKey() {
        var event = things("OPTIONS").build();
        event.getRequestContext().setAuthorizer(null);
        assertThat(new Endpoint(Callers.gate(InstantSource.system(), metrics), READ)
                        .handle(event, null)
                        .getStatusCode())
                .isEqualTo(204);
    }

    @Test
    void servesARouteWithoutAScopeToAnyKey() {
        assertThat(send(ApiRequest.of(Callers.POWERLESS, "GET", "/me")).status())
                .isEqualTo(200);
    }

    @Test
    void sanitizesTheNameOfAnUnknownField() {
        send(things("POST").json("{\"x\\u0000\\u202ey\":1}")).assertError(400, "unknown_field", "x\\u0000\\u202ey");
        send(things("POST").json("{\"\ud83e\uddb7\":1}")).assertError(400, "unknown_field", "\\ud83e\\uddb7");
        send(things("POST").json("{\"" + "x".repeat(40_000) + "\":1}"))
                .assertError(400, "unknown_field", "x".repeat(60) + "…");
    }

    @ParameterizedTest
    @CsvSource({"\\ud800", "\\udc00", "\\ud800\\u0041", "\\udc00\\ud800", "a\\ud83d"})
    void rejectsAnIncompleteCharacterAsAnErrorOfTheClient(String half) {
        for (String body : new String[] {"{\"" + half + "\":1}", "{\"a\":1,\"b" + half + "\":\"" + half + "\"}"}) {
            ApiResponse response = send(things("POST").json(body));
            assertThat(response.status()).isEqualTo(400);
            assertThat(StandardCharsets.UTF_8.newEncoder().canEncode(response.text()))
                    .isTrue();
        }
    }

    /** API Gateway decodes bytes that are not UTF-8 to U+FFFD, in bodies, queries and paths. */
    @Test
    void rejectsTextThatWasNotUtf8WhateverBroughtIt() {
        send(things("POST").json("{\n\"a\":\"x\uFFFD\"}")).assertError(400, "invalid_body", "-");
        send(things("POST").json("\uFFFD\uFFFD{}")).assertError(400, "invalid_body", "-");
        send(things("POST").json("{\"a\uFFFD\":1}")).assertError(400, "invalid_body", "-");
        send(ApiRequest.of(Callers.FULL, "GET", "/me").query("x=\uFFFD")).assertError(400, "unknown_parameter", "x");
        Route named = new Route(
                "GET", "/things", Optional.of(Scope.EVENTS_READ), Set.of("name"), (_, _) -> Response.raw(200, "{}"));
        Endpoint endpoint = new Endpoint(Callers.gate(InstantSource.system(), metrics), named);
        assertThat(send(endpoint, things("GET").query("name=a&name=b")).status())
                .isEqualTo(200);
        send(endpoint, things("GET").query("name=a&name=\uFFFD")).assertError(400, "invalid_parameter", "name");
        send(endpoint, things("GET").path("thing_id", "x\uFFFD")).assertError(400, "invalid_parameter", "thing_id");
    }

    @Test
    void saysWhereABodyStopsBeingUtf8() {
        assertThat(send(things("POST").json("{\n\"a\":\"x\uFFFD\"}")).text())
                .contains("The body is not UTF-8, at line 2, column 7");
    }

    @Test
    void everyResponseIsUtf8() {
        Route broken = new Route("GET", "/things", Scope.EVENTS_READ, (_, _) -> {
            throw new ApiException(ErrorCode.INVALID_FIELD, "\ud83d", "message.");
        });
        String text = send(new Endpoint(Callers.gate(InstantSource.system(), metrics), broken), things("GET"))
                .text();
        assertThat(StandardCharsets.UTF_8.newEncoder().canEncode(text)).isTrue();
    }

    @Test
    void respondsToAnErrorOfTheVirtualMachineAndCountsIt() {
        Route endless = new Route("GET", "/things", Scope.EVENTS_READ, (_, _) -> {
            throw new StackOverflowError();
        });
        send(things("DELETE")).assertError(405, "method_not_allowed", "-");
        assertThat(metrics.take()).isEmpty();

        send(new Endpoint(Callers.gate(InstantSource.system(), metrics), endless), things("GET"))
                .assertError(500, "internal", "-");
        assertThat(metrics.take()).isEqualTo(Map.of(Metric.REQUESTS_FAILED, 1L));
    }

    private static ApiRequest things(String method) {
        return ApiRequest.of(Callers.FULL, method, "/things");
    }

    private APIGatewayProxyResponseEvent handled(APIGatewayProxyRequestEvent request) {
        return endpoint(READ).handle(request, null);
    }

    private Endpoint endpoint(Route route) {
        return new Endpoint(Callers.gate(InstantSource.fixed(Instant.EPOCH), metrics), route);
    }

    private ApiResponse send(ApiRequest request) {
        return send(new Endpoint(Callers.gate(InstantSource.system(), metrics), READ, WRITE, ANYBODY), request);
    }

    private static ApiResponse send(Endpoint endpoint, ApiRequest request) {
        return new ApiResponse(endpoint.handle(request.build(), null));
    }
}
