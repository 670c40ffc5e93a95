package com.scheduleevents.emulator.sources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EventPatternTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"a\":[\"x\",\"y\"]}                  | {\"a\":\"y\"}          | true",
                "{\"a\":[\"x\"]}                        | {\"a\":\"y\"}          | false",
                "{\"a\":[\"x\"]}                        | {\"a\":[\"y\",\"x\"]}  | true",
                "{\"a\":[\"x\"],\"b\":[1]}              | {\"a\":\"x\",\"b\":2}  | false",
                "{\"a\":[null]}                         | {\"a\":null}           | true",
                "{\"a\":{\"b\":[true]}}                 | {\"a\":{\"b\":true}}   | true",
                "{\"a\":[{\"exists\":true}]}            | {\"a\":1}              | true",
                "{\"a\":[{\"exists\":true}]}            | {\"b\":1}              | false",
                "{\"a\":[{\"exists\":false}]}           | {\"b\":1}              | true",
                "{\"a\":[{\"prefix\":\"ev\"}]}          | {\"a\":\"event\"}      | true",
                "{\"a\":[{\"prefix\":\"ev\"}]}          | {\"a\":\"never\"}      | false",
                "{\"a\":[{\"suffix\":\"er\"}]}          | {\"a\":\"never\"}      | true",
                "{\"a\":[{\"equals-ignore-case\":\"X\"}]} | {\"a\":\"x\"}        | true",
                "{\"a\":[{\"anything-but\":[\"x\",\"y\"]}]} | {\"a\":\"z\"}      | true",
                "{\"a\":[{\"anything-but\":[\"x\",\"y\"]}]} | {\"a\":\"y\"}      | false",
                "{\"a\":[{\"anything-but\":{\"prefix\":\"x\"}}]} | {\"a\":\"xy\"} | false",
                "{\"a\":[{\"anything-but\":\"x\"}]}     | {\"b\":\"z\"}          | false",
                "{\"a\":[{\"numeric\":[\">\",0,\"<=\",5]}]} | {\"a\":5}          | true",
                "{\"a\":[{\"numeric\":[\">\",0,\"<=\",5]}]} | {\"a\":0}          | false",
            })
    void matchesAsLambdaDoes(String pattern, String record, boolean expected) throws JsonProcessingException {
        assertThat(EventPattern.of(JSON.readTree(pattern)).test(JSON.readTree(record)))
                .isEqualTo(expected);
    }

    @Test
    void refusesAnUnknownOperator() {
        assertThatThrownBy(() -> EventPattern.of(JSON.readTree("{\"a\":[{\"cidr\":\"10.0.0.0/8\"}]}")))
                .hasMessageContaining("cidr");
    }
}
