package com.scheduleevents.operator.webhooks;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.delivery.DeliveryQuery;
import com.scheduleevents.domain.delivery.LoggedDelivery;
import com.scheduleevents.domain.delivery.ShownStatus;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.page.Page;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookCandidates;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.operator.connection.TargetOptions;
import com.scheduleevents.operator.output.CommandOutput;
import com.scheduleevents.terminal.InvalidArguments;
import java.time.Instant;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands on webhooks. */
@Command(name = "webhook", description = SupportCommands.SUMMARY, addMethodSubcommands = false)
public final class SupportCommands {

    /** What it does, in one sentence of the help. */
    public static final String SUMMARY =
            "Shows webhooks and their deliveries, never a URL, payload or secret; enables, disables, sends again.";

    private static final String ACCOUNT = "The account, acc_….";
    private static final String WEBHOOK = "The webhook, whk_….";
    private static final String EVENT = "The event, evt_….";
    private static final String NOT_SENT =
            "Not sent, because the webhook is disabled or was since: nothing follows by itself.";

    @Command(name = "list", description = "Lists an account's webhooks and their health.")
    void list(
            @Mixin TargetOptions target,
            @Mixin CommandOutput output,
            @Parameters(paramLabel = "ACCOUNT", description = ACCOUNT) AccountId account) {
        target.run(tenants -> {
            tenants.require(account);
            WebhookCandidates found = WebhookSupport.of(tenants.deployment()).all(account);
            output.table(
                    WebhookFacts.COLUMNS,
                    Stream.concat(
                                    found.webhooks().stream().map(WebhookFacts::row),
                                    found.unreadable().stream().map(WebhookFacts::row))
                            .toList(),
                    "No webhooks.");
        });
    }

    @Command(name = "show", description = "Shows a webhook, its health and the size of its backlog.")
    void show(
            @Mixin TargetOptions target,
            @Mixin CommandOutput output,
            @Parameters(paramLabel = "ACCOUNT", description = ACCOUNT) AccountId account,
            @Parameters(paramLabel = "WEBHOOK", description = WEBHOOK) WebhookId webhook) {
        target.run(tenants -> {
            print(output, WebhookSupport.of(tenants.deployment()), account, webhook);
        });
    }

    @Command(
            name = "deliveries",
            description = {
                "Lists the deliveries of a webhook, newest event first; or with an EVENT, the attempts of its delivery.",
                "Of a long list, up to 20,000 deliveries are looked at in search of the next one; then the command says how to go on."
            })
    void deliveries(
            @Mixin TargetOptions target,
            @Mixin CommandOutput output,
            @Parameters(paramLabel = "ACCOUNT", description = ACCOUNT) AccountId account,
            @Parameters(paramLabel = "WEBHOOK", description = WEBHOOK) WebhookId webhook,
            @Parameters(arity = "0..1", paramLabel = "EVENT", description = EVENT) Optional<EventId> event,
            @Option(
                            names = "--status",
                            paramLabel = "STATUS",
                            completionCandidates = StatusNames.class,
                            description = "Only these: ${COMPLETION-CANDIDATES}.")
                    Optional<ShownStatus> status,
            @Option(names = "--since", paramLabel = "TIME", description = "Only events recorded at or after this time.")
                    Optional<Instant> since,
            @Option(
                            names = "--starting-after",
                            paramLabel = "EVENT",
                            description = "Go on where a list has stopped, which it says on the error stream.")
                    Optional<EventId> after,
            @Option(
                            names = "--limit",
                            paramLabel = "N",
                            defaultValue = "25",
                            description = "How many at most, up to 1000 (${DEFAULT-VALUE}).")
                    int limit) {
        if (limit < 1 || limit > 1000) {
            throw new InvalidArguments("--limit is 1 to 1000.");
        }
        target.run(tenants -> {
            WebhookSupport support = WebhookSupport.of(tenants.deployment());
            Webhook found = support.require(account, webhook);
            if (event.isPresent()) {
                printAttempts(output, support.require(found, event.get()), found);
                return;
            }
            DeliveryQuery wanted = new DeliveryQuery(
                    new Clinics.All(), status.map(Set::of).orElseGet(Set::of), Set.of(), since, after, limit);
            printDeliveries(output, found, support.deliveries(found, wanted), limit);
        });
    }

