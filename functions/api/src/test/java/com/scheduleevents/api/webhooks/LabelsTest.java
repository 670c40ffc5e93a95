package com.scheduleevents.api.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.api.ApiRequest;
import com.scheduleevents.api.ApiResponse;
import com.scheduleevents.api.Callers;
import com.scheduleevents.domain.account.Caller;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the external ids and the metadata of webhooks in requests and responses. */
class LabelsTest {

    private static final Instant NOW = Instant.parse("2026-11-20T14:02:11.337Z");
    private static final String MERGE_PATCH = "application/merge-patch+json";
    private static final String DESK = "\"external_id\":\"front-desk/1\",\"metadata\":{\"team\":\"a\",\"b\":\"\"}";

    private final WebhooksFixture world = new WebhooksFixture();

    private ApiResponse post(Caller caller, String fields) {
        return world.send(NOW, creation(caller, fields));
    }

    private static ApiRequest creation(Caller caller, String fields) {
        return ApiRequest.of(caller, "POST", "/webhooks")
                .json("{\"url\":\"https://example.com/\",\"types\":[\"*\"]" + (fields.isEmpty() ? "" : "," + fields)
                        + "}");
    }

    private ApiResponse patch(String id, String type, String body) {
        return world.send(
                NOW,
                ApiRequest.of(Callers.FULL, "PATCH", "/webhooks/{webhook_id}")
                        .path("webhook_id", id)
                        .header("Content-Type", type)
                        .body(body, false));
    }

    private ApiResponse patch(String id, String body) {
        return patch(id, "application/json", body);
    }

    private void delete(String id) {
        assertThat(world.send(
                                NOW,
                                ApiRequest.of(Callers.FULL, "DELETE", "/webhooks/{webhook_id}")
                                        .path("webhook_id", id))
                        .status())
                .isEqualTo(204);
    }

    private List<String> found(Caller caller, String externalId) {
        JsonNode page = world.send(
                        NOW, ApiRequest.of(caller, "GET", "/webhooks").query("external_id=" + externalId))
                .json();
        assertThat(page.path("has_more").asBoolean()).isFalse();
        assertThat(page.path("next_cursor").isNull()).isTrue();
        return page.path("data")
                .valueStream()
                .map(webhook -> webhook.path("id").asText())
                .toList();
    }

    private static String id(ApiResponse response) {
        return response.json().path("id").asText();
    }

    @Test
    void areShownAndFound() {
        ApiResponse made = post(Callers.FULL, DESK);
        assertThat(made.json().path("external_id").asText()).isEqualTo("front-desk/1");
        assertThat(made.json().path("metadata").toString()).isEqualTo("{\"b\":\"\",\"team\":\"a\"}");
        ApiResponse plain = post(Callers.FULL, "\"external_id\":null,\"metadata\":null");
        assertThat(plain.json().get("external_id").isNull()).isTrue();
        assertThat(plain.json().path("metadata").toString()).isEqualTo("{}");

        assertThat(found(Callers.FULL, "front-desk/1")).containsExactly(id(made));
        assertThat(found(Callers.FULL, "Front-desk/1"))
                .as("upper and lower case differ")
                .isEmpty();
        assertThat(found(Callers.OTHER, "front-desk/1"))
                .as("of another account")
                .isEmpty();
    }

    @Test
    void changeReplacesMetadataAndAMergePatchChangesItsMembers() {
        String id = id(post(Callers.FULL, DESK));
        assertThat(patch(id, "{\"description\":\"x\"}").json().path("metadata").size())
                .isEqualTo(2);
        assertThat(patch(id, MERGE_PATCH, "{\"metadata\":{\"b\":null,\"c\":\"d\"}}")
                        .json()
                        .path("metadata")
                        .toString())
                .isEqualTo("{\"c\":\"d\",\"team\":\"a\"}");
        assertThat(patch(id, "{\"metadata\":{\"e\":\"f\"}}")
                        .json()
                        .path("metadata")
                        .toString())
                .isEqualTo("{\"e\":\"f\"}");
        assertThat(patch(id, MERGE_PATCH, "{\"metadata\":null}")
                        .json()
                        .path("metadata")
                        .toString())
                .isEqualTo("{}");
        patch(id, "{\"metadata\":{\"e\":null}}").assertError(400, "invalid_field", "metadata");
    }

