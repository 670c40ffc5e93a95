package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what becomes of the bytes of a body: their content coding, and those that are no characters. */
@RequiresCapability(SharedClouds.STANDARD)
class RequestBodiesTest {

    private static final String EVENT = ChangeSamples.cancelled("cln_harbour", "prv_coded");

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "deflate", "identity"})
    void codedBodyIsReadLikeAnyOther(String coding, Target target) throws Exception {
        target.needs(Capability.GATEWAY_RESPONSES);
        HttpResponse<String> recorded = post(target, "/v1/events", coding, coded(EVENT, coding));
        assertThat(recorded.statusCode()).as(recorded.body()).isEqualTo(201);
        JsonNode event = HttpsClient.parsed(recorded.body());
        assertThat(target.account()
                        .get("/v1/events/" + event.path("id").asText())
                        .json())
                .isEqualTo(event);
        String batch = "{\"data\":[{\"event\":" + EVENT + "}]}" + " ".repeat(300_000);
        assertThat(post(target, "/v1/events/batch", coding, coded(batch, coding))
                        .statusCode())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"br", "zstd", "gzip, gzip"})
    void bodyInAnotherCodingIsRefused(String coding, Target target) throws Exception {
        target.needs(Capability.GATEWAY_RESPONSES);
        assertError(post(target, "/v1/events", coding, coded(EVENT, "gzip")), 415, "unsupported_media_type");
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "deflate"})
    void bodyThatIsNotInItsCodingIsRefused(String coding, Target target) throws Exception {
        target.needs(Capability.GATEWAY_RESPONSES);
        assertError(post(target, "/v1/events", coding, coded(EVENT, "identity")), 415, "unsupported_media_type");
    }

    /** Sizes are those of the inflated body. What the gateway and what the functions allow differ. */
    @ParameterizedTest
    @CsvSource({
        "/v1/events,       gzip,    262145",
        "/v1/events,       deflate, 5000000",
        "/v1/events/batch, gzip,    1048577",
        "/v1/webhooks,     gzip,    20000000",
        "/v1/events,       deflate, 60000000"
    })
    void inflatedBodyThatIsTooLargeIsRefused(String path, String coding, int size, Target target) throws Exception {
        target.needs(Capability.GATEWAY_RESPONSES);
        byte[] bomb = coded(" ".repeat(size - EVENT.length()) + EVENT, coding);
        assertThat(bomb).hasSizeLessThan(100_000);
        assertError(post(target, path, coding, bomb), 413, "body_too_large");
    }

    /** Bytes that never occur in UTF-8, and an overlong slash. Each was once stored as U+FFFD. */
    @ParameterizedTest
    @ValueSource(strings = {"\u00fc", "\u00ff\u00fe", "\u00c0\u00af", "\u00ed\u00a0\u0080", "\u00ef\u00bf\u00bd"})
    void bytesThatAreNoCharactersAreRefused(String bytes, Target target) throws Exception {
        for (String coding : List.of("identity", "gzip")) {
            if (coding.equals("identity") || target.has(Capability.GATEWAY_RESPONSES)) {
                byte[] webhook = ("{\"url\":\"" + target.receiver().resolve("/hooks/refused")
                                + "\",\"types\":[\"*\"],\"description\":\"refused" + bytes + "\"}")
                        .getBytes(StandardCharsets.ISO_8859_1);
                assertError(post(target, "/v1/webhooks", coding, coded(webhook, coding)), 400, "invalid_body");
                byte[] key = ("{\"scopes\":[\"events:read\"],\"clinic_ids\":null,\"description\":\"" + bytes + "\"}")
                        .getBytes(StandardCharsets.ISO_8859_1);
                assertError(post(target, "/v1/api_keys", coding, coded(key, coding)), 400, "invalid_body");
            }
        }
        assertThat(target.account().walk("/v1/webhooks?limit=100"))
                .noneMatch(webhook -> webhook.path("description").asText().startsWith("refused"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"%FF", "%C0%AF", "%EF%BF%BD"})
    void pathAndQueryThatAreNoCharactersAreRefused(String bytes, Target target) {
        ApiClientAccount account = target.account();
        HttpsResponse path = account.get("/v1/events/evt_" + bytes);
        assertThat(path.status()).as(path.text()).isEqualTo(400);
        assertThat(path.json().at("/error/param").asText()).isEqualTo("event_id");
        HttpsResponse query = account.get("/v1/events?type=" + bytes);
        assertThat(query.status()).as(query.text()).isEqualTo(400);
        assertThat(query.json().at("/error/param").asText()).isEqualTo("type");
    }

    private static void assertError(HttpResponse<String> response, int status, String code) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(HttpsClient.parsed(response.body()).at("/error/code").asText())
                .isEqualTo(code);
    }

    private static HttpResponse<String> post(Target target, String path, String coding, byte[] body)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(target.at(path))
                .header("Content-Encoding", coding)
                .POST(BodyPublishers.ofByteArray(body));
        target.account().json().forEach(request::header);
        try (HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            return client.send(request.build(), BodyHandlers.ofString());
        }
    }

    private static byte[] coded(String text, String coding) throws IOException {
        return coded(text.getBytes(StandardCharsets.UTF_8), coding);
    }

    private static byte[] coded(byte[] body, String coding) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out =
                switch (coding) {
                    case "gzip" -> new GZIPOutputStream(bytes);
                    case "deflate" -> new DeflaterOutputStream(bytes);
                    default -> bytes;
                }) {
            out.write(body);
        }
        return bytes.toByteArray();
    }
}