    @Command(
            name = "enable",
            description = {
                "Makes a disabled webhook active again, for its owner. The command is idempotent.",
                "Events that were recorded meanwhile are not sent; the owner can replay them."
            })
    void enable(
            @Mixin TargetOptions target,
            @Mixin CommandOutput output,
            @Parameters(paramLabel = "ACCOUNT", description = ACCOUNT) AccountId account,
            @Parameters(paramLabel = "WEBHOOK", description = WEBHOOK) WebhookId webhook) {
        target.run(tenants -> {
            WebhookSupport support = WebhookSupport.of(tenants.deployment());
            support.require(account, webhook);
            tenants.changes().enableWebhook(account, webhook);
            print(output, support, account, webhook);
        });
    }

    @Command(
            name = "disable",
            description = "Disables a webhook, for its owner: nothing is sent to it until it is enabled. Idempotent.")
    void disable(
            @Mixin TargetOptions target,
            @Mixin CommandOutput output,
            @Parameters(paramLabel = "ACCOUNT", description = ACCOUNT) AccountId account,
            @Parameters(paramLabel = "WEBHOOK", description = WEBHOOK) WebhookId webhook) {
        target.run(tenants -> {
            WebhookSupport support = WebhookSupport.of(tenants.deployment());
            support.require(account, webhook);
            tenants.changes().disableWebhook(account, webhook);
            print(output, support, account, webhook);
        });
    }

    @Command(
            name = "redeliver",
            description = {
                "Sends an event to a webhook again, with a whole retry schedule. The webhook has to be active.",
                "The receiver gets a repeat, if it has accepted the event before."
            })
    void redeliver(
            @Mixin TargetOptions target,
            @Mixin CommandOutput output,
            @Parameters(paramLabel = "ACCOUNT", description = ACCOUNT) AccountId account,
            @Parameters(paramLabel = "WEBHOOK", description = WEBHOOK) WebhookId webhook,
            @Parameters(paramLabel = "EVENT", description = EVENT) EventId event) {
        target.run(tenants -> {
            WebhookSupport support = WebhookSupport.of(tenants.deployment());
            Webhook found = support.require(account, webhook);
            LoggedDelivery queued = support.redeliver(found, event);
            output.table(WebhookFacts.DELIVERY_COLUMNS, List.of(WebhookFacts.row(queued, found)), "");
        });
    }

    private static void print(CommandOutput output, WebhookSupport support, AccountId account, WebhookId id) {
        Webhook webhook = support.require(account, id);
        output.facts(WebhookFacts.facts(webhook, support.backlog(webhook)));
    }

    private static void printDeliveries(
            CommandOutput output, Webhook webhook, Page<LoggedDelivery, EventId> page, int limit) {
        output.table(
                WebhookFacts.DELIVERY_COLUMNS,
                page.items().stream()
                        .map(delivery -> WebhookFacts.row(delivery, webhook))
                        .toList(),
                page.next().isPresent() ? "None were found so far." : "No deliveries.");
        page.next()
                .ifPresent(event -> output.note(
                        page.items().size() == limit
                                ? "There are more: add --starting-after " + event.value() + "."
                                : "No more were found so far, back to " + event.mintedAt()
                                        + ". To look further back, add --starting-after " + event.value() + "."));
    }

    private static void printAttempts(CommandOutput output, LoggedDelivery delivery, Webhook webhook) {
        boolean sent = ShownStatus.of(delivery, webhook) != ShownStatus.NOT_SENT;
        output.table(
                WebhookFacts.ATTEMPT_COLUMNS,
                delivery.attempts().stream().map(WebhookFacts::row).toList(),
                sent ? "No attempts yet: the delivery is on its way, or in the backlog of the webhook." : NOT_SENT);
        if (!sent && !delivery.attempts().isEmpty()) {
            output.note(NOT_SENT);
        }
    }

    /** The statuses of deliveries, for the help. */
    static final class StatusNames implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(ShownStatus.values())
                    .map(ShownStatus::wireName)
                    .iterator();
        }
    }
}