    @Test
    void idIsTakenUntilItsWebhookIsDeletedOrGetsAnother() {
        String first = id(post(Callers.FULL, DESK));
        post(Callers.FULL, DESK).assertError(409, "external_id_taken", "external_id");
        String second = id(post(Callers.FULL, ""));
        patch(second, "{" + DESK + "}").assertError(409, "external_id_taken", "external_id");
        assertThat(patch(first, "{" + DESK + "}").status()).as("its own").isEqualTo(200);
        assertThat(post(Callers.OTHER, DESK).status()).as("another account").isEqualTo(201);

        assertThat(patch(first, "{\"external_id\":null}")
                        .json()
                        .get("external_id")
                        .isNull())
                .isTrue();
        assertThat(patch(second, "{" + DESK + "}").status()).isEqualTo(200);
        assertThat(found(Callers.FULL, "front-desk/1")).containsExactly(second);
        delete(second);
        assertThat(post(Callers.FULL, DESK).status()).isEqualTo(201);
    }

    @Test
    void repeatedRegistrationReturnsItsWebhookAndNoConflict() {
        ApiRequest request = creation(Callers.FULL, DESK).header("Idempotency-Key", "k");
        ApiResponse made = world.send(NOW, request);
        ApiResponse again = world.send(NOW, request);
        assertThat(again.status()).isEqualTo(201);
        assertThat(again.json()).isEqualTo(made.json());
        world.send(NOW, creation(Callers.FULL, DESK).header("Idempotency-Key", "other"))
                .assertError(409, "external_id_taken", "external_id");
    }

    /** It learns that the id is taken, and neither by which webhook nor that there is one that it does not see. */
    @Test
    void keyThatDoesNotSeeTheWebhookLearnsNothingElse() {
        ApiResponse made = post(Callers.FULL, DESK);
        ApiResponse refused = post(Callers.HARBOUR, "\"clinic_id\":\"cln_harbour\"," + DESK);
        refused.assertError(409, "external_id_taken", "external_id");
        assertThat(refused.text()).doesNotContain(id(made));
        assertThat(refused.json().at("/error/message"))
                .isEqualTo(post(Callers.FULL, DESK).json().at("/error/message"));
        assertThat(found(Callers.HARBOUR, "front-desk/1")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"external_id\":\"\"",
                "\"external_id\":7",
                "\"external_id\":\"two words\"",
                "\"external_id\":\"../x\"",
                "\"external_id\":\"-1\"",
                "\"external_id\":\"line\\n\"",
                "\"external_id\":\"größe\""
            })
    void refusesAnotherFormOfId(String field) {
        post(Callers.FULL, field).assertError(400, "invalid_field", "external_id");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "7",
                "[]",
                "\"a\"",
                "{\"\":\"a\"}",
                "{\"a b\":\"a\"}",
                "{\"a\":1}",
                "{\"a\":null}",
                "{\"a\":{}}",
                "{\"a\":\"b\\nc\"}",
                "{\"a\":\"\\ufffd\"}"
            })
    void refusesOtherMetadataWithoutQuotingIt(String metadata) {
        post(Callers.FULL, "\"metadata\":" + metadata).assertError(400, "invalid_field", "metadata");
    }

    @ParameterizedTest
    @CsvSource({"20, 40, 500, 201", "21, 40, 500, 400", "20, 41, 500, 400", "20, 40, 501, 400"})
    void boundsMetadata(int pairs, int name, int text, int status) {
        String metadata = IntStream.range(0, pairs)
                .mapToObj(i -> "\"" + "n".repeat(name - 2) + (10 + i) + "\":\"" + "☎".repeat(text) + "\"")
                .collect(Collectors.joining(",", "{", "}"));
        assertThat(post(Callers.FULL, "\"metadata\":" + metadata).status()).isEqualTo(status);
    }

    @Test
    void listOfOneHasNoCursorAndNoOtherForm() {
        ApiRequest list = ApiRequest.of(Callers.FULL, "GET", "/webhooks").query("external_id=front-desk/1");
        world.send(NOW, list.query("starting_after=whk_1")).assertError(400, "invalid_parameter", "starting_after");
        world.send(NOW, ApiRequest.of(Callers.FULL, "GET", "/webhooks").query("external_id=two words"))
                .assertError(400, "invalid_parameter", "external_id");
    }
}
