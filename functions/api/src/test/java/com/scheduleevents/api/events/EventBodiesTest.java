package com.scheduleevents.api.events;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.api.ApiRequest;
import com.scheduleevents.api.ApiResponse;
import com.scheduleevents.api.Callers;
import com.scheduleevents.aws.wiring.TestWiring;
import com.scheduleevents.domain.event.EventStore;
import com.scheduleevents.testkit.memory.InMemoryMetrics;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The form of request bodies: size, encoding, content type and JSON syntax. */
class EventBodiesTest {

    private static final String CANCELLED = """
            {"type":"appointment.cancelled","clinic_id":"cln_harbour","appointment_id":"apt_8f1c","provider_id":"prv_22",\
            "starts_at":"2026-11-21T09:30:00Z","duration_minutes":30,"recoverable":true,"cancelled_by":"patient"}""";

    private final TestWiring aws = TestWiring.create();
    private final EventStore events = aws.events();
    private final EventsApi api =
            EventsFunction.on(events, aws.idempotency(), aws.batches(), Clock.systemUTC(), new InMemoryMetrics());

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''                                | 400 | invalid_body",
                "'  '                              | 400 | invalid_body",
                "not JSON                          | 400 | invalid_body",
                "{\"type\":                        | 400 | invalid_body",
                "[]                                | 400 | invalid_body",
                "\"text\"                          | 400 | invalid_body",
                "null                              | 400 | invalid_body",
                "7                                 | 400 | invalid_body",
                "{\"type\":1,\"type\":2}           | 400 | invalid_body",
                "{\"a\":{\"b\":1,\"b\":2}}         | 400 | invalid_body",
                "{} {}                             | 400 | invalid_body",
                "{} x                              | 400 | invalid_body",
                "{\"a\":NaN}                       | 400 | invalid_body",
                "{'a':1}                           | 400 | invalid_body",
                "{\"a\":1e1001}                    | 400 | invalid_body",
                "{\"a\":1e999999999}               | 400 | invalid_body",
                "{\"a\":1e-999999999}              | 400 | invalid_body",
                "{\"a\":1e99999999999}             | 400 | invalid_body",
                "{\"a\":[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]} | 400 | invalid_body",
                "{\"a\":\"\\x\"}                   | 400 | invalid_body",
            })
    void rejectsABodyThatIsNotAnObject(String body, int status, String code) {
        JsonNode error = post(body).assertError(status, code, "-");
        assertThat(error.get("message").asText()).contains(". ");
        assertThat(aws.eventCount()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e400", "-1e400", "1e-400", "30.0000000000000000000000000001"})
    void keepsNumbersExact(String number) {
        post(CANCELLED.replace(":30,", ":" + number + ",")).assertError(400, "invalid_field", "duration_minutes");
        post(CANCELLED.replace("\"patient\"", number)).assertError(400, "invalid_field", "cancelled_by");
    }

    /** What a producer judged is neither derived nor corrected: the first appointment is long over. */
    @ParameterizedTest
    @CsvSource({"2020-01-01T00:00:00Z, true", "2099-01-01T00:00:00Z, false"})
    void keepsTheJudgementOfTheProducer(String startsAt, boolean recoverable) {
        JsonNode recorded = post(CANCELLED
                        .replace("2026-11-21T09:30:00Z", startsAt)
                        .replace("\"recoverable\":true", "\"recoverable\":" + recoverable))
                .json();
        assertThat(recorded.get("recoverable").booleanValue()).isEqualTo(recoverable);
        JsonNode shown = send(ApiRequest.of(Callers.FULL, "GET", "/events/{event_id}")
                        .path("event_id", recorded.get("id").asText()))
                .json();
        assertThat(shown).isEqualTo(recorded);
    }

    @ParameterizedTest
    @CsvSource({
        "2026-11-22t09:29:00.1239999999999z, 2026-11-22T09:29:00.123Z",
        "2026-11-22T09:28:00.0009+23:59, 2026-11-21T09:29:00Z",
    })
    void cutsATimeToTheMillisecond(String sent, String recorded) {
        assertThat(post(CANCELLED.replace("2026-11-21T09:30:00Z", sent))
                        .json()
                        .get("starts_at")
                        .asText())
                .isEqualTo(recorded);
    }

    @Test
    void namesThePositionOfASyntaxError() {
        JsonNode error = post("{\n  \"type\": oops}").assertError(400, "invalid_body", "-");
        assertThat(error.get("message").asText()).contains("line 2, column").doesNotContain("oops");
    }

    @Test
    void limitsTheSizeInBytes() {
        String tooLarge = "{\"a\":\"" + "ü".repeat(131_072) + "\"}";
        post(tooLarge).assertError(413, "body_too_large", "-");
        String fits = "{\"a\":\"" + "a".repeat(262_144 - 8) + "\"}";
        post(fits).assertError(400, "missing_field", "type");
        post(fits.replace("}", " }")).assertError(413, "body_too_large", "-");
    }

    @ParameterizedTest
    @CsvSource({
        "application/json, 201",
        "application/json; charset=utf-8, 201",
        "Application/JSON;charset=\"UTF-8\", 201",
        "application/json; charset=iso-8859-1, 415",
        "text/plain, 415",
        "application/jsonp, 415",
        "application/x-www-form-urlencoded, 415",
        "'', 415",
    })
    void requiresTheContentTypeJson(String type, int status) {
        ApiResponse response = send(ApiRequest.of(Callers.FULL, "POST", "/events")
                .header("CONTENT-TYPE", type)
                .body(CANCELLED, false));
        assertThat(response.status()).isEqualTo(status);
    }

    @Test
    void rejectsABodyWithoutAContentType() {
        send(ApiRequest.of(Callers.FULL, "POST", "/events").body(CANCELLED, false))
                .assertError(415, "unsupported_media_type", "Content-Type");
    }

    @Test
    void readsABodyInBase64() {
        byte[] good = CANCELLED.getBytes(StandardCharsets.UTF_8);
        byte[] bad = {'{', '"', (byte) 0xff, '"', ':', '1', '}'};
        assertThat(send(encoded(good)).status()).isEqualTo(201);
        send(encoded(bad)).assertError(400, "invalid_body", "-");
    }

    private static ApiRequest encoded(byte[] body) {
        return ApiRequest.of(Callers.FULL, "POST", "/events")
                .header("Content-Type", "application/json")
                .body(Base64.getEncoder().encodeToString(body), true);
    }

    private ApiResponse post(String body) {
        return send(ApiRequest.of(Callers.FULL, "POST", "/events").json(body));
    }

    private ApiResponse send(ApiRequest request) {
        return new ApiResponse(api.handleRequest(request.build(), null));
    }
}
