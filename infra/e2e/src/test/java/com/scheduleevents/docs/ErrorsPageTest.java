package com.scheduleevents.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.scheduleevents.api.http.HttpStatus;
import com.scheduleevents.cloud.template.PseudoParameters;
import com.scheduleevents.cloud.template.RestApi.GatewayResponse;
import com.scheduleevents.cloud.template.Template;
import com.scheduleevents.domain.error.ErrorCode;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests that docs/errors.md explains exactly the existing errors: those of the service and those of the gateway. */
class ErrorsPageTest {

    private static final Path ROOT = Path.of("../..");

    /** The values of variables in gateway responses. */
    private static final Map<String, String> MAPPED = Map.of("$context.authorizer.code", "invalid_api_key");

    @Test
    void pageExplainsEveryServiceError() throws IOException {
        Map<String, ErrorRow> page = page();
        assertThat(ErrorCode.values()).allSatisfy(code -> {
            ErrorRow row = row(page, code.wireName());
            assertThat(row.status()).isEqualTo(Integer.toString(HttpStatus.of(code)));
            assertThat(row.type()).isEqualTo(code.family().wireName());
        });
    }

    @Test
    void pageQuotesEveryGatewayError() throws IOException {
        Map<String, ErrorRow> page = page();
        assertThat(gateway()).isNotEmpty().allSatisfy((name, response) -> {
            JsonNode error = error(response);
            String code = MAPPED.getOrDefault(
                    error.get("code").asText(), error.get("code").asText());
            ErrorRow row = row(page, code);
            assertThat(row.type()).isEqualTo(error.get("type").asText());
            assertThat(row.status())
                    .isEqualTo(
                            response.status().isPresent()
                                    ? Integer.toString(response.status().getAsInt())
                                    : name.substring("DEFAULT_".length()).replace("XX", "xx"));
            String message = error.get("message").asText();
            if (!message.startsWith("$")) {
                assertThat(row.message()).isEqualTo(message);
            }
        });
    }

    @Test
    void pageExplainsNoOtherError() throws IOException {
        Stream<String> ours = Arrays.stream(ErrorCode.values()).map(ErrorCode::wireName);
        Stream<String> gateways = gateway().values().stream()
                .map(response -> error(response).get("code").asText())
                .map(code -> MAPPED.getOrDefault(code, code));
        assertThat(page().keySet())
                .containsExactlyInAnyOrderElementsOf(
                        Stream.concat(ours, gateways).distinct().toList());
    }

    @Test
    void everyGatewayResponseHasTheErrorShape() throws IOException {
        assertThat(gateway()).allSatisfy((name, response) -> {
            assertThat(response.headers())
                    .containsEntry("Request-Id", "context.requestId")
                    .containsEntry("Cache-Control", "'no-store'");
            assertThat(error(response).properties().stream().map(Map.Entry::getKey))
                    .containsExactly("type", "code", "message", "param", "request_id");
            assertThat(error(response).get("request_id").asText()).isEqualTo("$context.requestId");
        });
        assertThat(gateway())
                .containsKeys("DEFAULT_4XX", "DEFAULT_5XX", "REQUEST_TOO_LARGE")
                .hasEntrySatisfying("DEFAULT_5XX", response -> assertThat(response.headers())
                        .containsKey("Retry-After"))
                .hasEntrySatisfying(
                        "THROTTLED", response -> assertThat(response.headers()).containsKey("Retry-After"));
    }

    @Test
    void everyRowHasFullSentences() throws IOException {
        assertThat(page().values()).allSatisfy(row -> {
            assertThat(row.when()).endsWith(".");
            assertThat(row.message()).endsWith(".");
        });
    }

    private static Map<String, ErrorRow> page() throws IOException {
        return Files.readAllLines(ROOT.resolve("docs/errors.md")).stream()
                .filter(line -> line.matches("\\| [45][0-9x]{2} \\|.*"))
                .map(line -> List.of(line.split(" *\\| *", -1)))
                .map(cells ->
                        new ErrorRow(cells.get(1), bare(cells.get(2)), bare(cells.get(3)), cells.get(4), cells.get(5)))
                .collect(Collectors.toMap(ErrorRow::code, row -> row));
    }

    private static ErrorRow row(Map<String, ErrorRow> page, String code) {
        return Optional.ofNullable(page.get(code))
                .orElseThrow(() -> new AssertionError("docs/errors.md does not explain " + code));
    }

    private static String bare(String code) {
        return code.replace("`", "");
    }

    private static Map<String, GatewayResponse> gateway() throws IOException {
        return Template.read(
                        ROOT.resolve("template.yaml"),
                        Map.of(),
                        PseudoParameters.local(URI.create("http://127.0.0.1:0")))
                .api()
                .orElseThrow()
                .responses();
    }

    private static JsonNode error(GatewayResponse response) {
        try {
            return new ObjectMapper()
                    .readTree(response.templates().get("application/json"))
                    .get("error");
        } catch (IOException e) {
            throw new AssertionError("a gateway response is not JSON", e);
        }
    }

    private record ErrorRow(String status, String type, String code, String when, String message) {}
}
