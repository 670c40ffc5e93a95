package com.scheduleevents.cloud.sources;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The conditions of success and failure that the AWS Lambda Developer Guide lists, and what else a function can
 * return.
 */
class PartialBatchResponseTest {

    /** One that reads a null identifier as text would find an item of that name. */
    private static final List<String> BATCH = List.of("1", "2", "3", "null");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "null",
                "{}",
                "[]",
                "\"done\"",
                "5",
                "{\"other\":1}",
                "{\"batchitemfailures\":[{\"itemIdentifier\":\"2\"}]}",
                "{\"batchItemFailures\":null}",
                "{\"batchItemFailures\":[]}",
            })
    void everythingSucceeded(String response) {
        assertThat(failed(response)).contains(Set.of());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nonsense",
                "{\"batchItemFailures\":",
                "{} {}",
                "{\"batchItemFailures\":[]} trailing",
                "{\"batchItemFailures\":\"x\"}",
                "{\"batchItemFailures\":\"\"}",
                "{\"batchItemFailures\":5}",
                "{\"batchItemFailures\":false}",
                "{\"batchItemFailures\":{}}",
                "{\"batchItemFailures\":{\"itemIdentifier\":\"2\"}}",
                "{\"batchItemFailures\":{\"a\":{\"itemIdentifier\":\"2\"}}}",
                "{\"batchItemFailures\":[\"2\"]}",
                "{\"batchItemFailures\":[2]}",
                "{\"batchItemFailures\":[null]}",
                "{\"batchItemFailures\":[{}]}",
                "{\"batchItemFailures\":[[]]}",
                "{\"batchItemFailures\":[{\"itemIdentifier\":null}]}",
                "{\"batchItemFailures\":[{\"itemIdentifier\":\"\"}]}",
                "{\"batchItemFailures\":[{\"itemIdentifier\":[\"2\"]}]}",
                "{\"batchItemFailures\":[{\"itemIdentifier\":{}}]}",
                "{\"batchItemFailures\":[{\"itemIdentifier\":\"9\"}]}",
                "{\"batchItemFailures\":[{\"itemIdentifier\":\"2\"},{\"itemIdentifier\":\"9\"}]}",
                "{\"batchItemFailures\":[{\"itemIdentifier\":\"2\"},{\"itemIdentifier\":null}]}",
                "{\"batchItemFailures\":[{\"itemidentifier\":\"2\"}]}",
                "{\"batchItemFailures\":[{\"messageId\":\"2\"}]}",
            })
    void wholeBatchFailed(String response) {
        assertThat(failed(response)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"batchItemFailures\":[{\"itemIdentifier\":\"2\"},{\"itemIdentifier\":\"3\"}]}",
                "{\"batchItemFailures\":[{\"itemIdentifier\":\"3\"},{\"itemIdentifier\":\"2\"}]}",
                "{\"batchItemFailures\":[{\"itemIdentifier\":\"3\"},{\"itemIdentifier\":\"2\"},{\"itemIdentifier\":\"3\"}]}",
                "{\"batchItemFailures\":[{\"itemIdentifier\":2},{\"itemIdentifier\":\"3\",\"why\":\"x\"}],\"more\":1}",
            })
    void namedItemsFailed(String response) {
        assertThat(failed(response)).contains(Set.of("2", "3"));
    }

    private static Optional<Set<String>> failed(String response) {
        return PartialBatchResponse.failed(response.getBytes(StandardCharsets.UTF_8), BATCH);
    }
}
