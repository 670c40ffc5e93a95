package com.scheduleevents.operator.accounts;

import static com.scheduleevents.operator.accounts.AccountArguments.ACCOUNT;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.Origin;
import com.scheduleevents.domain.audit.AuditEntry;
import com.scheduleevents.domain.audit.AuditEntry.Detail;
import com.scheduleevents.domain.audit.AuditId;
import com.scheduleevents.operator.connection.TargetOptions;
import com.scheduleevents.operator.output.CommandOutput;
import com.scheduleevents.terminal.InvalidArguments;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands on audit logs. */
@Command(name = "audit", description = AuditCommands.SUMMARY, addMethodSubcommands = false)
public final class AuditCommands {

    /** What it does, in one sentence of the help. */
    public static final String SUMMARY = "Lists what was changed in an account, and by whom.";

    private static final int MAX_ENTRIES = 100_000;

    @Command(
            name = "list",
            description = {
                "Lists the changes of an account's webhooks and API keys, newest first.",
                "A change is made by an API key, by the operator, or by the service itself, which disables a webhook whose"
                        + " deliveries fail for too long."
            })
    void list(
            @Mixin TargetOptions target,
            @Mixin CommandOutput output,
            @Parameters(paramLabel = "ACCOUNT", description = ACCOUNT) AccountId account,
            @Option(
                            names = "--limit",
                            paramLabel = "N",
                            defaultValue = "100",
                            description = "How many entries at most, 1 to 100000 (${DEFAULT-VALUE}).")
                    int limit,
            @Option(
                            names = "--starting-after",
                            paramLabel = "ENTRY",
                            description = "Go on where a list has stopped, which it says on the error stream.")
                    Optional<AuditId> after) {
        if (limit < 1 || limit > MAX_ENTRIES) {
            throw new InvalidArguments("--limit is 1 to " + MAX_ENTRIES + ".");
        }
        target.run(tenants -> {
            tenants.require(account);
            List<String> columns = Stream.concat(
                            Stream.of("at", "action", "by", "request"),
                            Arrays.stream(Detail.values()).map(Detail::wireName))
                    .toList();
            List<AuditEntry> entries = tenants.deployment().auditLog().newestFirst(account, after, limit + 1);
            output.table(
                    columns,
                    entries.stream().limit(limit).map(AuditCommands::row).toList(),
                    "Nothing was changed.");
            if (entries.size() > limit) {
                output.note("There are more: add --starting-after "
                        + entries.get(limit - 1).id().value() + ".");
            }
        });
    }

    private static List<Object> row(AuditEntry entry) {
        Origin origin = entry.origin();
        Stream<Object> made = Stream.of(
                origin.at().toString(),
                entry.action().wireName(),
                origin.key().map(ApiKeyId::value).orElse(origin.type().wireName()),
                origin.request().orElse(""));
        return Stream.concat(made, Arrays.stream(Detail.values()).map(detail -> entry.details()
                        .getOrDefault(detail, "")))
                .toList();
    }
}
