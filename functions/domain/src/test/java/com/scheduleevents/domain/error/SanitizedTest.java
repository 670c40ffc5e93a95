package com.scheduleevents.domain.error;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SanitizedTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`` | \"\"",
                "abc | \"abc\"",
                "a\"b | \"a\\\"b\"",
                "ü | \"\\u00fc\"",
                "a\tb | \"a\\u0009b\"",
            })
    void aValueIsShownOnOneLineInAscii(String value, String shown) {
        assertThat(Sanitized.of(value)).isEqualTo(shown);
    }

    @Test
    void aLongValueIsCut() {
        assertThat(Sanitized.of("a".repeat(61))).isEqualTo("\"" + "a".repeat(60) + "…\"");
    }
}
