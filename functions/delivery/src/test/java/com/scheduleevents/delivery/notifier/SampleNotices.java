package com.scheduleevents.delivery.notifier;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.certificate.CertificateFacts;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.mail.ChangeAuthor;
import com.scheduleevents.domain.mail.Notice;
import com.scheduleevents.domain.mail.Notice.About;
import com.scheduleevents.domain.mail.Notice.WaitCause;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.webhook.CertificateEnd;
import com.scheduleevents.domain.webhook.Disabling.DeliveriesExpiring;
import com.scheduleevents.domain.webhook.Disabling.RetriesExhausted;
import com.scheduleevents.domain.webhook.Health.LastFailure;
import com.scheduleevents.domain.webhook.Health.RejectedEvent;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Notices of every kind: with all optional parts, with none, and with hostile text. */
final class SampleNotices {

    static final Instant SINCE = Instant.parse("2026-11-21T12:00:00.250Z");
    static final String HOSTILE =
            "<script>alert(1)</script> {{api}} &lt;\r\nBcc: thief@example.com\u202Egnp.exe 'q' \"q\"";

    private static final LastFailure STATUS = new LastFailure(OutcomeClass.STATUS, OptionalInt.of(503));
    private static final LastFailure TIMEOUT = new LastFailure(OutcomeClass.TIMEOUT, OptionalInt.empty());

    private static final ChangeAuthor AUTHOR = new ChangeAuthor(new ApiKeyId("key_01KAJ9Z3M8V4W6X0Y2T5R7Q9PK"), SINCE);

    private SampleNotices() {}

    static List<Notice.OfWebhook> full() {
        return of(
                about("hooks.example.com", Optional.of("Front desk, second floor"), Optional.of("cln_harbour")),
                STATUS,
                "old.example.org");
    }

    static List<Notice.OfWebhook> minimal() {
        return of(about("hooks.example.com", Optional.empty(), Optional.empty()), TIMEOUT, "hooks.example.com");
    }

    static List<Notice.OfWebhook> hostile() {
        return of(about(HOSTILE, Optional.of(HOSTILE), Optional.empty()), STATUS, HOSTILE + "2");
    }

    private static About about(String host, Optional<String> label, Optional<String> clinic) {
        return new About(
                new AccountId("acc_1"),
                new WebhookId("whk_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB"),
                3,
                host,
                label,
                clinic.map(ClinicId::new));
    }

    private static List<Notice.OfWebhook> of(About about, LastFailure last, String oldHost) {
        return List.of(
                new Notice.Warning(about, SINCE, 27, last),
                new Notice.Disabled(
                        about,
                        new RetriesExhausted(
                                Instant.parse("2026-11-22T12:00:05.5Z"),
                                new EventId("evt_01KAJ9Z3M8V4W6X0Y2T5R7Q9PC"),
                                SINCE,
                                11,
                                last.outcome(),
                                last.status())),
                new Notice.Recovered(about, SINCE, Instant.parse("2026-11-21T15:04:05.678Z"), 43, last),
                new Notice.UrlChanged(about, 7, Instant.parse("2026-11-21T16:00:00.999Z"), oldHost),
                new Notice.Refused(
                        about,
                        new RejectedEvent(
                                new EventId("evt_01KAJ9Z3M8V4W6X0Y2T5R7Q9PC"),
                                SINCE,
                                6,
                                last,
                                Instant.parse("2026-11-21T13:51:10.5Z"))),
                new Notice.Slow(about, SINCE, 40, Optional.of(SINCE.plusSeconds(3_600)), Optional.of(WaitCause.PACE)),
                new Notice.Revoked(about, SINCE),
                new Notice.Registered(about, AUTHOR),
                new Notice.SecretRotated(about, 8, AUTHOR),
                new Notice.Unpulled(about, SINCE, Optional.of(SINCE.plusSeconds(86_400))),
                new Notice.Expiring(
                        about,
                        new DeliveriesExpiring(
                                Instant.parse("2027-02-09T12:00:05.5Z"),
                                new EventId("evt_01KAJ9Z3M8V4W6X0Y2T5R7Q9PC"),
                                SINCE)),
                new Notice.CertificateEnding(
                        about,
                        SINCE,
                        new CertificateFacts(
                                "CN=" + about.host(),
                                "CN=Clinic CA",
                                "8ee6f08a32b7d1a0cf4f3b3c6f1d8a1e51bd0cb6b1dbb0a8a4a8b3a3e4f5a6b7",
                                SINCE.plus(CertificateEnd.FIRST_NOTICE))));
    }
}
