package com.scheduleevents.aws.messages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class MessageCodecTest {

    private static final Map<String, MessageCodec<?>> CODECS = GoldenMessagesTest.CODECS;

    @Test
    void distinguishesProbesFromDeliveries() throws IOException {
        assertThat(MessageCodec.PROBE.accepts(ParsedMessage.of(golden("probe-v1"))))
                .isTrue();
        assertThat(MessageCodec.PROBE.accepts(ParsedMessage.of(golden("delivery-v1-first"))))
                .isFalse();
        assertThat(MessageCodec.PROBE.accepts(ParsedMessage.of("7"))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "null", "[]", "7", "\"text\"", "{}", "{", "no JSON", "{\"v\":1}", "{\"v\":2}"})
    void rejectsInvalidMessages(String text) {
        assertThat(CODECS.values()).allSatisfy(codec -> assertThatExceptionOfType(MalformedMessage.class)
                .isThrownBy(() -> codec.read(text)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "delivery-v1-first     | \"v\":1              | \"v\":2                    | version",
                "delivery-v1-first     | \"v\":1,             | ``                         | version",
                "delivery-v1-first     | acc_demo             | my secret                  | account",
                "delivery-v1-first     | \"webhook\"          | \"hook\"                   | webhook",
                "delivery-v1-first     | \"attempt\":1        | \"attempt\":0              | message",
                "delivery-v1-first     | \"attempt\":1        | \"attempt\":\"1\"          | attempt",
                "delivery-v1-first     | \"attempt\":1        | \"attempt\":1.5            | attempt",
                "delivery-v1-first     | \"attempt\":1        | \"attempt\":99999999999    | attempt",
                "delivery-v1-first     | \"attempt\":1        | \"attempt\":null           | attempt",
                "delivery-v1-first     | \"json\":            | \"xml\":                   | payload",
                "delivery-v1-first     | 14:02:11.337Z        | secret                     | not_before",
                "delivery-v1-retry     | 2026-11-20T16:02     | secret                     | last_attempt",
                "delivery-v1-first     | \"not_before\":      |  ,                         | JSON",
                "probe-v1              | 2026-11-20           | secret                     | lease",
                "replay-v1             | rpl_                 | evt_                       | replay",
                "replay-v1             | \"step\":4           | \"step\":-1                | message",
                "replay-v1-left_out    | evt_                 | secret_                    | left_out",
                "usage-v1-begin        | 2026-11-18           | 2026-02-30                 | day",
                "usage-v1-begin        | \"2026-11-18\"       | 20261118                   | day",
                "usage-v1-begin        | begin                | secret                     | field",
                "usage-v1-continue     | cln_1                | secret                     | count",
                "usage-v1-continue     | [4,                  | [                          | count",
                "usage-v1-continue     | [4,                  | [4.5,                      | count",
                "usage-v1-continue     | [4,                  | [\"4\",                    | count",
                "notice-v1-warning     | \"status\":503       | \"status\":\"secret\"      | last",
                "notice-v1-warning     | \"outcome\":\"status\" | \"outcome\":\"secret\"  | last",
                "notice-v1-warning     | \"outcome\":\"status\" | \"outcome\":\"succeeded\" | last",
                "notice-v1-warning     | warning              | secret                     | field",
            })
    void invalidFieldIsNamedAndNeverQuoted(String file, String part, String replacement, String named)
            throws IOException {
        String text = golden(file);
        assertThat(text).contains(part);
        MessageCodec<?> codec = GoldenMessagesTest.codec(file);

        assertThatExceptionOfType(MalformedMessage.class)
                .isThrownBy(() -> codec.read(text.replace(part, replacement)))
                .withMessageContaining(named)
                .withMessageNotContainingAny("secret", "01KAJ9Z3M8V4W6X0Y2T5R7Q9")
                .withNoCause();
    }

    private static String golden(String file) throws IOException {
        return Files.readString(GoldenMessagesTest.DIRECTORY.resolve(file + ".json"));
    }
}
