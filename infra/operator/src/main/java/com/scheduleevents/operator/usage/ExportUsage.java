package com.scheduleevents.operator.usage;

import com.scheduleevents.aws.accounts.AccountAdmin;
import com.scheduleevents.aws.accounts.DynamoAccounts;
import com.scheduleevents.aws.usage.DynamoUsage;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.usage.UsageDay;
import com.scheduleevents.operator.deployment.Deployment;
import com.scheduleevents.operator.deployment.DeploymentOptions;
import com.scheduleevents.operator.output.CommandError;
import com.scheduleevents.operator.usage.UsageSheet.Counted;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.YearMonth;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes the usage of a month as comma-separated values. */
@Command(
        name = "export",
        description = {
            "Writes the usage of a month as CSV, for the bill: a line for each clinic and day.",
            "Billed are events_recorded and deliveries_succeeded. A day whose column final says false is still to be counted"
                    + " for good, in the third night after it."
        })
final class ExportUsage implements Callable<Integer> {

    @Parameters(arity = "0..1", paramLabel = "ACCOUNT", description = "The account, acc_….")
    private Optional<AccountId> account = Optional.empty();

    @Option(names = "--all-accounts", description = "Every account, one after the other.")
    private boolean all;

    @Option(names = "--month", required = true, paramLabel = "MONTH", description = "The month, such as 2026-10.")
    private Optional<YearMonth> month = Optional.empty();

    @Option(names = "--by-clinic", description = "A line for each clinic, with the sums of the month.")
    private boolean byClinic;

    @Mixin
    private DeploymentOptions deployed = new DeploymentOptions();

    @Spec
    private CommandSpec command = CommandSpec.create();

    @Override
    public Integer call() {
        if (account.isPresent() == all) {
            throw new ParameterException(
                    command.commandLine(), "Say whose usage: either an ACCOUNT, or --all-accounts.");
        }
        UsageSheet sheet = byClinic ? UsageSheet.BY_CLINIC : UsageSheet.BY_DAY;
        PrintWriter out = command.commandLine().getOut();
        try (Deployment deployment = deployed.open()) {
            Collection<AccountId> accounts = accounts(deployment);
            DynamoUsage usage = new DynamoUsage(deployment.dynamoDb(), deployment.resource("UsageTable"));
            out.print(sheet.heading());
            for (AccountId one : accounts) {
                SortedMap<UsageDay, Counted> days = days(usage, one);
                sheet.lines(one, month.orElseThrow(), days).forEach(out::print);
                out.flush();
                warn(one, days);
            }
            return 0;
        }
    }

    private Collection<AccountId> accounts(Deployment deployment) {
        String table = deployment.resource("AccountsTable");
        if (account.isEmpty()) {
            return new AccountAdmin(deployment.dynamoDb(), table).accounts();
        }
        AccountId one = account.get();
        if (new DynamoAccounts(deployment.dynamoDb(), table).name(one).isEmpty()) {
            throw new CommandError("There is no account " + one.value() + ".");
        }
        return List.of(one);
    }

    /** The days of the month, up to today, from the first that was counted on. */
    private SortedMap<UsageDay, Counted> days(DynamoUsage usage, AccountId one) {
        YearMonth wanted = month.orElseThrow();
        UsageDay first = new UsageDay(wanted.atDay(1));
        Map<UsageDay, Instant> counted = usage.counted(one, first, new UsageDay(wanted.atEndOfMonth()));
        UsageDay today = UsageDay.of(Instant.now());
        SortedMap<UsageDay, Counted> days = new TreeMap<>();
        IntStream.range(0, wanted.lengthOfMonth())
                .mapToObj(first::plus)
                .filter(day -> day.compareTo(today) <= 0)
                .dropWhile(day -> !counted.containsKey(day))
                .forEach(day -> days.put(
                        day,
                        new Counted(
                                usage.written(one, day),
                                Optional.ofNullable(counted.get(day))
                                        .filter(day::isSettledAt)
                                        .isPresent())));
        return days;
    }

    private void warn(AccountId one, SortedMap<UsageDay, Counted> days) {
        String open = days.entrySet().stream()
                .filter(day -> !day.getValue().settled())
                .map(day -> day.getKey().text())
                .collect(Collectors.joining(", "));
        if (!open.isEmpty()) {
            PrintWriter err = command.commandLine().getErr();
            err.println(one.value() + ": not counted for good yet: " + open);
            err.flush();
        }
    }
}
