package com.scheduleevents.domain.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnicodeTextTest {

    @ParameterizedTest
    @CsvSource({"'', true", "Zahnärzte, true", "\uD83E\uDDB7, true", "'\u202E', true", "x\uFFFD, false", "\uFFFD, false"
    })
    void isIntactUnlessSomethingWasLost(String text, boolean intact) {
        assertThat(UnicodeText.isIntact(text)).isEqualTo(intact);
    }

    @ParameterizedTest
    @CsvSource({"d83e", "ddb7"})
    void halfACharacterIsNotIntact(String unit) {
        assertThat(UnicodeText.isIntact("a" + (char) Integer.parseInt(unit, 16)))
                .isFalse();
    }
}
