package com.scheduleevents.delivery.notifier;

import com.scheduleevents.aws.webhooks.WebhookRow;
import com.scheduleevents.delivery.records.StreamRecord;
import com.scheduleevents.domain.mail.DisabledNotice;
import com.scheduleevents.domain.webhook.Disabling;
import com.scheduleevents.domain.webhook.DueMail;
import com.scheduleevents.domain.webhook.Webhook;
import java.io.Serial;
import java.net.URI;
import java.util.List;
import java.util.Set;

/**
 * A change of a webhook's row, as it comes out of the Webhooks stream.
 *
 * @param newlyDue the e-mails that the row says are due and did not say before
 */
record WebhookChange(List<DisabledNotice> newlyDue) {

    /**
     * Reads a record.
     *
     * @throws Malformed when it is no webhook and never will be
     */
    static WebhookChange of(StreamRecord record) {
        try {
            return new WebhookChange(record.newImage()
                    .map(after -> {
                        Set<DueMail> before =
                                record.oldImage().map(WebhookRow::mailsDue).orElse(Set.of());
                        return WebhookRow.mailsDue(after).stream()
                                .filter(mail -> !before.contains(mail))
                                .map(mail -> notice(WebhookRow.webhook(after), mail))
                                .toList();
                    })
                    .orElse(List.of()));
        } catch (IllegalArgumentException | IllegalStateException e) {
            throw new Malformed(e);
        }
    }

    private static DisabledNotice notice(Webhook webhook, DueMail mail) {
        Disabling.RetriesExhausted why = webhook.disabling()
                .filter(Disabling.RetriesExhausted.class::isInstance)
                .map(Disabling.RetriesExhausted.class::cast)
                .orElseThrow(() -> new IllegalStateException("an e-mail is due and nothing says what was disabled"));
        return new DisabledNotice(
                webhook.account(),
                webhook.id(),
                mail,
                URI.create(webhook.url()).getHost(),
                webhook.description(),
                webhook.clinic(),
                why);
    }

    /** A record that is no webhook. */
    static final class Malformed extends RuntimeException {

        @Serial
        private static final long serialVersionUID = 1L;

        private Malformed(RuntimeException cause) {
            super(cause.getMessage(), cause);
        }

        String reason() {
            return String.valueOf(getMessage());
        }
    }
}
