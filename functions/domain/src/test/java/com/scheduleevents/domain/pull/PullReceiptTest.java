package com.scheduleevents.domain.pull;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.event.EventId;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PullReceiptTest {

    private static final Instant T = Instant.parse("2026-11-21T10:00:00.123Z");

    @Test
    void receiptIsReadAsItWasWritten() {
        for (EventId event : new EventId[] {
            EventId.mint(T, new Random(1)), EventId.mint(T, new Random(1)).ofTest()
        }) {
            PullReceipt receipt = new PullReceipt(12, 3, event);

            assertThat(receipt.text()).startsWith("rcp_12_3_");
            assertThat(PullReceipt.parse(receipt.text())).contains(receipt);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "rcp_1_1_",
                "rcp_0_1_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB",
                "rcp_1_0_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB",
                "rcp_1_1_01KAJ9Z3M8V4W6X0Y2T5R7Q9P",
                "rcp_1_1_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB ",
                "rcp_1_1_81KAJ9Z3M8V4W6X0Y2T5R7Q9PB",
                "rcp_9999999999_1_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB",
                "evt_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB"
            })
    void otherTextIsNoReceipt(String text) {
        assertThat(PullReceipt.parse(text)).isEmpty();
    }
}
