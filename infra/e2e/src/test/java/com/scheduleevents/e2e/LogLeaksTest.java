package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LogLeaksTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "key sk_test_8fK2mQ9xP4                        | an API key",
                "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw        | a signing secret",
                "v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a | a signature",
                "{\"appointment_id\":\"apt_8f1c\"}             | an id in an event",
                "{\\\"starts_at\\\":\\\"2026-11-21T09:30:00Z\\\"} | a field of an event",
                "cancelled_by=patient                          | a field of an event",
                "to https://hooks.example.com/                 | a URL",
                "/hooks?token=hidden                           | a query",
                "500 As ordered.                               | a receiver's response",
                "owner@example.com                             | an e-mail address"
            })
    void findsForbiddenText(String line, String kind) {
        assertThat(LogLeaks.in(line))
                .hasValueSatisfying(found -> assertThat(found).startsWith(kind));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "attempt 1 of evt_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB to whk_01KAJ9Z3M8V4W6X0Y2T5R7Q9AA: status 503",
                "message_id=5c9f can never be recorded: invalid_field: starts_at",
                "error=java.lang.IllegalStateException at=api.recorder.Recorder:133,api.http.Endpoint:81",
                "{\"_aws\":{\"CloudWatchMetrics\":[]},\"AttemptsStatus\":1}",
                "a row of Deliveries lacks status, or has it as another type"
            })
    void acceptsOtherLines(String line) {
        assertThat(LogLeaks.in(line)).isEmpty();
    }
}
