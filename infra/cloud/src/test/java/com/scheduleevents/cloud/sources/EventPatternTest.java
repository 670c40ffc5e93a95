package com.scheduleevents.cloud.sources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
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
                "{\"a\":[{\"numeric\":[\"=\",1]}]}           | {\"a\":1.0}        | true",
                "{\"a\":[1]}                            | {\"a\":1.0}        | true",
                "{\"a\":[null]}                         | {}                 | false",
                "{\"a\":[\"\"]}                         | {\"a\":\"\"}         | true",
                "{\"a\":[{\"prefix\":\"x\"}]}           | {\"a\":[\"y\",\"xy\"]} | true",
                "{\"a\":[{\"prefix\":\"1\"}]}           | {\"a\":1}          | false",
                "{\"a\":[{\"exists\":true}]}            | {\"a\":[1]}        | true",
                "{\"a\":[{\"exists\":true}]}            | {\"a\":[]}         | false",
                "{\"a\":[{\"exists\":true}]}            | {\"a\":{\"b\":1}}  | false",
                "{\"a\":[{\"exists\":false}]}           | {\"a\":1}          | false",
                "{\"a\":[{\"anything-but\":[\"x\"]}]}   | {\"a\":[\"x\",\"y\"]} | true",
                "{\"a\":[{\"anything-but\":[\"x\"]}]}   | {\"a\":[\"x\"]}    | false",
                "{\"$or\":[{\"a\":[1]},{\"b\":[1]}]}    | {\"b\":1}          | true",
                "{\"$or\":[{\"a\":[1]},{\"b\":[1]}]}    | {\"c\":1}          | false",
                "{\"c\":[1],\"$or\":[{\"a\":[1]},{\"b\":[1]}]} | {\"b\":1}  | false",
                "{\"d\":{\"$or\":[{\"a\":[1]},{\"b\":[1]}]}} | {\"d\":{\"b\":1}} | true",
                "{}                                   | {\"a\":1}          | true",
            })
    void matchesAsLambdaDoes(String pattern, String record, boolean expected) throws JsonProcessingException {
        assertThat(EventPattern.anyOf(List.of(JSON.readTree(pattern))).test(JSON.readTree(record)))
                .isEqualTo(expected);
    }

    /**
     * Patterns as a template has them, and that of an item that DynamoDB deleted because its time
     * was over.
     */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"eventName\":[\"INSERT\"]} | true",
                "{\"eventName\":[\"MODIFY\",\"REMOVE\"]} | false",
                "{\"dynamodb\":{\"Keys\":{\"sk\":{\"S\":[{\"prefix\":\"key#\"}]}}}} | true",
                "{\"dynamodb\":{\"Keys\":{\"sk\":{\"S\":[{\"prefix\":\"account#\"}]}}}} | false",
                "{\"dynamodb\":{\"Keys\":{\"sk\":{\"N\":[{\"exists\":true}]}}}} | false",
                "{\"dynamodb\":{\"NewImage\":{\"void\":{\"BOOL\":[{\"exists\":false}]}}}} | true",
                "{\"dynamodb\":{\"Keys\":{\"sk\":{\"S\":[{\"exists\":false}]}}}} | false",
                "{\"userIdentity\":{\"type\":[\"Service\"],\"principalId\":[\"dynamodb.amazonaws.com\"]}} | true",
            })
    void selectsRecordsOfAStream(String pattern, boolean expected) throws JsonProcessingException {
        JsonNode record = JSON.readTree("""
                {"eventName": "INSERT", "dynamodb": {"Keys": {"sk": {"S": "key#1"}}},
                 "userIdentity": {"type": "Service", "principalId": "dynamodb.amazonaws.com"}}
                """);
        assertThat(EventPattern.anyOf(List.of(JSON.readTree(pattern))).test(record))
                .isEqualTo(expected);
    }

    @Test
    void recordNeedsToMatchOneOfSeveralPatterns() throws JsonProcessingException {
        List<JsonNode> patterns = List.of(JSON.readTree("{\"a\":[1]}"), JSON.readTree("{\"b\":[1]}"));
        assertThat(EventPattern.anyOf(patterns).test(JSON.readTree("{\"b\":1}")))
                .isTrue();
        assertThat(EventPattern.anyOf(patterns).test(JSON.readTree("{\"c\":1}")))
                .isFalse();
        assertThat(EventPattern.anyOf(List.of()).test(JSON.readTree("{\"c\":1}")))
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[]                                        | is an object",
                "{\"a\":\"x\"}                               | must be a list of rules",
                "{\"a\":[]}                                | must be a list of rules",
                "{\"a\":[[\"x\"]]}                           | has one operator",
                "{\"a\":[{\"prefix\":\"x\",\"suffix\":\"y\"}]} | has one operator",
                "{\"a\":[{\"cidr\":\"10.0.0.0/8\"}]}       | cidr",
                "{\"a\":[{\"prefix\":{\"equals-ignore-case\":\"x\"}}]} | has a text for prefix",
                "{\"a\":[{\"exists\":\"true\"}]}           | true or false",
                "{\"a\":[{\"numeric\":[\">\"]}]}           | pairs",
                "{\"a\":[{\"numeric\":[\">\",\"1\"]}]}     | pairs",
                "{\"a\":[{\"numeric\":[\"~\",1]}]}         | comparison",
                "{\"$or\":[1]}                             | is an object",
            })
    void refusesWhatItCannotMatch(String pattern, String problem) {
        assertThatThrownBy(() -> EventPattern.anyOf(List.of(JSON.readTree(pattern))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(problem);
    }
}
