package com.scheduleevents.operator.usage;

import com.scheduleevents.aws.usage.DynamoUsage;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.usage.DayCounter;
import com.scheduleevents.domain.usage.DayCounter.Counted;
import com.scheduleevents.domain.usage.Usage;
import com.scheduleevents.domain.usage.UsageCount;
import com.scheduleevents.domain.usage.UsageDay;
import com.scheduleevents.domain.usage.UsageWriter;
import com.scheduleevents.operator.connection.TargetOptions;
import com.scheduleevents.operator.deployment.Deployment;
import com.scheduleevents.operator.output.CommandOutput;
import com.scheduleevents.operator.usage.UsageSheet.DayUsage;
import com.scheduleevents.terminal.CommandFailure;
import com.scheduleevents.terminal.InvalidArguments;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.YearMonth;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The commands on usage. */
@Command(name = "usage", description = UsageCommands.SUMMARY, addMethodSubcommands = false)
public final class UsageCommands {

    /** What it does, in one sentence of the help. */
    public static final String SUMMARY = "Exports the usage of a month, and recounts days.";

    @Spec
    private CommandSpec command = CommandSpec.create();

    @Command(
            name = "export",
            description = {
                "Prints the usage of a month as CSV, for billing: a line for each clinic and day. Sandboxes are left out.",
                "The bill is based on events_recorded and deliveries_succeeded. A day whose column final is false has not"
                        + " been counted for the last time, which happens in the third night after it."
            })
    void export(
            @Mixin TargetOptions target,
            @Parameters(arity = "0..1", paramLabel = "ACCOUNT", description = "The account, acc_….")
                    Optional<AccountId> account,
            @Option(names = "--all-accounts", description = "All accounts, one after the other.") boolean all,
            @Option(
                            names = "--month",
                            required = true,
                            paramLabel = "MONTH",
                            description = "The month, such as 2026-10.")
                    YearMonth month,
            @Option(names = "--by-clinic", description = "A line for each clinic, with the sums of the month.")
                    boolean byClinic) {
        if (account.isPresent() == all) {
            throw new InvalidArguments("Say whose usage: either an ACCOUNT, or --all-accounts.");
        }
        UsageSheet sheet = byClinic ? UsageSheet.BY_CLINIC : UsageSheet.BY_DAY;
        PrintWriter out = command.commandLine().getOut();
        target.run(tenants -> {
            DynamoUsage usage = tenants.deployment().usage();
            var accounts = tenants.oneOrAll(account).stream()
                    .filter(one -> !tenants.reader().isSandbox(one))
                    .toList();
            account.filter(one -> accounts.isEmpty()).ifPresent(sandbox -> {
                throw new CommandFailure(
                        sandbox.value() + " is a sandbox, so its usage is not billed; GET /v1/usage shows it.");
            });
            out.print(sheet.heading());
            for (AccountId one : accounts) {
                SortedMap<UsageDay, DayUsage> days = days(usage, one, month);
                sheet.lines(one, month, days).forEach(out::print);
                out.flush();
                warn(one, days);
            }
        });
    }

    @Command(
            name = "recount",
            description = {
                "Counts days of an account again and replaces the earlier counts, before they are billed.",
                "All events of the days must still be readable. Deliveries since the last count are included; a day that is"
                        + " not over is counted up to now."
            })
    void recount(
            @Mixin TargetOptions target,
            @Mixin CommandOutput output,
            @Parameters(paramLabel = "ACCOUNT", description = "The account, acc_….") AccountId account,
            @Option(
                            names = "--from",
                            required = true,
                            paramLabel = "DAY",
                            description = "The first day, such as 2026-10-01.")
                    UsageDay first,
            @Option(names = "--to", required = true, paramLabel = "DAY", description = "The last day, inclusive.")
                    UsageDay last) {
        if (last.compareTo(first) < 0) {
            throw new InvalidArguments("--to must not be earlier than --from.");
        }
        target.run(tenants -> {
            tenants.require(account);
            requireCountable(tenants.deployment(), first, last);
            output.table(
                    List.of("date", "clinics", "events", "succeeded", "failed", "attempts"),
                    Stream.iterate(first, day -> day.compareTo(last) <= 0, day -> day.plus(1))
                            .peek(day -> requireWhole(tenants.deployment(), account, day))
                            .map(day -> recount(tenants.deployment(), account, day))
                            .toList(),
                    "No days.");
        });
    }

