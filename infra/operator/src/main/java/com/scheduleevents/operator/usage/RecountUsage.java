package com.scheduleevents.operator.usage;

import com.scheduleevents.aws.accounts.DynamoAccounts;
import com.scheduleevents.aws.usage.DynamoUsage;
import com.scheduleevents.aws.usage.DynamoUsageSource;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.usage.DayCounter;
import com.scheduleevents.domain.usage.DayCounter.Counted;
import com.scheduleevents.domain.usage.Usage;
import com.scheduleevents.domain.usage.UsageCount;
import com.scheduleevents.domain.usage.UsageDay;
import com.scheduleevents.domain.usage.UsageWriter;
import com.scheduleevents.operator.deployment.Deployment;
import com.scheduleevents.operator.deployment.DeploymentOptions;
import com.scheduleevents.operator.output.CommandError;
import com.scheduleevents.operator.output.CommandOutput;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Counts days again, by hand. */
@Command(
        name = "recount",
        description = {
            "Counts days of an account again, in the place of what was counted; before the bill of them is written.",
            "Only days of which every event can still be read. What was delivered since they were settled counts too;"
                    + " of a day that is not over, what there is so far."
        })
final class RecountUsage implements Callable<Integer> {

    @Parameters(paramLabel = "ACCOUNT", description = "The account, acc_….")
    private Optional<AccountId> account = Optional.empty();

    @Option(names = "--from", required = true, paramLabel = "DAY", description = "The first day, such as 2026-10-01.")
    private Optional<UsageDay> from = Optional.empty();

    @Option(names = "--to", required = true, paramLabel = "DAY", description = "The last day, itself included.")
    private Optional<UsageDay> to = Optional.empty();

    @Mixin
    private DeploymentOptions deployed = new DeploymentOptions();

    @Mixin
    private CommandOutput answer = new CommandOutput();

    @Spec
    private CommandSpec command = CommandSpec.create();

    @Override
    public Integer call() {
        UsageDay first = from.orElseThrow();
        UsageDay last = to.orElseThrow();
        if (last.compareTo(first) < 0) {
            throw new ParameterException(command.commandLine(), "--to must not be earlier than --from.");
        }
        try (Deployment deployment = deployed.open()) {
            AccountId id = account.orElseThrow();
            require(deployment, id);
            requireCountable(deployment, first, last);
            List<List<Object>> rows = new ArrayList<>();
            Stream.iterate(first, day -> day.compareTo(last) <= 0, day -> day.plus(1))
                    .forEach(day -> rows.add(recount(deployment, id, day)));
            answer.table(List.of("date", "clinics", "events", "succeeded", "failed", "attempts"), rows, "No days.");
            return 0;
        }
    }

    private static void require(Deployment deployment, AccountId id) {
        if (new DynamoAccounts(deployment.dynamoDb(), deployment.resource("AccountsTable"))
                .name(id)
                .isEmpty()) {
            throw new CommandError("There is no account " + id.value() + ".");
        }
    }

    private static void requireCountable(Deployment deployment, UsageDay first, UsageDay last) {
        Instant now = Instant.now();
        UsageDay today = UsageDay.of(now);
        if (last.compareTo(today) > 0) {
            throw new CommandError(
                    "A day can be counted once it has begun: give a --to up to " + today.text() + " (UTC).");
        }
        if (!first.isReadable(now, deployment.retention())) {
            throw new CommandError("The events of " + first.text()
                    + " can no longer all be read: give a --from after "
                    + UsageDay.of(now.minus(deployment.retention())).text() + ".");
        }
    }

    private List<Object> recount(Deployment deployment, AccountId id, UsageDay day) {
        var dynamoDb = deployment.dynamoDb();
        DayCounter counter = new DayCounter(new DynamoUsageSource(
                dynamoDb,
                deployment.resource("EventsTable"),
                deployment.resource("DeliveriesTable"),
                deployment.resource("WebhooksTable")));
        UsageCount begun = UsageCount.of(id, day, Instant.now().truncatedTo(ChronoUnit.MILLIS));
        if (!(counter.countOn(begun, () -> false) instanceof Counted.Whole(UsageCount count))) {
            throw new IllegalStateException("nothing stops this count");
        }
        if (!new UsageWriter(new DynamoUsage(dynamoDb, deployment.resource("UsageTable"))).write(count)) {
            throw new CommandError(day.text() + " was just counted by somebody else: repeat the command from there.");
        }
        Usage total = count.found().values().stream().reduce(Usage.NOTHING, Usage::plus);
        return List.of(
                day.text(), count.found().size(), total.events(), total.succeeded(), total.failed(), total.attempts());
    }
}
