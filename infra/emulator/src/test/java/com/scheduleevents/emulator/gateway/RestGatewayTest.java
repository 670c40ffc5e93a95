package com.scheduleevents.emulator.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.cloud.template.RestApi.GatewayResponse;
import com.scheduleevents.emulator.http.PortOccupied;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RestGatewayTest extends GatewayFixture {

    @Test
    void makesTheProxyEventThatAwsMakes() throws Exception {
        HttpRequest request = request("/v1/events/evt%20_1+2?type=a&type=b%20c&since=&x=%C3%A4+o")
                .header("x-Many", "one")
                .header("x-Many", "two")
                .header("User-Agent", "test")
                .POST(BodyPublishers.ofString("{\"ä\":1}"))
                .build();

        assertThat(send(request).statusCode()).isEqualTo(200);

        JsonNode event = seen.get();
        assertThat(event.path("resource").asText()).isEqualTo("/events/{event_id}");
        assertThat(event.path("path").asText()).isEqualTo("/events/evt%20_1+2");
        assertThat(event.path("httpMethod").asText()).isEqualTo("POST");
        assertThat(event.at("/headers/x-Many").asText()).isEqualTo("two");
        assertThat(event.at("/multiValueHeaders/x-Many")).hasToString("[\"one\",\"two\"]");
        assertThat(event.at("/headers/X-Forwarded-For").asText()).isEqualTo("127.0.0.1");
        assertThat(event.path("headers").has("Connection")).isFalse();
        assertThat(event.at("/queryStringParameters")).hasToString("{\"type\":\"b c\",\"since\":\"\",\"x\":\"ä o\"}");
        assertThat(event.at("/multiValueQueryStringParameters/type")).hasToString("[\"a\",\"b c\"]");
        assertThat(event.at("/pathParameters")).hasToString("{\"event_id\":\"evt _1+2\"}");
        assertThat(event.path("stageVariables").isNull()).isTrue();
        assertThat(event.path("body").asText()).isEqualTo("{\"ä\":1}");
        assertThat(event.path("isBase64Encoded").isBoolean()).isTrue();
        assertThat(event.path("isBase64Encoded").asBoolean()).isFalse();

        JsonNode context = event.path("requestContext");
        assertThat(context.path("path").asText()).isEqualTo("/v1/events/evt%20_1+2");
        assertThat(context.path("stage").asText()).isEqualTo("v1");
        assertThat(context.path("resourcePath").asText()).isEqualTo("/events/{event_id}");
        assertThat(context.path("requestTime").asText()).isEqualTo("02/Nov/2026:08:09:10 +0000");
        assertThat(context.path("requestTimeEpoch").asLong())
                .isEqualTo(now.get().toEpochMilli());
        assertThat(context.at("/identity/sourceIp").asText()).isEqualTo("127.0.0.1");
        assertThat(context.at("/identity/userAgent").asText()).isEqualTo("test");
        assertThat(context.at("/authorizer/principalId").asText()).isEqualTo("acc_1");
        assertThat(context.at("/authorizer/scopes").isTextual()).isTrue();
        assertThat(context.at("/authorizer/scopes").asText()).isEqualTo("3");
        assertThat(context.at("/authorizer/all").asText()).isEqualTo("true");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gzip, deflate, br | 100 | gzip",
                "br;q=1.0, gzip;q=0.8 | 100 | gzip",
                "gzip | 99 |",
                "br | 100 |",
                "gzip;q=0 | 100 |"
            })
    void compressesALongBodyForAClientThatAcceptsIt(String accepted, int length, @Nullable String encoding)
            throws Exception {
        String body = "x".repeat(length);
        functionResponse.set("{\"statusCode\":200,\"body\":\"" + body + "\"}");

        HttpResponse<byte[]> response = client.send(
                request("/v1/events").header("Accept-Encoding", accepted).build(), BodyHandlers.ofByteArray());

        assertThat(response.headers().firstValue("Content-Encoding")).isEqualTo(Optional.ofNullable(encoding));
        try (InputStream in = new ByteArrayInputStream(response.body());
                InputStream text = encoding == null ? in : new GZIPInputStream(in)) {
            assertThat(text).hasBinaryContent(body.getBytes(StandardCharsets.UTF_8));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "GZIP", "deflate", "identity"})
    void inflatesTheBodyOfARequestAndKeepsItsHeader(String coding) throws Exception {
        String body = "ä" + incompressible();
        assertThat(send(coded(coding, coded(body, coding))).statusCode()).isEqualTo(200);
        assertThat(seen.get().path("body").asText()).isEqualTo(body);
        assertThat(seen.get().path("isBase64Encoded").asBoolean()).isFalse();
        assertThat(seen.get().at("/headers/Content-Encoding").asText()).isEqualTo(coding);
    }

    @ParameterizedTest
    @ValueSource(strings = {"br", "zstd", "gzip, deflate", "x"})
    void rejectsABodyInACodingThatItDoesNotSupport(String coding) throws Exception {
        HttpResponse<String> response = send(coded(coding, "x".getBytes(StandardCharsets.UTF_8)));
        assertThat(response.statusCode()).isEqualTo(415);
        assertThat(response.headers().firstValue("x-amzn-ErrorType")).contains("UnsupportedMediaTypeException");
        assertThat(seen.get().isNull()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "deflate"})
    void rejectsABodyThatIsNotCodedAsItsHeaderSays(String coding) throws Exception {
        assertThat(send(coded(coding, "x".repeat(200).getBytes(StandardCharsets.UTF_8)))
                        .statusCode())
                .isEqualTo(415);
        byte[] whole = coded(incompressible(), coding);
        assertThat(send(coded(coding, Arrays.copyOf(whole, whole.length - 20))).statusCode())
                .isEqualTo(415);
        assertThat(seen.get().isNull()).isTrue();
    }

    /**
     * "If the payload size is smaller than this value, compression or decompression is not applied on the payload."
     */
    @Test
    void passesOnASmallBodyAsItIs() throws Exception {
        byte[] small = coded("{}", "gzip");
        assertThat(small).hasSizeLessThan(100);
        assertThat(send(coded("gzip", small)).statusCode()).isEqualTo(200);
        assertThat(seen.get().path("body").asText()).startsWith("\u001f\uFFFD");
    }

    /** The second half of the stream is no gzip at all, so whoever reads on finds that out. */
    @Test
    void stopsInflatingAtTheLimitOfAPayload() throws Exception {
        byte[] bomb = coded("x".repeat(64 << 20), "gzip");
        Arrays.fill(bomb, bomb.length / 2, bomb.length, (byte) 0xff);
        assertThat(send(coded("gzip", bomb)).statusCode()).isEqualTo(413);
        assertThat(seen.get().isNull()).isTrue();
    }

    /**
     * Text of which even the coded form is larger than the minimum, below which the gateway passes bodies on as they
     * are.
     */
    private static String incompressible() {
        return new Random(46)
                .ints(2_000, '0', 'z')
                .mapToObj(Character::toString)
                .collect(Collectors.joining());
    }

    private HttpRequest coded(String coding, byte[] body) {
        return request("/v1/events")
                .header("Content-Encoding", coding)
                .POST(BodyPublishers.ofByteArray(body))
                .build();
    }

    private static byte[] coded(String text, String coding) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out =
                switch (coding.toLowerCase(Locale.ROOT)) {
                    case "gzip" -> new GZIPOutputStream(bytes);
                    case "deflate" -> new DeflaterOutputStream(bytes);
                    default -> bytes;
                }) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    @Test
    void whatIsAbsentIsNull() throws Exception {
        send(request("/v1/events").GET().build());

        for (String field : List.of(
                "body",
                "queryStringParameters",
                "multiValueQueryStringParameters",
                "pathParameters",
                "stageVariables")) {
            assertThat(seen.get().has(field)).as(field).isTrue();
            assertThat(seen.get().path(field).isNull()).as(field).isTrue();
        }
    }

    @Test
    void binaryMediaTypesTravelAsBase64() throws Exception {
        send(request("/v1/events")
                .header("Content-Type", "image/png; q=1")
                .POST(BodyPublishers.ofByteArray(new byte[] {0, (byte) 0xff}))
                .build());

        assertThat(seen.get().path("body").asText()).isEqualTo("AP8=");
        assertThat(seen.get().path("isBase64Encoded").asBoolean()).isTrue();

        functionResponse.set("{\"statusCode\":200,\"body\":\"AP8=\",\"isBase64Encoded\":true}");
        HttpRequest wanting =
                request("/v1/events").header("Accept", "image/png").build();
        assertThat(client.send(wanting, BodyHandlers.ofByteArray()).body()).containsExactly(0, 0xff);
    }

    @ParameterizedTest
    @CsvSource({
        "GET,    /v1/events,            /events",
        "GET,    /v1/events/,           /events",
        "DELETE, /v1/events,            /events",
        "OPTIONS,/v1/events,            /events",
        "HEAD,   /v1/events,            /events",
        "GET,    /v1/events/batch,      /events/batch",
        "GET,    /v1/events/evt_1,      /events/{event_id}",
        "GET,    /v1/files/a/b%2Fc,     /files/{proxy+}"
    })
    void findsTheRoute(String method, String path, String resource) throws Exception {
        HttpRequest request =
                request(path).method(method, BodyPublishers.noBody()).build();

        assertThat(send(request).statusCode()).isEqualTo(200);
        assertThat(seen.get().path("resource").asText()).isEqualTo(resource);
        assertThat(seen.get().path("httpMethod").asText()).isEqualTo(method);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/v1",
                "/v1/",
                "/v2/events",
                "/v1x/events",
                "/events",
                "/v1/event",
                "/v1/events/a/b",
                "/v1/files"
            })
    void anUnknownPathComesBeforeTheAuthorizer(String path) throws Exception {
        HttpResponse<String> response =
                send(HttpRequest.newBuilder(gateway.url().resolve(path)).build());

        assertThat(response.statusCode()).isEqualTo(403);
        assertThat(response.body()).isEqualTo("{\"message\":\"Missing Authentication Token\"}");
        assertThat(authorizations).hasValue(0);
    }

    @Test
    void aMethodThatIsNotRoutedIsAnUnknownPath() throws Exception {
        assertThat(send(request("/v1/events/batch").DELETE().build()).body()).contains("Missing Authentication Token");
    }

    @Test
    void passesTheFunctionsResponseOn() throws Exception {
        functionResponse.set("""
                {"statusCode":"429","headers":{"Retry-After":1,"X-A":"b","WWW-Authenticate":"Bearer"},
                 "multiValueHeaders":{"X-A":["a","b"]},"body":"hä"}""");

        HttpResponse<String> response = send(request("/v1/events").build());

        assertThat(response.statusCode()).isEqualTo(429);
        assertThat(response.body()).isEqualTo("hä");
        assertThat(response.headers().allValues("x-a")).containsExactly("a", "b");
        assertThat(response.headers().firstValue("retry-after")).contains("1");
        assertThat(response.headers().firstValue("content-type")).contains("application/json");
        assertThat(response.headers().firstValue("x-amzn-remapped-www-authenticate"))
                .contains("Bearer");
        assertThat(response.headers().firstValue("x-amzn-requestid"))
                .contains(seen.get().at("/requestContext/requestId").asText());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "!crashed",
                "nonsense",
                "[]",
                "null",
                "{}",
                "{\"statusCode\":\"ok\"}",
                "{\"statusCode\":200,\"body\":{}}",
                "{\"statusCode\":200,\"extra\":1}",
                "{\"statusCode\":200,\"headers\":{\"X\":\"a\\r\\nb: c\"}}",
                "{\"statusCode\":200,\"headers\":{\"X Y\":\"a\"}}",
                "{\"statusCode\":99}"
            })
    void aFunctionWithoutAProperResponseIsA502(String body) throws Exception {
        functionResponse.set(body);

        HttpResponse<String> response = send(request("/v1/events").build());

        assertThat(response.statusCode()).isEqualTo(502);
        assertThat(response.body()).isEqualTo("{\"message\":\"Internal server error\"}");
    }

    @Test
    void respondsAsTheTemplateSays() throws Exception {
        customize(Map.of(
                "ACCESS_DENIED",
                new GatewayResponse(
                        OptionalInt.of(401),
                        Map.of(
                                "Request-Id", "context.requestId",
                                "WWW-Authenticate", "'Bearer'",
                                "X-Code", "context.authorizer.code",
                                "X-Echo", "method.request.header.x-ask"),
                        Map.of(
                                "application/json",
                                "{\"c\":\"$context.authorizer.code\",\"id\":\"$context.requestId\",\"m\":"
                                        + "$context.error.messageString,\"t\":\"$context.error.responseType\","
                                        + "\"p\":\"$context.httpMethod $context.path.\",\"u\":\"$context.no.such\"}")),
                "DEFAULT_4XX",
                new GatewayResponse(
                        OptionalInt.empty(),
                        Map.of(),
                        Map.of("application/json", "{\"m\":\"$context.error.message\"}")),
                "DEFAULT_5XX",
                new GatewayResponse(OptionalInt.of(503), Map.of("Retry-After", "'1'"), Map.of())));
        authorizerResponse.set(policy("Deny", "*"));

        HttpResponse<String> denied =
                send(request("/v1/events?a=b").header("X-Ask", "why").build());
        String id = denied.headers().firstValue("request-id").orElseThrow();
        assertThat(denied.statusCode()).isEqualTo(401);
        assertThat(denied.headers().firstValue("www-authenticate")).contains("Bearer");
        assertThat(denied.headers().firstValue("x-code")).contains("unknown_api_key");
        assertThat(denied.headers().firstValue("x-echo")).contains("why");
        assertThat(denied.body())
                .isEqualTo("{\"c\":\"unknown_api_key\",\"id\":\"" + id
                        + "\",\"m\":\"User is not authorized to access this resource\",\"t\":\"ACCESS_DENIED\","
                        + "\"p\":\"GET /v1/events.\",\"u\":\"\"}");

        HttpResponse<String> unknown = send(request("/nowhere").build());
        assertThat(unknown.statusCode()).isEqualTo(403);
        assertThat(unknown.body()).isEqualTo("{\"m\":\"Missing Authentication Token\"}");

        authorizerResponse.set("!broken");
        HttpResponse<String> broken = send(HttpRequest.newBuilder(gateway.url().resolve("/v1/events"))
                .header("Authorization", "Bearer third")
                .build());
        assertThat(broken.statusCode()).isEqualTo(503);
        assertThat(broken.headers().firstValue("retry-after")).contains("1");
        assertThat(broken.body()).isEqualTo("{\"message\":\"Internal server error\"}");
    }

    @Test
    void aBodyAboveTenMegabytesIsRefused() throws Exception {
        byte[] largest = new byte[10 * 1024 * 1024];
        byte[] tooLarge = new byte[largest.length + 1];

        assertThat(send(request("/v1/events")
                                .POST(BodyPublishers.ofByteArray(largest))
                                .build())
                        .statusCode())
                .isEqualTo(200);
        HttpResponse<String> refused = send(
                request("/v1/events").POST(BodyPublishers.ofByteArray(tooLarge)).build());
        assertThat(refused.statusCode()).isEqualTo(413);
        assertThat(refused.body()).isEqualTo("{\"message\":\"Request Too Long\"}");
    }

    @Test
    void aBrokenEncodingIsABadRequest() throws Exception {
        try (var raw = new RawConnection(gateway.url())) {
            assertThat(raw.ask("GET /v1/events?a=%zz HTTP/1.1\r\nHost: x\r\nAuthorization: b\r\n\r\n"))
                    .startsWith("HTTP/1.1 400 ")
                    .endsWith("{\"message\":\"Bad Request\"}");
            assertThat(raw.ask("GET /v1/events?a={\"b|c<d>\"} HTTP/1.1\r\nHost: x\r\nAuthorization: b\r\n\r\n"))
                    .startsWith("HTTP/1.1 200 ");
        }
    }

    @Test
    void anOccupiedPortGetsAClearSentence() {
        assertThatThrownBy(() -> new RestGateway(
                        api(Map.of()), name -> event -> event, gateway.url().getPort()))
                .isInstanceOf(PortOccupied.class)
                .hasMessageStartingWith("Port " + gateway.url().getPort() + " for the API is in use.");
    }

    @Test
    void aMappingOfAnUnknownKindIsRefusedAtTheStart() {
        var response = new GatewayResponse(OptionalInt.empty(), Map.of("X", "stageVariables.x"), Map.of());

        assertThatThrownBy(() -> gateway(Map.of("THROTTLED", response)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("stageVariables.x");
    }
}
