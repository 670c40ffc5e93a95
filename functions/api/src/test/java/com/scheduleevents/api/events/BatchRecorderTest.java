package com.scheduleevents.api.events;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.api.ApiRequest;
import com.scheduleevents.api.ApiResponse;
import com.scheduleevents.api.Callers;
import com.scheduleevents.aws.wiring.TestWiring;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.event.BatchStore;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventStore;
import com.scheduleevents.domain.event.IdempotencyKey;
import com.scheduleevents.domain.event.IdempotencyStore;
import com.scheduleevents.domain.event.IdempotencyStore.Claim;
import com.scheduleevents.domain.metrics.Metric;
import com.scheduleevents.testkit.memory.InMemoryMetrics;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BatchRecorderTest {

    private static final String CANCELLED = """
            {"type":"appointment.cancelled","clinic_id":"cln_harbour","appointment_id":"apt_8f1c","provider_id":"prv_22",\
            "starts_at":"2026-11-21T09:30:00Z","duration_minutes":30,"recoverable":true,"cancelled_by":"patient"}""";

    private static final Instant NOW = Instant.parse("2026-11-21T09:30:00Z");

    private final TestWiring aws = TestWiring.create();
    private final EventStore events = aws.events();
    private final IdempotencyStore idempotency = aws.idempotency();
    private final InMemoryMetrics metrics = new InMemoryMetrics();
    private final EventsApi api = api(aws.batches());

    private EventsApi api(BatchStore batches) {
        return EventsFunction.on(events, idempotency, batches, Clock.fixed(NOW, ZoneOffset.UTC), metrics);
    }

    @Test
    void givesEachItemTheResultThatItWouldGetAlone() {
        List<String> sent = List.of(
                CANCELLED,
                CANCELLED.replace("harbour", "oldtown"),
                CANCELLED.replace("harbour", "unknown"),
                CANCELLED.replace("30", "0"),
                CANCELLED.replace(
                        "{", "{\"corrects\":\"" + EventId.firstAtOrAfter(NOW).value() + "\","),
                CANCELLED.replace("\"type\"", "\"kind\""),
                CANCELLED.replace("{", "{\"patient\":\"A. N. Other\","),
                "{}");
        for (Caller caller : List.of(Callers.FULL, Callers.HARBOUR, Callers.OTHER)) {
            List<ApiResponse> alone =
                    sent.stream().map(event -> post(caller, "/events", event)).toList();
            JsonNode together = batch(caller, sent.stream().map(BatchRecorderTest::item));
            for (int i = 0; i < sent.size(); i++) {
                JsonNode result = together.get(i);
                assertThat(result.get("status").intValue())
                        .isEqualTo(alone.get(i).status());
                assertThat(result.path("error").toString())
                        .isEqualTo(alone.get(i).json().path("error").toString());
            }
        }
    }

    @Test
    void returnsTheSameBytesAsTheFeed() {
        ApiResponse response = send(Callers.FULL, Stream.of(item(CANCELLED)));
        String feed = new ApiResponse(api.handleRequest(
                        ApiRequest.of(Callers.FULL, "GET", "/events").build(), null))
                .text();
        String event = feed.substring("{\"data\":[".length(), feed.indexOf("],\"has_more\""));
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.text())
                .isEqualTo("{\"data\":[{\"status\":201,\"event\":" + event + "}],\"failed_count\":0}");
    }

    @Test
    void appliesTheIdempotencyKeyOfEachItem() {
        String keyed = "{\"idempotency_key\":\"k\",\"event\":" + CANCELLED + "}";
        String other = keyed.replace("22", "23");
        JsonNode first = batch(Callers.FULL, Stream.of(keyed, keyed, other));
        assertThat(first.findValuesAsText("status")).containsExactly("201", "200", "409");
        assertThat(first.get(1).get("event")).isEqualTo(first.get(0).get("event"));
        assertThat(first.get(2).at("/error/code").asText()).isEqualTo("idempotency_key_reused");
        assertThat(first.get(2).at("/error/param").asText()).isEqualTo("idempotency_key");
        assertThat(batch(Callers.FULL, Stream.of(keyed)).get(0).get("status").intValue())
                .isEqualTo(200);
        ApiResponse alone = new ApiResponse(api.handleRequest(
                ApiRequest.of(Callers.FULL, "POST", "/events")
                        .header("Idempotency-Key", "k")
                        .json(CANCELLED)
                        .build(),
                null));
        assertThat(alone.json()).isEqualTo(first.get(0).get("event"));
        assertThat(aws.eventCount()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "7                                        | invalid_field | data",
                "null                                     | invalid_field | data",
                "[]                                       | invalid_field | data",
                "{}                                       | missing_field | event",
                "{\"event\":null}                         | invalid_field | event",
                "{\"event\":[]}                           | invalid_field | event",
                "{\"event\":{}}                           | missing_field | type",
                "{\"event\":{},\"key\":\"k\"}             | unknown_field | key",
                "{\"event\":{},\"idempotency_key\":7}     | invalid_field | idempotency_key",
                "{\"event\":{},\"idempotency_key\":\"\"}  | invalid_field | idempotency_key",
                "{\"event\":{},\"idempotency_key\":\"\\u0000\"} | invalid_field | idempotency_key",
            })
    void recordsTheOtherItemsWhenOneIsInvalid(String bad, String code, String param) {
        JsonNode results = batch(Callers.FULL, Stream.of(item(CANCELLED), bad, item(CANCELLED)));
        assertThat(results.findValuesAsText("status")).containsExactly("201", "400", "201");
        assertThat(results.get(1).at("/error/code").asText()).isEqualTo(code);
        assertThat(results.get(1).at("/error/param").asText()).isEqualTo(param);
        assertThat(aws.eventCount()).isEqualTo(2);
    }

    @Test
    void isABadRequestWhenNoItemWasRecordedAndNoneCanBe() {
        ApiResponse response = send(Callers.FULL, Stream.of(item("{}"), item(CANCELLED.replace("harbour", "unknown"))));
        assertThat(response.status()).isEqualTo(400);
        assertThat(response.header("Retry-After")).isEmpty();
        assertThat(response.json().get("failed_count").intValue()).isEqualTo(2);
        assertThat(response.json().get("data").findValuesAsText("status")).containsExactly("400", "403");
        assertThat(metrics.take()).doesNotContainKey(Metric.REQUESTS_FAILED);
    }

    @Test
    void isARequestToSendAgainWhenNoItemWasRecordedAndOneCanBe() {
        EventsApi failing = api(new FailingBatches());
        String keyed = "{\"idempotency_key\":\"k\",\"event\":" + CANCELLED + "}";
        ApiResponse response = send(failing, Callers.FULL, Stream.of(item("{}"), keyed));
        assertThat(response.status()).isEqualTo(503);
        assertThat(response.header("Retry-After")).isEqualTo("5");
        assertThat(response.json().get("failed_count").intValue()).isEqualTo(2);
        JsonNode results = response.json().get("data");
        assertThat(results.findValuesAsText("status")).containsExactly("400", "500");
        assertThat(results.get(1).at("/error/code").asText()).isEqualTo("internal");
        assertThat(results.get(1).at("/error/message").asText()).contains("with the same idempotency_key");
        assertThat(metrics.take()).containsEntry(Metric.REQUESTS_FAILED, 1L);
        assertThat(batch(Callers.FULL, Stream.of(item("{}"), keyed)).findValuesAsText("status"))
                .containsExactly("400", "201");
    }

    @Test
    void aRepeatIsNoFailureWhenNothingElseIsRecorded() {
        String keyed = "{\"idempotency_key\":\"k\",\"event\":" + CANCELLED + "}";
        batch(Callers.FULL, Stream.of(keyed));
        ApiResponse response = send(Callers.FULL, Stream.of(item("{}"), keyed));
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.json().get("failed_count").intValue()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}                       | missing_field | data",
                "{\"data\":null}          | invalid_field | data",
                "{\"data\":{}}            | invalid_field | data",
                "{\"data\":[]}            | invalid_field | data",
                "{\"data\":[],\"more\":1} | unknown_field | more",
                "[]                       | invalid_body  | -",
            })
    void rejectsAMalformedBatchAsAWhole(String body, String code, String param) {
        post(Callers.FULL, "/events/batch", body).assertError(400, code, param);
    }

    @Test
    void acceptsAtMost100ItemsAndAMegabyte() {
        post(Callers.FULL, "/events/batch", body(Collections.nCopies(101, item(CANCELLED))))
                .assertError(400, "invalid_field", "data");
        assertThat(aws.eventCount()).isZero();
        String large = item(CANCELLED.replace("{", "{" + " ".repeat(9_000)));
        assertThat(batch(Callers.FULL, Collections.nCopies(100, large).stream()))
                .hasSize(100);
        String tooLarge = item(CANCELLED.replace("{", "{" + " ".repeat(11_000)));
        post(Callers.FULL, "/events/batch", body(Collections.nCopies(100, tooLarge)))
                .assertError(413, "body_too_large", "-");
        assertThat(aws.eventCount()).isEqualTo(100);
    }

    @Test
    void rejectsAnIdempotencyKeyHeader() {
        new ApiResponse(api.handleRequest(
                        ApiRequest.of(Callers.FULL, "POST", "/events/batch")
                                .header("Idempotency-Key", "k")
                                .json(body(List.of(item(CANCELLED))))
                                .build(),
                        null))
                .assertError(400, "invalid_header", "Idempotency-Key");
        post(Callers.POWERLESS, "/events/batch", "{}").assertError(403, "missing_scope", "-");
        assertThat(aws.eventCount()).isZero();
    }

    @Test
    void acceptsATypeWhoseSchemaFileWasAdded() {
        JsonNode types = new ApiResponse(api.handleRequest(
                        ApiRequest.of(Callers.FULL, "GET", "/event_types").build(), null))
                .json();
        assertThat(types.get("data").findValuesAsText("name")).hasSize(17).isSorted();
        assertThat(types.get("has_more").booleanValue()).isFalse();
        assertThat(types.get("next_cursor").isNull()).isTrue();
        JsonNode added = types.get("data").get(12);
        assertThat(added.properties().stream().map(Map.Entry::getKey))
                .containsExactly("name", "operational", "description", "schema", "example");
        assertThat(added.get("name").asText()).isEqualTo("waitlist.joined");
        assertThat(added.get("operational").booleanValue()).isFalse();
        JsonNode operational = types.get("data").get(13);
        assertThat(operational.get("operational").booleanValue()).isTrue();
        post(Callers.FULL, "/events", operational.get("example").toString()).assertError(400, "invalid_field", "type");
        assertThat(added.at("/schema/properties/waitlist_id/pattern").asText()).startsWith("^wtl_");
        String example = added.get("example").toString();
        String draft = example.replaceFirst("\"id\":\"[^\"]*\",", "").replaceFirst(",\"created_at\":\"[^\"]*\"", "");
        assertThat(post(Callers.FULL, "/events", draft).status()).isEqualTo(201);
        post(Callers.FULL, "/events", draft.replace("wtl_", "apt_")).assertError(400, "invalid_field", "waitlist_id");
    }

    private static String item(String event) {
        return "{\"event\":" + event + "}";
    }

    private static String body(List<String> items) {
        return "{\"data\":[" + String.join(",", items) + "]}";
    }

    /** What is malformed costs as much as what is recorded. */
    @Test
    void costsARequestForEachItem() {
        ApiRequest batch = ApiRequest.of(Callers.FULL, "POST", "/events/batch")
                .found("requests_per_second", "10")
                .json(body(Stream.concat(
                                Stream.of(item(CANCELLED)),
                                Stream.generate(() -> CANCELLED).limit(19))
                        .toList()));
        ApiResponse first = new ApiResponse(api.handleRequest(batch.build(), null));
        assertThat(first.status()).isEqualTo(200);
        assertThat(first.header("RateLimit")).isEqualTo("\"account\";r=0;t=2");
        int recorded = aws.eventCount();
        new ApiResponse(api.handleRequest(batch.build(), null)).assertError(429, "rate_limited", "-");
        assertThat(aws.eventCount()).isEqualTo(recorded);
    }

    private JsonNode batch(Caller caller, Stream<String> items) {
        ApiResponse response = send(caller, items);
        JsonNode results = response.json().get("data");
        long failed =
                results.valueStream().filter(result -> result.has("error")).count();
        assertThat(response.json().get("failed_count").longValue()).isEqualTo(failed);
        assertThat(response.status()).as(response.text()).isEqualTo(failed < results.size() ? 200 : 400);
        return results;
    }

    private ApiResponse send(Caller caller, Stream<String> items) {
        return send(api, caller, items);
    }

    private static ApiResponse send(EventsApi to, Caller caller, Stream<String> items) {
        return new ApiResponse(to.handleRequest(
                ApiRequest.of(caller, "POST", "/events/batch")
                        .json(body(items.toList()))
                        .build(),
                null));
    }

    private ApiResponse post(Caller caller, String path, String body) {
        return new ApiResponse(
                api.handleRequest(ApiRequest.of(caller, "POST", path).json(body).build(), null));
    }

    /** Cannot be reached. */
    private static final class FailingBatches implements BatchStore {

        @Override
        public Map<IdempotencyKey, Claim> claim(AccountId account, Map<IdempotencyKey, Claim> wanted, Instant now) {
            throw new IllegalStateException("no response");
        }

        @Override
        public Map<EventId, Event> find(AccountId account, Set<EventId> ids) {
            throw new IllegalStateException("no response");
        }

        @Override
        public Map<EventId, Event> put(AccountId account, Collection<Put> puts) {
            throw new IllegalStateException("no response");
        }
    }
}
