package com.scheduleevents.simulation.promises;

import com.scheduleevents.simulation.ses.SentMail;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Checks the command in the e-mail about a webhook that the service disabled: what it replays has every event that the receiver is owed and
 * does not have.
 */
final class MissedReplays {

    private static final Pattern REPLAY = Pattern.compile("\"since\": \"([^\"]+)\", \"delivery_status\": \"missed\"");

    private final Ledger ledger;

    MissedReplays(Ledger ledger) {
        this.ledger = ledger;
    }

    void mailed(SentMail mail) {
        Matcher replay = REPLAY.matcher(mail.text());
        if (replay.find()) {
            Instant since = Instant.parse(replay.group(1));
            ledger.webhooks().stream()
                    .filter(webhook -> mail.text().contains(webhook.id()))
                    .forEach(webhook -> check(webhook, since));
        }
    }

    private void check(WatchedWebhook webhook, Instant since) {
        for (WatchedEvent event : ledger.events()) {
            String id = event.id();
            if (id != null
                    && event.created().isBefore(since)
                    && webhook.owes(event)
                    && !webhook.hasAccepted(id)
                    && !ledger.mayBeGone(event.created())) {
                ledger.breaks(
                        Promise.MISSED_CAN_BE_REPLAYED,
                        id,
                        "it was recorded at " + event.created() + ", " + webhook.id()
                                + " does not have it, and the e-mail says to replay from " + since);
            }
        }
    }
}
