package com.scheduleevents.operator.deadletters;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChangeBodyTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"event\": 1.0}                       | {\"idempotency_key\":\"m-1\",\"event\": 1.0}",
                "{}                                     | {\"idempotency_key\":\"m-1\"}",
                "{\"idempotency_key\":\"own\"}          | {\"idempotency_key\":\"own\"}",
                "[]                                     | []",
                "no JSON {                              | no JSON {",
            })
    void aChangeWithoutAKeyGetsItsMessageIdAndNothingElseChanges(String body, String back) {
        DeadLetter message = new DeadLetter("m-1", "h", body, Optional.empty(), Optional.empty(), false, Instant.EPOCH);
        assertThat(ChangeBody.keyed(message)).isEqualTo(back);
    }
}
