package com.scheduleevents.domain.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.scheduleevents.domain.error.ApiException;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FilterReaderTest {

    private static final EventTypeRegistry REGISTRY = EventTypeRegistry.fromClassPath();
    private static final FilterReader FILTERS = new FilterReader(REGISTRY);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "                      | {'provider_id':['prv_1','prv_2']}",
                "                      | {'duration_minutes':[30,45]}",
                "appointment.cancelled | {'provider_id':['prv_1'],'recoverable':[true]}",
                "appointment.cancelled | {'cancelled_by':['patient','clinic']}",
                "offer.created offer.accepted | {'offer_id':['off_1']}",
                "appointment.changed   | {'previous_provider_id':['prv_1'],'previous_duration_minutes':[30]}",
            })
    void readsAFilterOnFieldsThatAllTypesHave(@Nullable String types, String filter) {
        EventFilter read = FILTERS.read(json(filter), types(types));

        assertThat(read.object()).isEqualTo(json(filter));
        assertThat(EventFilter.parse(read.json())).isEqualTo(read);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "                      | {}",
                "                      | []",
                "                      | 'prv_1'",
                "                      | {'provider_id':'prv_1'}",
                "                      | {'provider_id':[]}",
                "                      | {'provider_id':null}",
                "                      | {'provider_id':['prv_1','prv_1']}",
                "                      | {'provider_id':['dr_who']}",
                "                      | {'provider_id':[7]}",
                "                      | {'provider_id':[['prv_1']]}",
                "                      | {'recoverable':[true]}",
                "                      | {'type':['offer.created']}",
                "                      | {'clinic_id':['cln_1']}",
                "                      | {'id':['evt_1']}",
                "                      | {'created_at':['2026-11-20T14:02:11Z']}",
                "                      | {'corrects':['evt_1']}",
                "                      | {'nope':[1]}",
                "                      | {'duration_minutes':[30,30.0]}",
                "                      | {'duration_minutes':[0]}",
                "                      | {'starts_at':['yesterday']}",
                "appointment.cancelled | {'recoverable':['true']}",
                "appointment.cancelled | {'cancelled_by':['nobody']}",
                "appointment.cancelled appointment.booked | {'cancelled_by':['patient']}",
            })
    void refusesAFilterThatCouldNotBeMeant(@Nullable String types, String filter) {
        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> FILTERS.read(json(filter), types(types)))
                .satisfies(e -> assertThat(e.param()).isEqualTo("filter"));
    }

    @Test
    void refusesMoreThanFiftyValuesInAll() {
        String providers = IntStream.range(0, 49)
                .mapToObj(i -> "'prv_" + i + "'")
                .collect(Collectors.joining(",", "{'provider_id':[", "]"));

        assertThat(FILTERS.read(json(providers + ",'duration_minutes':[30]}"), Set.of())
                        .values())
                .hasSize(2);
        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> FILTERS.read(json(providers + ",'duration_minutes':[30,45]}"), Set.of()));
        assertThat(FILTERS.read(json(providers.replace("]", ",'prv_49']") + "}"), Set.of())
                        .values()
                        .get("provider_id"))
                .hasSize(50);
    }

    @Test
    void storesValuesInTheFormThatEventsHave() {
        EventFilter read =
                FILTERS.read(json("{'starts_at':['2026-12-01T09:30:00+01:00'],'duration_minutes':[30.0]}"), Set.of());

        assertThat(read.json()).isEqualTo("{\"starts_at\":[\"2026-12-01T08:30:00Z\"],\"duration_minutes\":[30]}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "{'provider_id':['prv_1','prv_22']} | true",
                "{'provider_id':['prv_2']}          | false",
                "{'duration_minutes':[30]}          | true",
                "{'recoverable':[true],'provider_id':['prv_22']} | true",
                "{'recoverable':[false],'provider_id':['prv_22']} | false",
                "{'offer_id':['off_1']}             | false",
            })
    void eachFieldMustHaveOneOfItsValues(String filter, boolean matches) {
        String event = "{\"id\":\"evt_1\",\"provider_id\":\"prv_22\",\"duration_minutes\":30,\"recoverable\":true}";
        assertThat(EventFilter.parse(json(filter).toString()).matches(new EventFields(event)))
                .isEqualTo(matches);
    }

    @Test
    void everyFieldThatTypesShareCanBeFiltered() {
        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> FILTERS.read(json("{'offer_id':['off_1']}"), Set.of()))
                .withMessageContaining("All types of this webhook have provider_id, starts_at, duration_minutes.");
    }

    private static Set<String> types(@Nullable String names) {
        return names == null ? Set.of() : Arrays.stream(names.split(" ")).collect(Collectors.toSet());
    }

    private static JsonNode json(String quoted) {
        try {
            return new ObjectMapper().readTree(quoted.replace('\'', '"'));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(quoted, e);
        }
    }
}
