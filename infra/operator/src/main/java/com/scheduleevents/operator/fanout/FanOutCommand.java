package com.scheduleevents.operator.fanout;

import com.scheduleevents.aws.accounts.AccountAdmin;
import com.scheduleevents.aws.accounts.DynamoAccounts;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventStore.Feed;
import com.scheduleevents.domain.replay.ReplayPace;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.operator.deployment.Deployment;
import com.scheduleevents.operator.deployment.DeploymentOptions;
import com.scheduleevents.operator.fanout.FeedWalk.Progress;
import com.scheduleevents.operator.fanout.FeedWalk.Stretch;
import com.scheduleevents.operator.fanout.FirstMessages.Choice;
import com.scheduleevents.operator.output.CommandError;
import com.scheduleevents.operator.output.CommandOutput;
import com.scheduleevents.operator.output.CommandOutput.Fact;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Fans a stretch of time out again. */
@Command(
        name = "fan-out",
        description = {
            "Fans the events of a time out again, after an outage of the stream.",
            "Each goes to every active webhook that matches it and was registered before it. What the delivery log knows"
                    + " is left out, unless with --all. It says how far it is; one that was cut short goes on with --after."
        })
public final class FanOutCommand implements Callable<Integer> {

    @Option(names = "--account", paramLabel = "ACCOUNT", description = "The account; without it, every account.")
    private Optional<AccountId> account = Optional.empty();

    @Option(names = "--clinic", paramLabel = "CLINIC", description = "Only events of this clinic of the account.")
    private Optional<ClinicId> clinic = Optional.empty();

    @Option(names = "--webhook", paramLabel = "WEBHOOK", description = "Only to this webhook of the account.")
    private Optional<WebhookId> webhook = Optional.empty();

    @Option(
            names = "--since",
            required = true,
            paramLabel = "TIME",
            description = "Only events recorded at or after this time, such as 2026-11-21T09:30:00Z.")
    private Instant since = Instant.EPOCH;

    @Option(
            names = "--until",
            required = true,
            paramLabel = "TIME",
            description = "Only events recorded before this time.")
    private Instant until = Instant.EPOCH;

    @Option(
            names = "--after",
            paramLabel = "EVENT",
            description = "Go on after this event, where an earlier one ended.")
    private Optional<EventId> after = Optional.empty();

    @Option(names = "--all", description = "Deliveries too that the log knows, delivered or not: as a new round.")
    private boolean all;

    @Option(
            names = "--per-second",
            paramLabel = "N",
            defaultValue = "50",
            description = "Queue at most so many deliveries a second on average, 1 to 100 (${DEFAULT-VALUE}).")
    private int perSecond = 1;

    @Option(names = "--dry-run", description = "Only count; nothing is sent.")
    private boolean dryRun;

    @Mixin
    private DeploymentOptions deployed = new DeploymentOptions();

    @Mixin
    private CommandOutput answer = new CommandOutput();

    @Spec
    private CommandSpec command = CommandSpec.create();

    @Override
    public Integer call() {
        ReplayPace pace = checked();
        try (Deployment deployment = deployed.open()) {
            FanOutDependencies parts = FanOutDependencies.of(deployment, dryRun);
            Choice choice = new Choice(webhook, all);
            Progress total = Progress.NONE;
            for (AccountId one : accounts(deployment, parts)) {
                Stretch stretch = new Stretch(feed(one), since, until, after);
                total = total.and(parts.walk().walk(stretch, choice, pace, progress -> tell(one, progress)));
            }
            answer.facts(List.of(
                    new Fact("events", total.events()),
                    new Fact(dryRun ? "would_be_queued" : "queued", total.queued()),
                    new Fact("position", total.position().map(EventId::value).orElse(""))));
            return 0;
        }
    }

    private ReplayPace checked() {
        if (!since.isBefore(until)) {
            throw new ParameterException(command.commandLine(), "--until must be later than --since.");
        }
        if (account.isEmpty() && (clinic.isPresent() || webhook.isPresent() || after.isPresent())) {
            throw new ParameterException(
                    command.commandLine(),
                    "--clinic, --webhook and --after belong to one account: give its --account too.");
        }
        try {
            return new ReplayPace(perSecond);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), "--per-second must be 1 to 100.", e);
        }
    }

    private Collection<AccountId> accounts(Deployment deployment, FanOutDependencies parts) {
        String table = deployment.resource("AccountsTable");
        if (account.isEmpty()) {
            return new AccountAdmin(deployment.dynamoDb(), table).accounts();
        }
        AccountId one = account.get();
        DynamoAccounts accounts = new DynamoAccounts(deployment.dynamoDb(), table);
        if (accounts.name(one).isEmpty()) {
            throw new CommandError("There is no account " + one.value() + ".");
        }
        clinic.filter(id -> !accounts.hasClinic(one, id)).ifPresent(id -> {
            throw new CommandError("The account " + one.value() + " has no clinic " + id.value() + ".");
        });
        webhook.filter(id -> parts.webhooks().find(one, id).isEmpty()).ifPresent(id -> {
            throw new CommandError("The account " + one.value() + " has no webhook " + id.value() + ".");
        });
        return List.of(one);
    }

    private Feed feed(AccountId one) {
        return clinic.<Feed>map(id -> new Feed.OfClinic(one, id)).orElseGet(() -> new Feed.OfAccount(one));
    }

    private void tell(AccountId one, Progress progress) {
        answer.progress(one.value() + ": " + progress.events() + " events, " + progress.queued() + " deliveries, up to "
                + progress.position().map(EventId::value).orElse("the beginning"));
    }
}
