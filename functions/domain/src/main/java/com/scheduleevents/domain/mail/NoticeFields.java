package com.scheduleevents.domain.mail;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.scheduleevents.domain.mail.Notices.Malformed;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.webhook.Health.LastFailure;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;

/** The fields of a notice in JSON, read by type; a missing or malformed one is named and never quoted. */
record NoticeFields(JsonNode json) {

    private static final ObjectMapper JSON = new ObjectMapper();

    static NoticeFields of(String text) {
        try {
            return new NoticeFields(JSON.readTree(text));
        } catch (JsonProcessingException e) {
            throw new Malformed("not a notice: no JSON", e);
        }
    }

    String text(String field) {
        return optional(field).orElseThrow(() -> malformed(field, "no text"));
    }

    Optional<String> optional(String field) {
        return Optional.ofNullable(json.path(field).textValue());
    }

    int integer(String field) {
        JsonNode value = json.path(field);
        if (!value.isIntegralNumber() || !value.canConvertToInt()) {
            throw malformed(field, "no number");
        }
        return value.intValue();
    }

    long number(String field) {
        JsonNode value = json.path(field);
        if (!value.isIntegralNumber() || !value.canConvertToLong()) {
            throw malformed(field, "no number");
        }
        return value.longValue();
    }

    Instant time(String field) {
        return read(field, Instant::parse);
    }

    /** A text that stands for something else. */
    <T> T read(String field, Function<String, T> reader) {
        String text = text(field);
        try {
            return reader.apply(text);
        } catch (RuntimeException e) {
            throw new Malformed("not a notice: " + field + " is none", e);
        }
    }

    LastFailure failure() {
        OutcomeClass outcome = read("last_outcome", OutcomeClass::named);
        if (outcome == OutcomeClass.SUCCEEDED) {
            throw malformed("last_outcome", "no failure");
        }
        return new LastFailure(
                outcome, json.has("last_status") ? OptionalInt.of(integer("last_status")) : OptionalInt.empty());
    }

    private static Malformed malformed(String field, String what) {
        return new Malformed("not a notice: " + field + " is " + what);
    }
}
