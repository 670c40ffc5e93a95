package com.scheduleevents.domain.usage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UsageMessagesTest {

    private static final AccountId ACCOUNT = new AccountId("acc_1");
    private static final UsageDay DAY = UsageDay.parse("2026-11-18").orElseThrow();
    private static final UsageMessage BEGIN = new UsageMessage.Begin(ACCOUNT, DAY);
    private static final UsageMessage CONTINUE = new UsageMessage.Continue(new UsageCount(
            ACCOUNT,
            DAY,
            Instant.parse("2026-11-21T01:30:00.123Z"),
            Optional.of(new WebhookId("whk_1")),
            Optional.of(new EventId("evt_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB")),
            Map.of(new ClinicId("cln_1"), new Usage(4, 3, 1, 5_000_000_000L))));

    @Test
    void whatIsWrittenIsRead() {
        UsageCount first = UsageCount.of(ACCOUNT, DAY, Instant.EPOCH);
        for (UsageMessage message : List.of(BEGIN, CONTINUE, new UsageMessage.Continue(first))) {
            assertThat(UsageMessages.read(UsageMessages.write(message))).isEqualTo(message);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'\"v\":1', '\"v\":2'",
        "acc_, acc",
        "2026-11-18, 2026-02-30",
        "'\"2026-11-18\"', 20261118",
        "T01:30:00.123Z, ''",
        "whk_, evt_",
        "evt_01, evt_02_",
        "'\"found\"', '\"lost\"'",
        "cln_, clinic",
        "'[4,', '['",
        "'[4,', '[4.5,'",
        "'[4,', '[\"4\",'",
        "'}', ''",
    })
    void anythingElseIsRefusedWithoutBeingQuoted(String part, String instead) {
        String whole = UsageMessages.write(CONTINUE);
        assertThat(whole).contains(part);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> UsageMessages.read(whole.replace(part, instead)))
                .withMessageNotContaining("01KAJ9Z3M8V4W6X0Y2T5R7Q9PB");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "null", "[]", "7", "{}", "no json"})
    void whatIsNoMessageAtAllIsRefused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> UsageMessages.read(text));
    }
}
