package com.scheduleevents.domain.mail;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.webhook.Disabling;
import com.scheduleevents.domain.webhook.DueMail;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

final class DisabledMailTest {

    private static final DisabledNotice NOTICE = new DisabledNotice(
            new AccountId("acc_1"),
            new WebhookId("whk_1"),
            DueMail.disabled(1),
            "hooks.example.com",
            Optional.of("Front desk {{api}}"),
            Optional.of(new ClinicId("cln_harbour")),
            new Disabling.RetriesExhausted(
                    Instant.parse("2026-11-22T12:00:05.5Z"),
                    new EventId("evt_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB"),
                    Instant.parse("2026-11-21T12:00:00.250Z"),
                    11,
                    OutcomeClass.STATUS,
                    OptionalInt.of(500)));

    @Test
    void theMailSaysWhatHappenedAndWhatToDo() {
        Mail mail = new DisabledMail("https://api.example.com", Duration.ofDays(90)).to("owner@example.com", NOTICE);

        assertThat(mail.to()).isEqualTo("owner@example.com");
        assertThat(mail.subject()).isEqualTo("Your webhook for hooks.example.com was disabled");
        assertThat(mail.text())
                .contains(
                        "Front desk {{api}}",
                        "cln_harbour",
                        "since 2026-11-21T12:00:00Z",
                        "Disabled     2026-11-22T12:00:05Z",
                        "11, all for event evt_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB",
                        "status (HTTP 500)",
                        "until 2027-02-19T12:00:00Z",
                        "curl -X POST https://api.example.com/v1/webhooks/whk_1/enable",
                        "https://api.example.com/v1/events?since=2026-11-21T12:00:00Z");
        assertThat(mail.text().replace("Front desk {{api}}", "")).doesNotContain("{{");
    }

    @Test
    void aNoticeIsReadAgainAsItWasWritten() {
        assertThat(DisabledNotices.read(DisabledNotices.write(NOTICE))).isEqualTo(NOTICE);
    }
}
