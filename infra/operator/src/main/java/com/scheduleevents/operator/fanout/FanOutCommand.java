package com.scheduleevents.operator.fanout;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventStore.Feed;
import com.scheduleevents.domain.replay.ReplayPace;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.operator.connection.TargetOptions;
import com.scheduleevents.operator.fanout.FeedWalk.FeedSection;
import com.scheduleevents.operator.fanout.FeedWalk.Progress;
import com.scheduleevents.operator.fanout.FirstMessages.DeliveryFilter;
import com.scheduleevents.operator.output.CommandOutput;
import com.scheduleevents.operator.output.CommandOutput.Fact;
import com.scheduleevents.operator.tenants.Tenants;
import com.scheduleevents.terminal.CommandFailure;
import com.scheduleevents.terminal.InvalidArguments;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Repeats the fan-out of the events of a time range. */
@Command(
        name = "fan-out",
        description = {
            FanOutCommand.SUMMARY,
            "Each event is delivered to every active webhook that matches it and was registered before it. Deliveries that"
                    + " are in the delivery log are left out, unless --all is given. It prints its position; resume an"
                    + " interrupted run with --after."
        })
public final class FanOutCommand implements Runnable {

    /** What it does, in one sentence of the help. */
    public static final String SUMMARY =
            "Repeats the fan-out of the events of a time range, after an outage of the stream.";

    @Option(
            names = "--account",
            paramLabel = "ACCOUNT",
            description = "Only events of this account; by default of all.")
    private Optional<AccountId> account = Optional.empty();

    @Option(names = "--clinic", paramLabel = "CLINIC", description = "Only events of this clinic of the account.")
    private Optional<ClinicId> clinic = Optional.empty();

    @Option(
            names = "--webhook",
            paramLabel = "WEBHOOK",
            description = "Only deliveries to this webhook of the account.")
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
            description = "Resume after this event, the last position of an interrupted run.")
    private Optional<EventId> after = Optional.empty();

    @Option(
            names = "--all",
            description = "Repeat deliveries that are in the log too, succeeded or not, as a new retry cycle.")
    private boolean all;

    @Option(
            names = "--per-second",
            paramLabel = "N",
            defaultValue = "50",
            description = "The average number of deliveries queued per second, 1 to 100 (${DEFAULT-VALUE}).")
    private int perSecond = 1;

    @Option(names = "--dry-run", description = "Only count; send nothing.")
    private boolean dryRun;

    @Mixin
    private TargetOptions target = new TargetOptions();

    @Mixin
    private CommandOutput output = new CommandOutput();

    @Override
    public void run() {
        ReplayPace pace = checked();
        target.run(tenants -> {
            FeedWalk walk = FeedWalk.of(tenants.deployment(), dryRun);
            DeliveryFilter filter = new DeliveryFilter(webhook, all);
            Progress total = Progress.NONE;
            for (AccountId one : accounts(tenants)) {
                FeedSection section = new FeedSection(feed(one), since, until, after);
                total = total.and(walk.walk(section, filter, pace, progress -> print(one, progress)));
            }
            output.facts(
                    new Fact("events", total.events()),
                    new Fact(dryRun ? "would_be_queued" : "queued", total.queued()),
                    new Fact("position", total.position().map(EventId::value).orElse("")));
        });
    }

    private ReplayPace checked() {
        if (!since.isBefore(until)) {
            throw new InvalidArguments("--until must be later than --since.");
        }
        if (account.isEmpty() && (clinic.isPresent() || webhook.isPresent() || after.isPresent())) {
            throw new InvalidArguments(
                    "--clinic, --webhook and --after belong to one account: give its --account too.");
        }
        try {
            return new ReplayPace(perSecond);
        } catch (IllegalArgumentException _) {
            throw new InvalidArguments("--per-second must be 1 to 100.");
        }
    }

    private Collection<AccountId> accounts(Tenants tenants) {
        Collection<AccountId> accounts = tenants.oneOrAll(account);
        account.ifPresent(one -> {
            tenants.requireClinics(one, clinic.stream().toList());
            webhook.filter(id -> tenants.deployment().webhooks().find(one, id).isEmpty())
                    .ifPresent(id -> {
                        throw new CommandFailure("The account " + one.value() + " has no webhook " + id.value() + ".");
                    });
        });
        return accounts;
    }

    private Feed feed(AccountId one) {
        return clinic.<Feed>map(id -> new Feed.OfClinic(one, id)).orElseGet(() -> new Feed.OfAccount(one));
    }

    private void print(AccountId one, Progress progress) {
        output.note(one.value() + ": " + progress.events() + " events, " + progress.queued() + " deliveries, up to "
                + progress.position().map(EventId::value).orElse("the beginning"));
    }
}
