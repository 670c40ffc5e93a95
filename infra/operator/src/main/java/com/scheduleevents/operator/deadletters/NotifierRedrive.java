package com.scheduleevents.operator.deadletters;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.aws.accounts.ApiKeyChange;
import com.scheduleevents.aws.streams.StreamRecord;
import com.scheduleevents.aws.webhooks.WebhookChange;
import com.scheduleevents.domain.audit.AuditEntry;
import com.scheduleevents.domain.delivery.OperationalFanOut;
import com.scheduleevents.domain.mail.Notice;
import com.scheduleevents.domain.queue.MessageQueue;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Redrives what the notifier could not handle: it records changes in the audit log and queues the operational events and e-mails that are
 * due, as the notifier would. The sender and the mailer send nothing about a webhook that was sent before.
 */
final class NotifierRedrive implements RedriveTarget {

    private final Consumer<AuditEntry> auditLog;
    private final OperationalFanOut operational;
    private final MessageQueue<Notice> mails;

    NotifierRedrive(Consumer<AuditEntry> auditLog, OperationalFanOut operational, MessageQueue<Notice> mails) {
        this.auditLog = auditLog;
        this.operational = operational;
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
        StreamRecord record = new StreamRecord(json);
        if (ApiKeyChange.isOne(record)) {
            ApiKeyChange change = ApiKeyChange.of(record);
            return redrive(change.entry(), change.notice().stream().toList());
        }
        WebhookChange change = WebhookChange.of(record);
        if (!change.faults().isEmpty()) {
            return Optional.of(String.join("; ", change.faults()));
        }
        operational.sendAgain(change.reports());
        return redrive(change.entry(), change.newlyDue());
    }

    private Optional<String> redrive(Optional<AuditEntry> entry, List<Notice> due) {
        if (entry.isEmpty() && due.isEmpty()) {
            return Optional.of("no e-mail is due because of it, and it is no change for the audit log");
        }
        entry.ifPresent(auditLog);
        due.forEach(mails::send);
        return Optional.empty();
    }
}
