package com.scheduleevents.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.api.http.HttpStatus;
import com.scheduleevents.cloud.template.PseudoParameters;
import com.scheduleevents.cloud.template.Template;
import com.scheduleevents.domain.error.ErrorCode;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests that the contract lists exactly the existing error codes, each with an example and under its status. */
class ErrorCodesTest {

    /** Matches the code in the body of a gateway response; the authorizer's own codes come from a variable. */
    private static final Pattern CODE = Pattern.compile("\"code\":\"([a-z_]+)\"");

    /** The value of that variable. */
    private static final String AUTHORIZERS = "invalid_api_key";

    private final Contract contract = Contract.read();

    @Test
    void contractListsExactlyTheExistingErrorCodes() throws IOException {
        Set<String> listed =
                texts(contract.component("schemas", "ErrorDetail").at("/properties/code/x-extensible-enum"));
        Set<String> existing = Stream.concat(
                        Stream.of(ErrorCode.values()).map(ErrorCode::wireName),
                        Stream.concat(gatewaysCodes().stream(), Stream.of(AUTHORIZERS)))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(listed).isEqualTo(existing);
        assertThat(examples().keySet()).isEqualTo(existing);
    }

    @Test
    void everyExampleMatchesItsSchemaAndErrorType() {
        Schemas schemas = new Schemas(contract);
        examples()
                .forEach((code, example) -> assertThat(schemas.faults(contract.component("schemas", "Error"), example))
                        .as(code)
                        .isEmpty());
        for (ErrorCode code : ErrorCode.values()) {
            assertThat(examples()).hasEntrySatisfying(code.wireName(), example -> assertThat(
                            example.at("/error/type").asText())
                    .isEqualTo(code.family().wireName()));
        }
        assertThat(texts(contract.component("schemas", "ErrorDetail").at("/properties/type/x-extensible-enum")))
                .isEqualTo(Stream.of(ErrorCode.Family.values())
                        .map(ErrorCode.Family::wireName)
                        .collect(Collectors.toSet()));
    }

    @Test
    void everyErrorCodeIsListedUnderItsStatus() {
        for (ErrorCode code : ErrorCode.values()) {
            Set<String> statuses = contract.operations().stream()
                    .flatMap(
                            operation -> operation.described().path("responses").propertyStream())
                    .filter(response -> contract.codes(contract.resolved(response.getValue()))
                            .contains(code.wireName()))
                    .map(Map.Entry::getKey)
                    .collect(Collectors.toSet());
            // No operation lists this code: it is the response to a method that the path does not take.
            Set<String> expected = code == ErrorCode.METHOD_NOT_ALLOWED
                    ? Set.of()
                    : Set.of(HttpStatus.of(code) < 500 ? Integer.toString(HttpStatus.of(code)) : "5XX");
            assertThat(statuses).as(code.wireName()).isEqualTo(expected);
        }
    }

    private Map<String, JsonNode> examples() {
        Map<String, JsonNode> examples = new TreeMap<>();
        Stream.concat(
                        contract.document().at("/components/responses").valueStream(),
                        Stream.of(contract.errorResponse("MethodNotAllowed")))
                .flatMap(response ->
                        response.at("/content/application~1json/examples").propertyStream())
                .forEach(example -> {
                    JsonNode value = contract.resolved(example.getValue()).path("value");
                    assertThat(value.at("/error/code").asText()).isEqualTo(example.getKey());
                    examples.put(example.getKey(), value);
                });
        return examples;
    }

    private static Set<String> gatewaysCodes() throws IOException {
        return Template.read(
                        Path.of("../../template.yaml"),
                        Map.of(),
                        PseudoParameters.local(URI.create("http://127.0.0.1:9324")))
                .api()
                .orElseThrow()
                .responses()
                .values()
                .stream()
                .flatMap(response -> response.templates().values().stream())
                .map(CODE::matcher)
                .filter(Matcher::find)
                .map(found -> found.group(1))
                .collect(Collectors.toSet());
    }

    private static Set<String> texts(JsonNode array) {
        return array.valueStream().map(JsonNode::asText).collect(Collectors.toSet());
    }
}
