package com.scheduleevents.operator.deadletters;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.aws.accounts.AccountAdmin;
import com.scheduleevents.aws.queues.SqsMailQueue;
import com.scheduleevents.aws.queues.SqsRedriveQueue;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.mail.MailQueue;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.operator.deployment.Deployment;
import com.scheduleevents.operator.fanout.FanOutDependencies;
import java.util.Optional;
import java.util.function.Function;

/** The way back from each dead-letter queue of a deployment. */
final class RedriveTargets {

    private final Deployment deployment;
    private final boolean dry;

    /**
     * @param dry whether they lead nowhere: everything is read and decided, and nothing sent
     */
    RedriveTargets(Deployment deployment, boolean dry) {
        this.deployment = deployment;
        this.dry = dry;
    }

    RedriveTarget from(DeadLetterQueue queue) {
        return switch (queue) {
            case CHANGES -> toSource(queue, ChangeBody::keyed);
            case DELIVERIES, RETRIES, REPLAYS, MAILS, USAGE -> toSource(queue, DeadLetter::body);
            case FAN_OUT -> fannedOut();
            case NOTIFIER -> new NotifierRedrive(mails());
        };
    }

    private RedriveTarget toSource(DeadLetterQueue queue, Function<DeadLetter, String> body) {
        String source = queue.source().map(deployment::resource).orElseThrow();
        SqsRedriveQueue to = new SqsRedriveQueue(deployment.sqs(), source);
        return letter -> {
            if (!dry) {
                to.put(body.apply(letter), letter.group().or(() -> owner(letter)));
            }
            return Optional.empty();
        };
    }

    /** The message group of everything that is about a webhook, and of what is about an account alone. */
    private static Optional<String> owner(DeadLetter letter) {
        JsonNode json = DeadLetterReader.json(letter.body());
        return DeadLetterReader.id(json.path("webhook_id"), WebhookId.PREFIX)
                .or(() -> DeadLetterReader.id(json.path("account_id"), AccountId.PREFIX));
    }

    private RedriveTarget fannedOut() {
        FanOutDependencies parts = FanOutDependencies.of(deployment, dry);
        AccountAdmin accounts = new AccountAdmin(deployment.dynamoDb(), deployment.resource("AccountsTable"));
        return new FanOutRedrive(
                parts.events(),
                parts.fanningOut(),
                parts.queue(),
                parts.walk(),
                accounts::accounts,
                FanOutDependencies.PACE);
    }

    private MailQueue mails() {
        return dry ? _ -> {} : new SqsMailQueue(deployment.sqs(), deployment.resource("MailQueue"));
    }
}
