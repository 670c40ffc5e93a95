package com.scheduleevents.api.webhooks;

import com.scheduleevents.aws.Environment;
import com.scheduleevents.aws.deliveries.DynamoDeliveryLog;
import com.scheduleevents.aws.wiring.Wiring;
import com.scheduleevents.domain.account.Accounts;
import com.scheduleevents.domain.circuit.AppointmentTurns;
import com.scheduleevents.domain.circuit.Backlog;
import com.scheduleevents.domain.circuit.DeliveryOverview;
import com.scheduleevents.domain.delivery.CapturedResponseStore;
import com.scheduleevents.domain.delivery.DeliveryLog;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.Dismissals;
import com.scheduleevents.domain.delivery.PingLimit;
import com.scheduleevents.domain.destination.AwsAccount;
import com.scheduleevents.domain.event.EventStore;
import com.scheduleevents.domain.mail.ConfirmationTimes;
import com.scheduleevents.domain.mail.MailAddresses;
import com.scheduleevents.domain.mail.Notice;
import com.scheduleevents.domain.network.ExtraNetworks;
import com.scheduleevents.domain.queue.MessageQueue;
import com.scheduleevents.domain.replay.ReplayMessage;
import com.scheduleevents.domain.replay.ReplayStore;
import com.scheduleevents.domain.replay.ReplayWalk;
import com.scheduleevents.domain.request.RequestKeys;
import com.scheduleevents.domain.usage.FiguresReader;
import com.scheduleevents.domain.webhook.IdempotentChangeStore;
import com.scheduleevents.domain.webhook.Registrations;
import com.scheduleevents.domain.webhook.SecretVault;
import com.scheduleevents.domain.webhook.WebhookStore;
import java.time.Clock;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * The ports of the function, and its settings from template.yaml.
 *
 * @param registrations registers webhooks
 * @param idempotentChanges the changes of webhooks that were requested with an idempotency key
 * @param requestKeys the idempotency keys of all other requests
 * @param vault encrypts and decrypts signing secrets, and decrypts captured responses
 * @param log the delivery log
 * @param overview the deliveries of a webhook, in the log and in the backlog
 * @param responses the captured responses
 * @param dismissals dismisses deliveries in that log
 * @param backlog the deliveries that wait because the circuit of their webhook is open
 * @param turns finds the deliveries for which others of their appointment wait
 * @param figures what became of deliveries over time
 * @param deliveries the queue of pings, test events and redeliveries
 * @param pings limits the pings of a webhook
 * @param walk reads the feed for a dry run
 * @param steps the queue of replay steps
 * @param addresses the e-mail addresses of webhooks, and whether they are confirmed
 * @param mails the queue of e-mails, for links that confirm addresses
 * @param confirmations how long a link is valid
 * @param retention how long an event can be read, and its deliveries with it
 * @param webhooksPerAccount the webhook limit of an account without a limit of its own
 * @param extraNetworks networks of receivers besides the public internet
 * @param own the AWS account of the service
 * @param random a cryptographic source
 */
record WebhooksDependencies(
        Accounts accounts,
        WebhookStore webhooks,
        Registrations registrations,
        IdempotentChangeStore idempotentChanges,
        RequestKeys requestKeys,
        SecretVault vault,
        DeliveryLog log,
        DeliveryOverview overview,
        CapturedResponseStore responses,
        Dismissals dismissals,
        Backlog backlog,
        EventStore events,
        AppointmentTurns turns,
        FiguresReader figures,
        MessageQueue<DeliveryMessage> deliveries,
        PingLimit pings,
        ReplayStore replays,
        ReplayWalk walk,
        MessageQueue<ReplayMessage> steps,
        MailAddresses addresses,
        MessageQueue<Notice> mails,
        ConfirmationTimes confirmations,
        Duration retention,
        int webhooksPerAccount,
        ExtraNetworks extraNetworks,
        AwsAccount own,
        Clock clock,
        RandomGenerator random) {

    static WebhooksDependencies of(Wiring wiring) {
        DynamoDeliveryLog log = wiring.deliveryLog();
        Environment settings = wiring.environment();
        Backlog backlog = wiring.backlog();
        return new WebhooksDependencies(
                wiring.accounts(),
                wiring.webhooks(),
                wiring.registrations(),
                wiring.idempotentChanges(),
                wiring.requestKeys(),
                wiring.sealingVault(),
                log,
                wiring.deliveryOverview(),
                wiring.capturedResponses(),
                wiring.dismissals(log),
                backlog,
                wiring.events(),
                wiring.appointmentTurns(backlog),
                wiring.figures(),
                wiring.retries(),
                wiring.pingLimit(),
                wiring.auditedReplays(),
                wiring.replayWalk(),
                wiring.replaySteps(),
                wiring.mailAddresses(),
                wiring.mails(),
                wiring.confirmationTimes(),
                wiring.retention(),
                settings.read("WEBHOOKS_PER_ACCOUNT", "a whole number", Integer::valueOf),
                ExtraNetworks.parse(settings.possiblyEmpty("EXTRA_RECEIVER_NETWORKS")),
                settings.read("SERVICE_ACCOUNT", "the ARN of an AWS account", AwsAccount::parse),
                wiring.clock(),
                wiring.random());
    }
}
