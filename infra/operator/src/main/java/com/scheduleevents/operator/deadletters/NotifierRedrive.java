package com.scheduleevents.operator.deadletters;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.aws.streams.StreamRecord;
import com.scheduleevents.aws.webhooks.WebhookChange;
import com.scheduleevents.domain.mail.MailQueue;
import java.util.Optional;

/**
 * Redrives what the notifier could not handle: it puts the e-mails that are due on the mail queue, as the notifier would. The
 * mailer sends none that was sent before.
 */
final class NotifierRedrive implements RedriveTarget {

    private final MailQueue mails;

    NotifierRedrive(MailQueue mails) {
        this.mails = mails;
    }

    @Override
    public Optional<String> send(DeadLetter message) {
        JsonNode json = DeadLetterReader.json(message.body());
        if (StreamBatch.of(json).isPresent()) {
            return Optional.of(
                    "Lambda kept only the position of these records in the stream: notify the owners of webhooks that"
                            + " were disabled or failing at that time yourself");
        }
        WebhookChange change = WebhookChange.of(new StreamRecord(json));
        if (!change.faults().isEmpty()) {
            return Optional.of(String.join("; ", change.faults()));
        }
        if (change.newlyDue().isEmpty()) {
            return Optional.of("no e-mail is due because of it");
        }
        change.newlyDue().forEach(mails::send);
        return Optional.empty();
    }
}
