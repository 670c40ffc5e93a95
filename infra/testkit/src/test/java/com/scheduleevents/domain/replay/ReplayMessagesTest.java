package com.scheduleevents.domain.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.scheduleevents.domain.event.EventId;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReplayMessagesTest {

    private static final ReplayMessage MESSAGE = ReplayMessage.next(
            ReplaySamples.replay(ReplaySamples.webhook(), ReplaySamples.NOW.minusSeconds(9), Optional.empty()));

    @Test
    void whatIsWrittenIsRead() {
        ReplayMessage leavingOut = MESSAGE.leavingOut(new EventId("evt_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB"));
        assertThat(ReplayMessages.read(ReplayMessages.write(MESSAGE))).isEqualTo(MESSAGE);
        assertThat(ReplayMessages.read(ReplayMessages.write(leavingOut))).isEqualTo(leavingOut);
    }

    @ParameterizedTest
    @CsvSource({
        "'\"v\":1', '\"v\":2'",
        "'\"v\":1', '\"v\":\"1\"'",
        "'\"v\":1,', ''",
        "acc_, acc",
        "'\"webhook_id\"', '\"webhook\"'",
        "rpl_, evt_",
        "'\"step\":0', '\"step\":-1'",
        "'\"step\":0', '\"step\":\"0\"'",
        "'\"step\":0', '\"step\":0.5'",
        "'\"step\":0', '\"step\":99999999999'",
        "'\"step\":0', '\"step\":0,\"left_out\":7'",
        "'\"step\":0', '\"step\":0,\"left_out\":\"evt_1\"'",
        "'}', ''",
    })
    void anythingElseIsRefusedWithoutBeingQuoted(String part, String instead) {
        String broken = ReplayMessages.write(MESSAGE).replace(part, instead);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ReplayMessages.read(broken))
                .withMessageNotContaining(MESSAGE.replay().value());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "null", "[]", "7", "\"text\"", "{}", "no json"})
    void whatIsNoMessageAtAllIsRefused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> ReplayMessages.read(text));
    }
}
