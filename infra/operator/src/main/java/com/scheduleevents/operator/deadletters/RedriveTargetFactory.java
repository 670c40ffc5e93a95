package com.scheduleevents.operator.deadletters;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.aws.queues.SqsRedriveQueue;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.audit.AuditEntry;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.OperationalFanOut;
import com.scheduleevents.domain.mail.Notice;
import com.scheduleevents.domain.queue.MessageQueue;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.operator.deployment.Deployment;
import com.scheduleevents.operator.fanout.FeedWalk;
import com.scheduleevents.operator.tenants.Tenants;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** Makes the redrive target of each dead-letter queue of a deployment. */
final class RedriveTargetFactory {

    private final Deployment deployment;
    private final boolean dry;

    /**
     * @param dry whether the targets send nothing, only find out whether they could
     */
    RedriveTargetFactory(Deployment deployment, boolean dry) {
        this.deployment = deployment;
        this.dry = dry;
    }

    RedriveTarget of(DeadLetterQueue queue) {
        return switch (queue) {
            case CHANGES -> toSource(queue, ChangeBody::keyed);
            case DELIVERIES, RETRIES, REPLAYS, MAILS, USAGE -> toSource(queue, DeadLetter::body);
            case FAN_OUT -> fanOut();
            case NOTIFIER -> new NotifierRedrive(auditLog(), operational(), mails());
        };
    }

    private RedriveTarget toSource(DeadLetterQueue queue, Function<DeadLetter, String> body) {
        String source = queue.source().map(deployment::resource).orElseThrow();
        SqsRedriveQueue to = new SqsRedriveQueue(deployment.sqs(), source);
        return message -> {
            if (!dry) {
                to.put(body.apply(message), message.group().or(() -> owner(message)));
            }
            return Optional.empty();
        };
    }

    /** The message group: the webhook, or the account when there is no webhook. */
    private static Optional<String> owner(DeadLetter message) {
        JsonNode json = DeadLetterReader.json(message.body());
        return DeadLetterReader.id(json.path("webhook_id"), WebhookId.PREFIX)
                .or(() -> DeadLetterReader.id(json.path("account_id"), AccountId.PREFIX));
    }

    private RedriveTarget fanOut() {
        Tenants tenants = Tenants.of(deployment);
        return new FanOutRedrive(
                deployment.events(), FeedWalk.of(deployment, dry), () -> tenants.oneOrAll(Optional.empty()));
    }

    private Consumer<AuditEntry> auditLog() {
        return dry ? _ -> {} : deployment.auditLog()::put;
    }

    private OperationalFanOut operational() {
        MessageQueue<DeliveryMessage> retries = dry ? (_, _, _) -> {} : deployment.retries();
        return new OperationalFanOut(deployment.webhooks(), retries, deployment.clock());
    }

    private MessageQueue<Notice> mails() {
        return dry ? (_, _, _) -> {} : deployment.mails();
    }
}
