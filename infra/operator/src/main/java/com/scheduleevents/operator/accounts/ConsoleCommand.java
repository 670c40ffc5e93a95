package com.scheduleevents.operator.accounts;

import static com.scheduleevents.operator.accounts.AccountArguments.ACCOUNT;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKey;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ApiKeySecret;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.ConsoleUrl;
import com.scheduleevents.domain.account.NewApiKey;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.operator.connection.TargetOptions;
import com.scheduleevents.operator.output.CommandOutput;
import com.scheduleevents.operator.output.CommandOutput.Fact;
import com.scheduleevents.terminal.CommandFailure;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes a link to the console of an account. */
@Command(
        name = "console",
        description = {
            ConsoleCommand.SUMMARY,
            "Whoever has the link can use it until it expires, so treat it like a password. Its key is one of the account's API"
                    + " keys, and revoking that ends it early."
        })
public final class ConsoleCommand implements Runnable {

    /** What it does, in one sentence of the help. */
    public static final String SUMMARY = "Prints a link to the console of an account, for support staff.";

    private static final String LABEL = ApiKey.LINK_LABEL + " of the operator";

    /** As long as a link that an account makes. */
    private static final Duration LONGEST = Duration.ofDays(7);

    /** Support staff record no events, take no deliveries from a queue, and make no further links. */
    private static final Set<Scope> WITHHELD = EnumSet.of(Scope.EVENTS_WRITE, Scope.WEBHOOKS_PULL, Scope.CONSOLE_WRITE);

    private final SecureRandom random = new SecureRandom();

    @Mixin
    private TargetOptions target = new TargetOptions();

    @Mixin
    private CommandOutput output = new CommandOutput();

    @Parameters(paramLabel = "ACCOUNT", description = ACCOUNT)
    private AccountId account = new AccountId("acc_none");

    @Option(names = "--read-only", description = "The link can change nothing.")
    private boolean readOnly;

    @Option(
            names = "--expires-in",
            paramLabel = "TIME",
            defaultValue = "1h",
            description = "How long the link is valid, such as 30m, 8h or 7d (${DEFAULT-VALUE}).")
    private Duration validity = Duration.ZERO;

    @Override
    public void run() {
        if (validity.compareTo(LONGEST) > 0) {
            throw new CommandFailure("A link is valid for seven days at most: change --expires-in.");
        }
        target.run(tenants -> {
            tenants.requireActive(account);
            Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
            Instant end = now.plus(validity);
            NewApiKey key = new NewApiKey(
                    account,
                    ApiKeyId.mint(now, random),
                    Optional.of(LABEL),
                    scopes(),
                    new Clinics.All(),
                    now,
                    Optional.of(end));
            ApiKeySecret secret = tenants.secret(account, random);
            tenants.keyAdmin().issue(key, secret);
            output.facts(
                    TenantFacts.account(account),
                    new Fact("key", key.id().value()),
                    new Fact("scopes", TenantFacts.names(key.scopes())),
                    new Fact("expires", end.toString()),
                    new Fact("url", new ConsoleUrl(tenants.deployment().apiUrl()).with(secret)));
        });
    }

    private Set<Scope> scopes() {
        return Arrays.stream(Scope.values())
                .filter(scope -> !WITHHELD.contains(scope))
                .filter(scope -> !readOnly || scope.isReadOnly())
                .collect(Collectors.toUnmodifiableSet());
    }
}
