package com.scheduleevents.domain.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class EventTypeRegistryTest {

    private static final EventTypeRegistry EVENT_TYPES = EventTypeRegistry.fromClassPath();
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path SAMPLES = Path.of("..", "..", "infra", "testkit", "src", "main", "resources", "samples");

    @Test
    void theTypesAreThoseOfTheService() {
        assertThat(EVENT_TYPES.types())
                .extracting(EventType::name)
                .containsExactly(
                        "appointment.booked",
                        "appointment.cancelled",
                        "appointment.changed",
                        "appointment.completed",
                        "appointment.confirmed",
                        "appointment.no_show",
                        "appointment.reinstated",
                        "appointment.rescheduled",
                        "offer.accepted",
                        "offer.created",
                        "offer.declined",
                        "offer.expired");
    }

    @ParameterizedTest
    @MethodSource
    void aTypesOwnExampleIsRecordedAsItStands(ObjectNode example) throws JsonProcessingException {
        EventId id = new EventId(example.get("id").asText());
        ObjectNode sent = example.deepCopy();
        sent.remove(List.of("id", "created_at"));
        JsonNode recorded = JSON.readTree(EVENT_TYPES.read(sent).as(id).json());
        // The examples show the form of created_at; its value follows from the id.
        assertThat(((ObjectNode) recorded)
                        .put("created_at", example.get("created_at").asText()))
                .isEqualTo(example);
    }

    static Stream<JsonNode> aTypesOwnExampleIsRecordedAsItStands() {
        return EVENT_TYPES.types().stream()
                .flatMap(type ->
                        StreamSupport.stream(type.schema().get("examples").spliterator(), false));
    }

    @ParameterizedTest
    @MethodSource
    void aBadEventIsRefusedForItsField(JsonNode sample) {
        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> EVENT_TYPES.read((ObjectNode) sample.get("event")))
                .satisfies(e -> {
                    assertThat(e.code().family()).isEqualTo(ErrorCode.Family.INVALID_REQUEST);
                    assertThat(e.param()).isEqualTo(sample.at("/expect/param").asText());
                    assertThat(e.text()).hasSizeLessThan(400).endsWith(".");
                });
    }

    /** One fault for each field, in the order of the schema, which nobody has to know regular expressions to understand. */
    @Test
    void allBadFieldsOfAnEventAreNamed() {
        ObjectNode event = cancelled()
                .put("starts_at", "tomorrow")
                .put("clinic_id", "harbour")
                .put("duration_minutes", 0)
                .put("colour", "blue");
        event.remove("recoverable");
        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> EVENT_TYPES.read(event))
                .satisfies(e -> {
                    assertThat(e.faults().stream().map(ApiException::param))
                            .containsExactlyInAnyOrder(
                                    "clinic_id", "starts_at", "duration_minutes", "recoverable", "colour");
                    assertThat(e.faults().getFirst().param()).isEqualTo(e.param());
                    assertThat(e.faults())
                            .allSatisfy(fault -> assertThat(fault.text()).doesNotContain("^", "{", "["));
                });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "clinic_id|'harbour'|clinic_id must be an ID: cln_ and 1 to 64 ASCII letters, digits, hyphens or underscores; got 'harbour'.",
                "starts_at|'tomorrow'|starts_at must be an RFC 3339 timestamp with its zone, such as 2026-11-21T09:30:00Z; got 'tomorrow'.",
                "duration_minutes|0|duration_minutes must be a whole number from 1 to 1440; got 0.",
                "recoverable|[1]|recoverable must be a boolean; got an array.",
                "cancelled_by|'nobody'|cancelled_by must be one of patient, clinic, service; got 'nobody'.",
                "starts_at|7|starts_at must be an RFC 3339 timestamp with its zone, such as 2026-11-21T09:30:00Z; got 7.",
                "created_at|'x'|created_at is set by the service. Leave it out.",
                "colour|'blue'|There is no field 'colour' in this event type. Its fields are type, clinic_id, appointment_id,"
                        + " provider_id, starts_at, duration_minutes, recoverable, cancelled_by, corrects.",
                "corrects|'apt_1'|corrects must be an ID: evt_ and 1 to 64 ASCII letters, digits, hyphens or underscores; got 'apt_1'.",
            })
    void errorSaysWhatAFieldMustBe(String field, String value, String message) throws JsonProcessingException {
        ObjectNode event = cancelled();
        event.set(field, JSON.readTree(quoted(value)));

        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> EVENT_TYPES.read(event))
                .satisfies(e -> assertThat(e.text()).isEqualTo(quoted(message)));
    }

    @Test
    void changeSaysWhatWasChanged() {
        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> EVENT_TYPES.read(changed()))
                .satisfies(e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.MISSING_FIELD);
                    assertThat(e.param()).isEqualTo("previous_provider_id");
                    assertThat(e.text())
                            .isEqualTo("One of previous_provider_id, previous_duration_minutes is missing."
                                    + " Send at least one of them.");
                    assertThat(e.faults()).hasSize(1);
                });
        assertThat(EVENT_TYPES.read(changed().put("previous_provider_id", "prv_17")))
                .isNotNull();
        assertThat(EVENT_TYPES.read(changed().put("previous_duration_minutes", 45)))
                .isNotNull();
        assertThat(EVENT_TYPES.read(
                        changed().put("previous_provider_id", "prv_17").put("previous_duration_minutes", 45)))
                .isNotNull();
    }

    private static ObjectNode changed() {
        ObjectNode changed = cancelled().put("type", "appointment.changed").put("changed_by", "clinic");
        changed.remove(List.of("recoverable", "cancelled_by"));
        return changed;
    }

    private static String quoted(String text) {
        return text.replace('\'', '"');
    }

    static Stream<JsonNode> aBadEventIsRefusedForItsField() throws IOException {
        return samples("bad-events.jsonl");
    }

    @Test
    void twoWeeksOfScheduleChangesAreAllValid() throws IOException {
        assertThat(samples("schedule-changes.jsonl")).hasSize(3_221).allSatisfy(line -> assertThat(
                        EVENT_TYPES.read((ObjectNode) line.get("event")))
                .isNotNull());
    }

    @ParameterizedTest
    @CsvSource({
        "2026-11-21T10:30:00+01:00, 30.0",
        "2026-11-21t09:30:00z, 30",
        "2026-11-21T09:30:00.000Z, 3e1",
        "2026-11-22T09:29:00.00099999999999+23:59, 30",
    })
    void whatSaysTheSameIsTheSameEvent(String startsAt, String minutes) throws JsonProcessingException {
        ObjectNode other = cancelled().put("starts_at", startsAt);
        other.set("duration_minutes", JSON.readTree(minutes));
        EventId id = new EventId("evt_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB");
        assertThat(EVENT_TYPES.read(other).fingerprint())
                .isEqualTo(EVENT_TYPES.read(cancelled()).fingerprint());
        assertThat(EVENT_TYPES.read(other).as(id).json())
                .isEqualTo(EVENT_TYPES.read(cancelled()).as(id).json());
    }

    @ParameterizedTest
    @CsvSource({"1e400", "1e99999", "-1e400", "1441", "30.000001", "1e-400"})
    void aNumberOutOfBoundsIsRefusedHoweverItIsWritten(String minutes) throws JsonProcessingException {
        ObjectNode sent = cancelled();
        sent.set("duration_minutes", JSON.readTree(minutes));
        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> EVENT_TYPES.read(sent))
                .satisfies(e -> assertThat(e.param()).isEqualTo("duration_minutes"));
    }

    @Test
    void theDraftOwesNothingToTheObjectItCameFrom() {
        ObjectNode sent = cancelled();
        EventDraft draft = EVENT_TYPES.read(sent);
        String before = draft.fingerprint();
        sent.put("provider_id", "prv_other");
        assertThat(draft.fingerprint()).isEqualTo(before);
    }

    private static ObjectNode cancelled() {
        return JSON.createObjectNode()
                .put("type", "appointment.cancelled")
                .put("clinic_id", "cln_harbour")
                .put("appointment_id", "apt_8f1c")
                .put("provider_id", "prv_22")
                .put("starts_at", "2026-11-21T09:30:00Z")
                .put("duration_minutes", 30)
                .put("recoverable", true)
                .put("cancelled_by", "patient");
    }

    private static Stream<JsonNode> samples(String file) throws IOException {
        return Files.readAllLines(SAMPLES.resolve(file)).stream().map(EventTypeRegistryTest::parse);
    }

    private static JsonNode parse(String line) {
        try {
            return JSON.readTree(line);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
