package com.scheduleevents.simulation.promises;

import com.scheduleevents.simulation.ses.SentMail;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Whether the owner of each webhook was told, in time and not too early, that its client certificate ends. */
final class CertificateChecks {

    private static final List<Integer> DAYS = List.of(30, 7);

    /** A day until the sweep, and as long as SES may be out. */
    private static final Duration LATEST = Duration.ofHours(37);

    /** What the clock of the sweep may be ahead. */
    private static final Duration CLOCKS = Duration.ofSeconds(2);

    private final Ledger ledger;
    private final List<SentMail> mails;
    private final Instant now;

    /** @param mails all that were sent */
    CertificateChecks(Ledger ledger, List<SentMail> mails, Instant now) {
        this.ledger = ledger;
        this.mails = mails;
        this.now = now;
    }

    void check() {
        ledger.webhooks().forEach(webhook -> DAYS.forEach(days -> check(webhook, days)));
    }

    private void check(WatchedWebhook webhook, int days) {
        List<Instant> told = mails.stream()
                .filter(mail -> mail.text().contains(webhook.id()))
                .filter(mail -> mail.subject().endsWith(" needs a new client certificate within " + days + " days"))
                .map(SentMail::at)
                .toList();
        boolean has = !webhook.settings().certificate().isEmpty();
        Instant due = webhook.settings().certificateEnds().minus(Duration.ofDays(days));
        if (told.stream().anyMatch(at -> !has || at.isBefore(due.minus(CLOCKS)))) {
            ledger.breaks(
                    Promise.OWNER_IS_TOLD,
                    webhook.id(),
                    "its owner was told at " + told + " of a certificate, within " + days
                            + " days of whose end it was not");
        }
        if (has && told.isEmpty() && isOwed(webhook, due, days)) {
            ledger.breaks(
                    Promise.OWNER_IS_TOLD,
                    webhook.id(),
                    "its certificate ends at " + webhook.settings().certificateEnds()
                            + ", and its owner was not told within " + days + " days");
        }
    }

    /** Nobody is told while the webhook is disabled, and of two e-mails that are due, the later one is sent. */
    private boolean isOwed(WatchedWebhook webhook, Instant due, int days) {
        Instant registered =
                webhook.facts(Fact.Registered.class).findFirst().orElseThrow().at();
        Instant until = (due.isAfter(registered) ? due : registered).plus(LATEST);
        boolean later = DAYS.stream()
                .filter(fewer -> fewer < days)
                .anyMatch(fewer ->
                        !until.isBefore(webhook.settings().certificateEnds().minus(Duration.ofDays(fewer))));
        return !until.isAfter(now)
                && !later
                && webhook.facts(Fact.Disturbance.class)
                        .noneMatch(fact -> !fact.at().isAfter(until))
                && DisablingChecks.mailed(mails, webhook).stream().noneMatch(at -> !at.isAfter(until));
    }
}
