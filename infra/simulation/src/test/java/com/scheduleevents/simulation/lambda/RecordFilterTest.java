package com.scheduleevents.simulation.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordFilterTest {

    private static final String PREFIX = "{\"keys\":{\"sk\":{\"S\":[\"account\",{\"prefix\":\"key#\"}]}}}";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"keys\":{\"sk\":{\"S\":\"key#key_1\"}}} | true",
                "{\"keys\":{\"sk\":{\"S\":\"account\"}}}   | true",
                "{\"keys\":{\"sk\":{\"S\":\"key\"}}}       | false",
                "{\"keys\":{\"sk\":{\"N\":\"1\"}}}         | false",
                "{\"keys\":{\"sk\":{\"S\":1}}}             | false",
                "{\"eventName\":\"INSERT\"}                | false",
            })
    void letsPassWhatHasAnExactValueOrAPrefix(String record, boolean expected) throws JsonProcessingException {
        assertThat(RecordFilter.of(List.of(PREFIX)).lets(new ObjectMapper().readTree(record)))
                .isEqualTo(expected);
    }

    @Test
    void rejectsAPatternThatIsNotSimulated() {
        assertThatThrownBy(() -> RecordFilter.of(List.of("{\"keys\":[{\"exists\":true}]}")))
                .isInstanceOf(UnsupportedOperationException.class);
    }
}
