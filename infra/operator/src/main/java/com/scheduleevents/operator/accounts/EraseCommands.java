package com.scheduleevents.operator.accounts;

import static com.scheduleevents.operator.accounts.AccountArguments.ACCOUNT;
import static com.scheduleevents.operator.accounts.AccountArguments.CLINIC;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.erasure.Erasure;
import com.scheduleevents.domain.usage.UsageDay;
import com.scheduleevents.operator.accounts.AccountArguments.DisplayName;
import com.scheduleevents.operator.connection.TargetOptions;
import com.scheduleevents.operator.erasure.DataErasure;
import com.scheduleevents.operator.erasure.DataErasure.Reached;
import com.scheduleevents.operator.output.CommandOutput;
import com.scheduleevents.operator.output.CommandOutput.Fact;
import com.scheduleevents.operator.tenants.Tenants;
import com.scheduleevents.terminal.InvalidArguments;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands on erasures. */
@Command(name = "erase", description = EraseCommands.SUMMARY, addMethodSubcommands = false)
public final class EraseCommands {

    /** What it does, in one sentence of the help. */
    public static final String SUMMARY = "Erases what was recorded for a clinic or an account.";

    private static final String REASON =
            "Who asked for it and why, for the audit log, such as the number of a ticket; needed to begin.";

    @Command(
            name = "clinic",
            description = {
                "Erases what was recorded for a clinic: removes the clinic, hides its events at once, and deletes them and"
                        + " all that belongs to them.",
                "Each day is deleted after its last count of usage, in the third night. Give the same command again from the"
                        + " day that it prints on, until it says that the erasure has ended. Usage and the audit log stay."
            })
    void clinic(
            @Mixin TargetOptions target,
            @Mixin CommandOutput output,
            @Parameters(paramLabel = "ACCOUNT", description = ACCOUNT) AccountId account,
            @Parameters(paramLabel = "CLINIC", description = CLINIC) ClinicId clinic,
            @Option(names = "--reason", paramLabel = "TEXT", converter = DisplayName.class, description = REASON)
                    Optional<String> reason) {
        target.run(tenants -> {
            if (tenants.deployment()
                    .erasures()
                    .find(account, Optional.of(clinic))
                    .isEmpty()) {
                tenants.require(account);
                if (!tenants.changes().wasRemoved(account, clinic)) {
                    tenants.requireClinics(account, List.of(clinic));
                }
            }
            print(output, erasure(tenants, output).clinic(account, clinic, reason));
        });
    }

    @Command(
            name = "account",
            description = {
                "Closes an account permanently and erases what was recorded for it.",
                "Each day is deleted after its last count of usage, in the third night. Give the same command again from the"
                        + " day that it prints on, until it says that the erasure has ended. Usage and the audit log stay."
            })
    void account(
            @Mixin TargetOptions target,
            @Mixin CommandOutput output,
            @Parameters(paramLabel = "ACCOUNT", description = ACCOUNT) AccountId account,
            @Option(names = "--reason", paramLabel = "TEXT", converter = DisplayName.class, description = REASON)
                    Optional<String> reason,
            @Option(names = "--for-good", description = "Confirm it: a closed account cannot be reopened.")
                    boolean confirmed) {
        if (!confirmed) {
            throw new InvalidArguments("A closed account cannot be reopened: confirm it with --for-good.");
        }
        target.run(tenants -> {
            if (tenants.deployment().erasures().find(account, Optional.empty()).isEmpty()) {
                tenants.require(account);
            }
            Reached reached = erasure(tenants, output).account(account, reason);
            tenants.deployment().mailAddresses().forgetAll(account);
            print(output, reached);
        });
    }

    @Command(
            name = "again",
            description = {
                "Goes on with all erasures, and repeats those that have ended.",
                "Give it after a table was restored, before traffic comes: the table has rows again that were erased. A"
                        + " clinic that was added again keeps what was recorded since."
            })
    void again(@Mixin TargetOptions target, @Mixin CommandOutput output) {
        target.run(tenants -> {
            DataErasure erasures = erasure(tenants, output);
            table(output, erasures.all().stream().map(erasures::again).map(Reached::erasure));
        });
    }

    @Command(
            name = "list",
            description = "Lists all erasures: when they began, what they have deleted, and when they ended.")
    void list(@Mixin TargetOptions target, @Mixin CommandOutput output) {
        target.run(tenants -> table(output, tenants.deployment().erasures().all().stream()));
    }

    private static DataErasure erasure(Tenants tenants, CommandOutput output) {
        return new DataErasure(
                tenants.deployment(), tenants.changes(), (erasure, next) -> output.note(scope(erasure) + ": " + next));
    }

    private static void print(CommandOutput output, Reached reached) {
        Erasure erasure = reached.erasure();
        output.facts(
                TenantFacts.account(erasure.account()),
                new Fact("clinic", clinic(erasure)),
                new Fact("closed", erasure.closedAt().toString()),
                new Fact("events", erasure.deleted().events()),
                new Fact("deliveries", erasure.deleted().deliveries()),
                new Fact("waiting", erasure.deleted().waiting()),
                new Fact("responses", erasure.deleted().responses()),
                new Fact("keys", erasure.deleted().keys()),
                new Fact("replays", erasure.deleted().replays()),
                new Fact(
                        "go_on_after_count_of",
                        reached.waitsFor().map(UsageDay::text).orElse("")),
                new Fact("ended", ended(erasure)));
    }

    private static void table(CommandOutput output, Stream<Erasure> erasures) {
        output.table(
                List.of("account", "clinic", "closed", "events", "deliveries", "ended"),
                erasures.map(erasure -> List.<Object>of(
                                erasure.account().value(),
                                clinic(erasure),
                                erasure.closedAt().toString(),
                                erasure.deleted().events(),
                                erasure.deleted().deliveries(),
                                ended(erasure)))
                        .toList(),
                "No erasures.");
    }

    private static String scope(Erasure erasure) {
        return erasure.clinic().map(ClinicId::value).orElse(erasure.account().value());
    }

    private static String clinic(Erasure erasure) {
        return erasure.clinic().map(ClinicId::value).orElse("");
    }

    private static String ended(Erasure erasure) {
        return erasure.endedAt().map(Instant::toString).orElse("");
    }
}
