package com.scheduleevents.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that the check which every other test relies on finds violations of the contract. */
class ContractCheckTest {

    private static final String PAGE = "{\"data\":[],\"has_more\":false,\"next_cursor\":null,\"complete_until\":null}";
    private static final String WEBHOOK = "{\"url\":\"https://example.com\",\"types\":[\"*\"]}";

    @Test
    void acceptsExchangesWithinTheContract() {
        assertThat(faults("GET", "/v1/events?limit=100&type=offer.created&type=offer.expired", "", 200, PAGE))
                .isEmpty();
        assertThat(faults("HEAD", "/v1/events", "", 200, "")).isEmpty();
        assertThat(faults("GET", "/v1/events?limit=1000", "", 400, error("invalid_parameter")))
                .isEmpty();
        assertThat(faults("GET", "/nowhere", "", 404, error("unknown_path"))).isEmpty();
        assertThat(faults("GET", "/v1/webhooks/whk_1/nowhere", "", 401, error("missing_api_key")))
                .isEmpty();
        assertThat(faults("DELETE", "/v1/webhooks/whk_1", "", 204, "")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GET    | /v1/events             | 202 | {}                                                   | lists no 202",
                "GET    | /v1/events             | 200 | {\"data\":[],\"has_more\":false}                     | next_cursor",
                "GET    | /v1/events             | 200 | {\"data\":[],\"has_more\":0,\"next_cursor\":null,\"complete_until\":null}    | boolean",
                "GET    | /v1/events             | 200 | {\"data\":[{}],\"has_more\":false,\"next_cursor\":null,\"complete_until\":null} | /data/0",
                "GET    | /v1/events             | 200 | {\"data\":[],\"has_more\":false,\"next_cursor\":null,\"total\":0} | total",
                "GET    | /v1/events             | 200 | ''                                                   | object",
                "GET    | /v1/events?limit=101   | 200 | {\"data\":[],\"has_more\":false,\"next_cursor\":null,\"complete_until\":null} | limit",
                "GET    | /v1/events?colour=red  | 200 | {\"data\":[],\"has_more\":false,\"next_cursor\":null,\"complete_until\":null} | colour is no parameter",
                "GET    | /v1/events?limit=1&limit=1 | 200 | {\"data\":[],\"has_more\":false,\"next_cursor\":null,\"complete_until\":null} | more than once",
                "GET    | /v1/events?since=now   | 200 | {\"data\":[],\"has_more\":false,\"next_cursor\":null,\"complete_until\":null} | since",
                "DELETE | /v1/webhooks/whk_1     | 204 | {}                                                   | has a body",
                "GET    | /nowhere               | 200 | {}                                                   | none of NotFound",
                "GET    | /nowhere               | 401 | {}                                                   | none of NotFound",
                "GET    | /v1/webhooks/whk_1/nowhere | 200 | {}                                               | none of NotFound"
            })
    void namesEveryViolation(String method, String path, int status, String responseBody, String fault) {
        assertThat(faults(method, path, "", status, responseBody))
                .anySatisfy(found -> assertThat(found).contains(fault));
    }

    @Test
    void checksErrorCodesHeadersAndBodies() {
        assertThat(faults("GET", "/v1/events", "", 400, error("invalid_field"))).hasSize(1);
        assertThat(faults("GET", "/v1/events", "", 429, error("too_many_requests")))
                .hasSize(1);
        assertThat(faults("POST", "/v1/webhooks", WEBHOOK, 201, "{}")).isNotEmpty();
        assertThat(faults("POST", "/v1/webhooks/whk_1/enable", "{\"a\":1}", 200, "{}"))
                .anySatisfy(found -> assertThat(found).contains("accepted, although body"));
        Exchange bare = new Exchange("GET", URI.create("/v1/events"), Map.of(), "", 200, Map.of(), PAGE);
        assertThat(ContractCheck.INSTANCE.faults(bare))
                .contains(
                        "the response has no Request-Id",
                        "the response lacks Cache-Control: no-store",
                        "the response is not declared application/json");
    }

    private static List<String> faults(String method, String path, String body, int status, String responseBody) {
        Map<String, List<String>> headers = Map.of(
                "request-id", List.of("r"),
                "cache-control", List.of("no-store"),
                "content-type", List.of("application/json"));
        return ContractCheck.INSTANCE.faults(
                new Exchange(method, URI.create(path), Map.of(), body, status, headers, responseBody));
    }

    private static String error(String code) {
        return "{\"error\":{\"type\":\"invalid_request\",\"code\":\"" + code
                + "\",\"message\":\"No.\",\"param\":null,\"request_id\":\"r\"}}";
    }
}