    /** The days of the month up to today, from the first one that was counted. */
    private static SortedMap<UsageDay, DayUsage> days(DynamoUsage usage, AccountId account, YearMonth month) {
        UsageDay first = new UsageDay(month.atDay(1));
        Map<UsageDay, Instant> counted = usage.counted(account, first, new UsageDay(month.atEndOfMonth()));
        UsageDay today = UsageDay.of(Instant.now());
        SortedMap<UsageDay, DayUsage> days = new TreeMap<>();
        IntStream.range(0, month.lengthOfMonth())
                .mapToObj(first::plus)
                .filter(day -> day.compareTo(today) <= 0)
                .dropWhile(day -> !counted.containsKey(day))
                .forEach(day -> days.put(
                        day,
                        new DayUsage(
                                usage.written(account, day),
                                Optional.ofNullable(counted.get(day))
                                        .filter(day::isSettledAt)
                                        .isPresent())));
        return days;
    }

    private void warn(AccountId account, SortedMap<UsageDay, DayUsage> days) {
        String open = days.entrySet().stream()
                .filter(day -> !day.getValue().settled())
                .map(day -> day.getKey().text())
                .collect(Collectors.joining(", "));
        if (!open.isEmpty()) {
            PrintWriter err = command.commandLine().getErr();
            err.println(account.value() + ": not final yet: " + open);
            err.flush();
        }
    }

    private static void requireCountable(Deployment deployment, UsageDay first, UsageDay last) {
        Instant now = Instant.now();
        UsageDay today = UsageDay.of(now);
        if (last.compareTo(today) > 0) {
            throw new CommandFailure(
                    "A day can be counted once it has begun: give a --to up to " + today.text() + " (UTC).");
        }
        if (!first.isReadable(now, deployment.retention())) {
            throw new CommandFailure("The events of " + first.text()
                    + " can no longer all be read: give a --from after "
                    + UsageDay.of(now.minus(deployment.retention())).text() + ".");
        }
    }

    /** A count of a day of which something was erased would replace the right one. */
    private static void requireWhole(Deployment deployment, AccountId account, UsageDay day) {
        boolean settled = Optional.ofNullable(
                        deployment.usage().counted(account, day, day).get(day))
                .filter(day::isSettledAt)
                .isPresent();
        if (settled
                && deployment.erasures().all().stream()
                        .anyMatch(erasure -> erasure.account().equals(account) && erasure.hasDeletedOf(day))) {
            throw new CommandFailure(day.text()
                    + " cannot be counted again: events of that day may have been erased, and its last count stays.");
        }
    }

    private static List<Object> recount(Deployment deployment, AccountId account, UsageDay day) {
        DayCounter counter = new DayCounter(deployment.usageSource());
        UsageCount begun = UsageCount.of(account, day, Instant.now().truncatedTo(ChronoUnit.MILLIS));
        UsageWriter writer = new UsageWriter(deployment.usage());
        Counted counted =
                counter.countOn(begun, () -> false, (webhook, figures) -> writer.write(begun, webhook, figures));
        if (!(counted instanceof Counted.Whole(UsageCount count))) {
            throw new IllegalStateException("a count without a limit is complete");
        }
        if (!writer.write(count)) {
            throw new CommandFailure(
                    day.text() + " was just counted by another process: repeat the command from that day.");
        }
        Usage total = count.found().values().stream().reduce(Usage.NOTHING, Usage::plus);
        return List.of(
                day.text(), count.found().size(), total.events(), total.succeeded(), total.failed(), total.attempts());
    }
}
