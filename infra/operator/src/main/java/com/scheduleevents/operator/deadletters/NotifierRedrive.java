package com.scheduleevents.operator.deadletters;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.aws.streams.StreamRecord;
import com.scheduleevents.aws.webhooks.WebhookChange;
import com.scheduleevents.domain.mail.MailQueue;
import java.util.Optional;

/**
 * The way back of what the notifier could not handle. A stream takes nothing back, so what the notifier would put on the mail
 * queue is put there; the mailer sends nothing that the webhook's row says is sent.
 */
final class NotifierRedrive implements RedriveTarget {

    private final MailQueue mails;

    NotifierRedrive(MailQueue mails) {
        this.mails = mails;
    }

    @Override
    public Optional<String> take(DeadLetter letter) {
        JsonNode json = DeadLetterReader.json(letter.body());
        if (StreamBatch.of(json).isPresent()) {
            return Optional.of(
                    "Lambda kept only the place of these records in the stream: tell the owners of webhooks that"
                            + " were disabled or failing at that time yourself");
        }
        WebhookChange change = WebhookChange.of(new StreamRecord(json));
        if (!change.faults().isEmpty()) {
            return Optional.of(String.join("; ", change.faults()));
        }
        if (change.newlyDue().isEmpty()) {
            return Optional.of("it tells of no e-mail that is due");
        }
        change.newlyDue().forEach(mails::send);
        return Optional.empty();
    }
}
