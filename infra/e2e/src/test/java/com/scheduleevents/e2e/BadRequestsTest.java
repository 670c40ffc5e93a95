package com.scheduleevents.e2e;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.domain.account.ApiKeySecret;
import java.net.URI;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.assertj.core.api.SoftAssertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that every invalid request gets a helpful error, and that nothing is written. */
@RequiresCapability(SharedClouds.STANDARD)
class BadRequestsTest {

    private static final Set<String> FIELDS = Set.of("type", "code", "message", "param", "request_id");
    private static final Set<String> FIELDS_OF_BODIES =
            Set.of("type", "code", "message", "param", "request_id", "errors");
    private static final Set<String> FIELDS_OF_FAULTS = Set.of("code", "message", "param");
    private static final Set<String> OF_BODIES =
            Set.of("invalid_body", "missing_field", "unknown_field", "invalid_field");

    /** Everything below would be recorded or registered under these names if it were accepted. */
    private static final String PROVIDER = "prv_refused";

    private static final String HOOK = "/hooks/refused";
    private static final String EVENT = ChangeSamples.cancelled("cln_harbour", PROVIDER);
    private static final Map<String, String> FAMILIES = Map.ofEntries(
            entry("400", "invalid_request"),
            entry("401", "authentication"),
            entry("403", "permission"),
            entry("404", "not_found"),
            entry("405", "invalid_request"),
            entry("412", "conflict"),
            entry("413", "invalid_request"),
            entry("415", "invalid_request"));

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "-,                401, missing_api_key",
                "Basic dTpw,       401, invalid_api_key",
                "Bearer,           401, invalid_api_key",
                "Bearer sk_test_1, 401, invalid_api_key",
                "bearer,           401, invalid_api_key"
            })
    void rejectsARequestWithoutAUsableApiKey(@Nullable String authorization, int status, String code, Target target) {
        target.needs(Capability.GATEWAY_RESPONSES);
        Map<String, String> headers = new HashMap<>(Map.of("Content-Type", "application/json"));
        if (authorization != null) {
            headers.put("Authorization", authorization);
        }
        check(target.account().send("POST", "/v1/events", headers, EVENT), status, code, null);
        check(target.account().send("GET", "/v1/webhooks", headers, ""), status, code, null);
    }

    /** Below a webhook, the gateway knows no paths: it asks for a key first. Elsewhere it says by itself that there is nothing. */
    @ParameterizedTest
    @CsvSource({
        "/v1/webhooks/whk_1/nothing,         401, missing_api_key",
        "/v1/webhooks/whk_1/queue/nothing,   401, missing_api_key",
        "/v1/nothing,                        404, unknown_path",
    })
    void tellsNobodyWithoutAKeyWhatIsBelowAWebhook(String path, int status, String code, Target target) {
        target.needs(Capability.GATEWAY_RESPONSES);
        check(target.account().send("GET", path, Map.of(), ""), status, code, null);
    }

    @Test
    void rejectsAnUnknownApiKey(Target target) {
        target.needs(Capability.GATEWAY_RESPONSES);
        String key =
                ApiKeySecret.mint(ApiKeySecret.Mode.TEST, new SecureRandom()).reveal();
        Map<String, String> headers = Map.of("Authorization", "Bearer " + key, "Content-Type", "application/json");
        check(target.account().send("POST", "/v1/events", headers, EVENT), 401, "invalid_api_key", null);
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "GET,    /v1/events/evt_1,                           404, not_found,          event_id",
                "GET,    /v1/events/nonsense,                        404, not_found,          event_id",
                "GET,    /v1/events/evt_01JZZZZZZZZZZZZZZZZZZZZZZZ,  404, not_found,          event_id",
                "GET,    /v1/events/evt_%00,                         404, not_found,          event_id",
                "GET,    /v1/webhooks/whk_1,                         404, not_found,          webhook_id",
                "DELETE, /v1/webhooks/whk_1,                         404, not_found,          webhook_id",
                "POST,   /v1/webhooks/whk_1/enable,                  404, not_found,          webhook_id",
                "GET,    /v1/nothing,                                404, unknown_path,       -",
                "GET,    /events,                                    404, unknown_path,       -",
                "GET,    /v1/webhooks/whk_1/nothing,                 404, unknown_path,       -",
                "POST,   /v1/webhooks/whk_1/deliveries/evt_1/nothing, 404, unknown_path,      -",
                "GET,    /v1/webhooks/whk_1/queue/nothing,           404, unknown_path,       -",
                "PUT,    /v1/events,                                 405, method_not_allowed, -",
                "DELETE, /v1/events/evt_1,                           405, method_not_allowed, -",
                "PUT,    /v1/webhooks/whk_1,                         405, method_not_allowed, -",
                "GET,    /v1/webhooks/whk_1/enable,                  405, method_not_allowed, -",
                "GET,    /v1/events?colour=red,                      400, unknown_parameter,  colour",
                "GET,    /v1/events?Limit=1,                         400, unknown_parameter,  Limit",
                "POST,   /v1/events?limit=1,                         400, unknown_parameter,  limit",
                "GET,    /v1/events/evt_1?limit=1,                   400, unknown_parameter,  limit",
                "GET,    /v1/webhooks?type=offer.created,            400, unknown_parameter,  type",
                "GET,    /v1/events?limit=0,                         400, invalid_parameter,  limit",
                "GET,    /v1/events?limit=101,                       400, invalid_parameter,  limit",
                "GET,    /v1/events?limit=abc,                       400, invalid_parameter,  limit",
                "GET,    /v1/events?limit=-1,                        400, invalid_parameter,  limit",
                "GET,    /v1/events?limit=99999999999999999999,      400, invalid_parameter,  limit",
                "GET,    /v1/events?limit=,                          400, invalid_parameter,  limit",
                "GET,    /v1/events?limit=1&limit=2,                 400, invalid_parameter,  limit",
                "GET,    /v1/events?limit=1&limit=1,                 400, invalid_parameter,  limit",
                "GET,    /v1/events?since=yesterday,                 400, invalid_parameter,  since",
                "GET,    /v1/events?since=2026-11-20,                400, invalid_parameter,  since",
                "GET,    /v1/events?since=2026-11-20T10:00:00,       400, invalid_parameter,  since",
                "GET,    /v1/events?starting_after=whk_1,            400, invalid_parameter,  starting_after",
                "GET,    /v1/events?starting_after=evt_,             400, invalid_parameter,  starting_after",
                "GET,    /v1/events?type=appointment.exploded,       400, invalid_parameter,  type",
                "GET,    /v1/events?type=*,                          400, invalid_parameter,  type",
                "GET,    /v1/events?clinic_id=harbour,               400, invalid_parameter,  clinic_id",
                "GET,    /v1/events?clinic_id=cln_elsewhere,         403, clinic_not_allowed, clinic_id",
                "GET,    /v1/webhooks?limit=101,                     400, invalid_parameter,  limit",
                "GET,    /v1/webhooks?starting_after=evt_1,          400, invalid_parameter,  starting_after"
            })
    void rejectsUnknownPathsAndParameters(
            String method, String path, int status, String code, @Nullable String param, Target target) {
        if (code.equals("unknown_path")) {
            target.needs(Capability.GATEWAY_RESPONSES);
        }
        String body = method.equals("POST") && path.startsWith("/v1/events") ? EVENT : "";
        check(target.account().send(method, path, target.account().json(), body), status, code, param);
    }

    @Test
    void rejectsABodyThatIsNotAJsonObject(Target target) {
        ApiClientAccount account = target.account();
        for (String path : List.of("/v1/events", "/v1/webhooks")) {
            for (String body : List.of(
                    "",
                    " ",
                    "{",
                    "[]",
                    "[" + EVENT + "]",
                    "\"text\"",
                    "7",
                    "null",
                    EVENT + EVENT,
                    EVENT + "x",
                    "{\"type\":\"a\",\"type\":\"b\"}",
                    "{'type':1}",
                    "[".repeat(10_000),
                    "\u0000")) {
                check(account.post(path, body), 400, "invalid_body", null);
            }
            check(account.post(path, " ".repeat(256 * 1024) + EVENT), 413, "body_too_large", null);
        }
    }

    @Test
    void rejectsABodyThatIsTooLargeForTheGateway(Target target) {
        target.needs(Capability.GATEWAY_RESPONSES);
        for (String path : List.of("/v1/events", "/v1/webhooks")) {
            check(target.account().post(path, " ".repeat(11 * 1024 * 1024)), 413, "body_too_large", null);
        }
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {"text/plain", "application/xml", "application/json; charset=utf-16", "nonsense", "-"})
    void rejectsAnotherContentType(@Nullable String type, Target target) {
        Map<String, String> headers = new HashMap<>(target.account().json());
        headers.remove("Content-Type");
        if (type != null) {
            headers.put("Content-Type", type);
        }
        for (String path : List.of("/v1/events", "/v1/webhooks")) {
            HttpsResponse response = target.account().send("POST", path, headers, EVENT);
            check(response, 415, "unsupported_media_type", "Content-Type");
        }
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            delimiter = '|',
            value = {
                "type    | -                        | missing_field",
                "type    | null                     | invalid_field",
                "type    | {}                       | invalid_field",
                "extra   | 1                        | unknown_field",
                "clinic_id | []                     | invalid_field",
                "provider_id | \"x\"                  | invalid_field",
                "starts_at | true                   | invalid_field",
                "duration_minutes | []              | invalid_field",
                "recoverable | 1                    | invalid_field"
            })
    void rejectsAnEventWithAnInvalidField(String field, @Nullable String value, String code, Target target) {
        check(target.account().post("/v1/events", changed(EVENT, field, value)), 400, code, field);
    }

    @Test
    void rejectsAClinicOfAnotherAccount(Target target) {
        String event = ChangeSamples.cancelled("cln_elsewhere", PROVIDER);
        check(target.account().post("/v1/events", event), 403, "clinic_not_allowed", "clinic_id");
        String hook = changed(hook(target), "clinic_id", "\"cln_elsewhere\"");
        check(target.account().post("/v1/webhooks", hook), 403, "clinic_not_allowed", "clinic_id");
    }

    @Test
    void rejectsAnInvalidIdempotencyKey(Target target) {
        HttpsResponse response = target.account().post(EVENT, new ApiClientAccount.RequestKey("k".repeat(1000)));
        check(response, 400, "invalid_header", "Idempotency-Key");
    }

    /** The headers of a request may have 10,240 bytes. */
    @Test
    void readsAsManyEntityTagsAsTheContractAllowsAndNoMore(Target target) {
        ApiClientAccount account = target.account();
        String id = account.register(target.receiver().resolve("/hooks/control"), List.of("offer.created"))
                .path("id")
                .asText();
        Map<String, String> headers = new HashMap<>(account.json());
        headers.put("If-Match", "\"\",".repeat(255) + "\"7\"");
        check(account.send("PATCH", "/v1/webhooks/" + id, headers, "{}"), 412, "precondition_failed", "If-Match");
        headers.put("If-Match", "\"\",".repeat(3_000) + "\"7\"");
        check(account.send("PATCH", "/v1/webhooks/" + id, headers, "{}"), 400, "invalid_header", "If-Match");
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            delimiter = '|',
            value = {
                "url     | -                                          | missing_field",
                "url     | 7                                          | invalid_field",
                "url     | \"\"                                       | invalid_field",
                "url     | \"nonsense\"                               | invalid_field",
                "url     | \"http://example.com/hooks/refused\"       | invalid_field",
                "url     | \"ftp://example.com/hooks/refused\"        | invalid_field",
                "url     | \"https://10.0.0.1/hooks/refused\"         | invalid_field",
                "url     | \"https://169.254.169.254/hooks/refused\"  | invalid_field",
                "url     | \"https://93.184.216.34/hooks/refused\"    | invalid_field",
                "url     | \"https://[::ffff:10.0.0.1]/hooks/refused\" | invalid_field",
                "url     | \"https://0x7f000001/hooks/refused\"       | invalid_field",
                "url     | \"https://u:p@example.com/hooks/refused\"  | invalid_field",
                "url     | \"https://example.com/hooks/refused#f\"    | invalid_field",
                "url     | \"https://example.com/ hooks/refused\"     | invalid_field",
                "types   | -                                          | missing_field",
                "types   | []                                         | invalid_field",
                "types   | \"*\"                                      | invalid_field",
                "types   | [7]                                        | invalid_field",
                "types   | [\"appointment.exploded\"]                 | invalid_field",
                "types   | [\"*\",\"offer.exploded\"]                 | invalid_field",
                "types   | [\"webhook.*\"]                          | invalid_field",
                "types   | [\"*\",\"*\"]                              | invalid_field",
                "types   | [\"offer.created\",\"offer.created\"]      | invalid_field",
                "clinic_id | 7                                        | invalid_field",
                "clinic_id | \"harbour\"                              | invalid_field",
                "description | 7                                      | invalid_field",
                "description | \"two\\nlines\"                        | invalid_field",
                "secret  | \"whsec_mine\"                             | unknown_field",
                "status  | \"active\"                                 | unknown_field"
            })
    void rejectsAWebhookWithAnInvalidField(String field, @Nullable String value, String code, Target target) {
        check(target.account().post("/v1/webhooks", changed(hook(target), field, value)), 400, code, field);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://[::1]/hooks/refused",
                "https://example.com:22/hooks/refused",
                "https://localhost:22/hooks/refused",
                "https://localhost:1/hooks/refused"
            })
    void rejectsAUrlWithAForbiddenPort(String url, Target target) {
        target.needs(Capability.CLOSED_PORTS);
        String hook = changed(hook(target), "url", "\"" + url + "\"");
        check(target.account().post("/v1/webhooks", hook), 400, "invalid_field", "url");
    }

    @AfterAll
    static void nothingIsWritten(Target target) {
        ApiClientAccount account = target.account();
        account.record(ChangeSamples.cancelled("cln_harbour", "prv_control"));
        assertThat(account.walk("/v1/events?limit=100"))
                .extracting(event -> event.path("provider_id").asText())
                .contains("prv_control")
                .doesNotContain(PROVIDER);
        account.register(target.receiver().resolve("/hooks/control"), List.of("offer.created"));
        assertThat(account.walk("/v1/webhooks?limit=100"))
                .extracting(webhook -> URI.create(webhook.path("url").asText()).getPath())
                .contains("/hooks/control")
                .doesNotContain(HOOK);
    }

    private static String hook(Target target) {
        return "{\"url\":\"" + target.receiver().resolve(HOOK) + "\",\"types\":[\"*\"]}";
    }

    /** The object with one field replaced, or without the field when the value is null. */
    private static String changed(String object, String field, @Nullable String value) {
        var fields = (ObjectNode) HttpsClient.parsed(object);
        if (value == null) {
            fields.remove(field);
        } else {
            fields.set(field, HttpsClient.parsed(value));
        }
        return fields.toString();
    }

    private static void check(HttpsResponse response, int status, String code, @Nullable String param) {
        SoftAssertions softly = new SoftAssertions();
        softly.assertThat(response.status()).as(response.text()).isEqualTo(status);
        JsonNode error = response.json().path("error");
        softly.assertThat(fields(error)).isEqualTo(OF_BODIES.contains(code) ? FIELDS_OF_BODIES : FIELDS);
        error.path("errors").forEach(fault -> softly.assertThat(fields(fault)).isEqualTo(FIELDS_OF_FAULTS));
        softly.assertThat(error.path("type").asText()).isEqualTo(FAMILIES.get(Integer.toString(status)));
        softly.assertThat(error.path("code").asText()).as(response.text()).isEqualTo(code);
        softly.assertThat(error.path("message").asText()).endsWith(".").doesNotContain("Exception", "com.", "\tat ");
        softly.assertThat(error.path("param").textValue()).as(response.text()).isEqualTo(param);
        softly.assertThat(error.path("request_id").asText()).isNotBlank().isEqualTo(response.header("Request-Id"));
        softly.assertAll();
    }

    private static Set<String> fields(JsonNode object) {
        return object.propertyStream().map(Map.Entry::getKey).collect(Collectors.toSet());
    }
}
