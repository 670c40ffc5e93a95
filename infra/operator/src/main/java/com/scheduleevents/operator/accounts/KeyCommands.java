package com.scheduleevents.operator.accounts;

import static com.scheduleevents.operator.accounts.AccountArguments.ACCOUNT;
import static com.scheduleevents.operator.accounts.AccountArguments.KEY;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.AccountTerms;
import com.scheduleevents.domain.account.ApiKey;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ApiKeySecret;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.Grant;
import com.scheduleevents.domain.account.NewApiKey;
import com.scheduleevents.domain.account.Origin;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.operator.accounts.AccountArguments.DisplayName;
import com.scheduleevents.operator.accounts.AccountArguments.Limit;
import com.scheduleevents.operator.accounts.AccountArguments.LimitReader;
import com.scheduleevents.operator.accounts.AccountArguments.ScopeNames;
import com.scheduleevents.operator.accounts.AccountArguments.StoredTime;
import com.scheduleevents.operator.connection.TargetOptions;
import com.scheduleevents.operator.output.CommandOutput;
import com.scheduleevents.operator.output.CommandOutput.Fact;
import com.scheduleevents.terminal.CommandFailure;
import com.scheduleevents.terminal.InvalidArguments;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands on API keys. */
@Command(name = "key", description = KeyCommands.SUMMARY, addMethodSubcommands = false)
public final class KeyCommands {

    /** What it does, in one sentence of the help. */
    public static final String SUMMARY = "Issues, lists, changes and revokes API keys.";

    private final SecureRandom random = new SecureRandom();

    @Command(
            name = "issue",
            description = {
                "Issues an API key and prints its secret, which cannot be shown again.",
                "Only a hash of the secret is stored. The key has exactly the scopes and clinics that are named here."
            })
    void issue(
            @Mixin TargetOptions target,
            @Mixin CommandOutput output,
            @Mixin ClinicOptions seen,
            @Parameters(paramLabel = "ACCOUNT", description = ACCOUNT) AccountId account,
            @Option(
                            names = "--scope",
                            required = true,
                            split = ",",
                            paramLabel = "SCOPE",
                            completionCandidates = ScopeNames.class,
                            description = "${COMPLETION-CANDIDATES}; separate several with commas.")
                    Set<Scope> scopes,
            @Option(
                            names = "--label",
                            paramLabel = "TEXT",
                            converter = DisplayName.class,
                            description = "Its display name.")
                    Optional<String> label,
            @Option(
                            names = "--expires-at",
                            paramLabel = "TIME",
                            converter = StoredTime.class,
                            description = "When it expires, such as 2026-12-31T00:00:00Z; by default never.")
                    Optional<Instant> expiresAt) {
        Clinics clinics = seen.clinics();
        target.run(tenants -> {
            tenants.requireActive(account);
            tenants.requireClinics(account, seen.listed());
            Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
            NewApiKey key = new NewApiKey(account, ApiKeyId.mint(now, random), label, scopes, clinics, now, expiresAt);
            ApiKeySecret secret = tenants.secret(account, random);
            tenants.keyAdmin().issue(key, secret);
            KeyFacts.print(output, key, secret);
        });
    }

    @Command(
            name = "list",
            description = {
                "Lists an account's API keys, including expired and revoked ones; never their secrets.",
                "The day of the last use is in UTC."
            })
    void list(
            @Mixin TargetOptions target,
            @Mixin CommandOutput output,
            @Parameters(paramLabel = "ACCOUNT", description = ACCOUNT) AccountId account) {
        target.run(tenants -> {
            tenants.require(account);
            output.table(
                    List.of("key", "label", "scopes", "clinics", "created", "expires", "last_used", "revoked"),
                    tenants.keys().all(account).stream()
                            .map(key -> KeyFacts.row(tenants, key))
                            .toList(),
                    "No keys.");
        });
    }

    @Command(name = "label", description = "Changes the display name of an API key.")
    void label(
            @Mixin TargetOptions target,
            @Mixin CommandOutput output,
            @Parameters(paramLabel = "ACCOUNT", description = ACCOUNT) AccountId account,
            @Parameters(paramLabel = "KEY", description = KEY) ApiKeyId id,
            @Parameters(paramLabel = "TEXT", converter = DisplayName.class, description = "Its new display name.")
                    String label) {
        target.run(tenants -> {
            tenants.requireKey(account, id);
            tenants.keyAdmin().label(account, id, label);
            output.facts(TenantFacts.account(account), KeyFacts.key(id), new Fact("label", label));
        });
    }

    @Command(
            name = "expire",
            description = {
                "Sets when an API key expires: --at a time, or --never.",
                "A time that is earlier than before applies within 60 seconds, while the gateway still caches the key. An"
                        + " expired key can be extended; a revoked one cannot."
            })
    void expire(
            @Mixin TargetOptions target,
            @Mixin CommandOutput output,
            @Parameters(paramLabel = "ACCOUNT", description = ACCOUNT) AccountId account,
            @Parameters(paramLabel = "KEY", description = KEY) ApiKeyId id,
            @Option(
                            names = "--at",
                            paramLabel = "TIME",
                            converter = StoredTime.class,
                            description = "When it expires, such as 2026-12-31T00:00:00Z.")
                    Optional<Instant> at,
            @Option(names = "--never", description = "It is valid until it is revoked.") boolean never) {
        if (never == at.isPresent()) {
            throw new InvalidArguments("Say when the key expires: either --at TIME, or --never.");
        }
        target.run(tenants -> {
            tenants.requireKey(account, id);
            if (!tenants.keyAdmin().expire(account, id, at)) {
                throw revoked(id);
            }
            output.facts(
                    TenantFacts.account(account),
                    KeyFacts.key(id),
                    new Fact("expires", at.map(Instant::toString).orElse("never")));
        });
    }

    @Command(
            name = "limit",
            description = {
                "Sets how many of its account's requests an API key may make; default instead of a number: all of them.",
                "A new limit applies within 60 seconds. Keys that this one issues have it too, each for itself."
            })
    void limit(
            @Mixin TargetOptions target,
            @Mixin CommandOutput output,
            @Parameters(paramLabel = "ACCOUNT", description = ACCOUNT) AccountId account,
            @Parameters(paramLabel = "KEY", description = KEY) ApiKeyId id,
            @Option(
                            names = "--requests-per-second",
                            required = true,
                            paramLabel = "N",
                            converter = LimitReader.class,
                            description = "How many requests per second it may make, 1 to 10000.")
                    Limit requests) {
        AccountArguments.requireRange("--requests-per-second", requests, 1, AccountTerms.MAX_REQUESTS_PER_SECOND);
        target.run(tenants -> {
            tenants.requireKey(account, id);
            if (!tenants.keyAdmin().limitRequests(account, id, requests.own())) {
                throw revoked(id);
            }
            output.facts(
                    TenantFacts.account(account),
                    KeyFacts.key(id),
                    new Fact("requests_per_second", TenantFacts.limit(requests.own())));
        });
    }

    @Command(
            name = "restrict",
            description = {
                "Changes the clinics and scopes of an API key.",
                "Its webhooks follow: once the command has returned, they are sent events of these clinics only, including"
                        + " deliveries under way. The command is idempotent."
            })
    void restrict(
            @Mixin TargetOptions target,
            @Mixin CommandOutput output,
            @Mixin ClinicOptions seen,
            @Parameters(paramLabel = "ACCOUNT", description = ACCOUNT) AccountId account,
            @Parameters(paramLabel = "KEY", description = KEY) ApiKeyId id,
            @Option(
                            names = "--scope",
                            split = ",",
                            paramLabel = "SCOPE",
                            completionCandidates = ScopeNames.class,
                            description = "Its new scopes; separate several with commas. By default unchanged.")
                    @Nullable
                    Set<Scope> scopes) {
        Clinics clinics = seen.clinics();
        target.run(tenants -> {
            ApiKey key = tenants.requireKey(account, id);
            tenants.requireClinics(account, seen.listed());
            Optional<Set<Scope>> wanted = Optional.ofNullable(scopes);
            if (!tenants.changes().restrict(account, id, wanted, clinics)) {
                throw revoked(id);
            }
            Set<Scope> granted = wanted.or(
                            () -> key.grant().map(grant -> grant.caller().scopes()))
                    .orElse(Set.of());
            output.facts(
                    TenantFacts.account(account),
                    KeyFacts.key(id),
                    new Fact("scopes", TenantFacts.names(granted)),
                    new Fact("clinics", TenantFacts.shown(clinics)));
        });
    }

    @Command(
            name = "roll",
            description = {
                "Issues an API key that replaces another one, prints its secret, which cannot be shown again, and lets the"
                        + " old key expire.",
                "The new key has the label, scopes, clinics, limit and expiry of the old one. Webhooks stay with the key that"
                        + " registered them."
            })
    void roll(
            @Mixin TargetOptions target,
            @Mixin CommandOutput output,
            @Parameters(paramLabel = "ACCOUNT", description = ACCOUNT) AccountId account,
            @Parameters(paramLabel = "KEY", description = KEY) ApiKeyId id,
            @Option(
                            names = "--expires-in",
                            paramLabel = "TIME",
                            defaultValue = "24h",
                            description = "How long the old key stays valid, such as 30m, 24h or 7d; 0 ends it now"
                                    + " (${DEFAULT-VALUE}).")
                    Duration overlap) {
        target.run(tenants -> {
            ApiKey old = tenants.requireKey(account, id);
            Grant replaced = old.grant().orElseThrow(() -> revoked(id));
            Caller grant = replaced.caller();
            Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
            if (grant.isExpired(now)) {
                throw new CommandFailure("The key " + id.value()
                        + " has expired; extend it with operator key expire, or issue another one.");
            }
            NewApiKey key = new NewApiKey(
                    account,
                    ApiKeyId.mint(now, random),
                    old.label(),
                    grant.scopes(),
                    tenants.clinicsOf(grant),
                    now,
                    grant.expiresAt(),
                    replaced.keyRequestsPerSecond(),
                    Origin.operator(now));
            ApiKeySecret secret = tenants.secret(account, random);
            Instant end = earlier(now.plus(overlap), grant.expiresAt());
            tenants.keyAdmin().roll(key, secret, id, end);
            KeyFacts.print(output, key, secret, new Fact("old_key_expires", end.toString()));
        });
    }

    @Command(
            name = "revoke",
            description = {
                "Revokes an API key permanently.",
                "Requests with it are refused within 60 seconds, while the gateway still caches it. Webhooks that were"
                        + " registered with it stay with the account, unless --with-webhooks disables them; keys that it"
                        + " issued stay valid, unless --with-issued-keys revokes them."
            })
    void revoke(
            @Mixin TargetOptions target,
            @Mixin CommandOutput output,
            @Parameters(paramLabel = "ACCOUNT", description = ACCOUNT) AccountId account,
            @Parameters(paramLabel = "KEY", description = KEY) ApiKeyId id,
            @Option(names = "--with-webhooks", description = "Disable the webhooks that were registered with it.")
                    boolean withWebhooks,
            @Option(
                            names = "--with-issued-keys",
                            description = "Revoke the keys that it issued too, and those that they issued.")
                    boolean withIssuedKeys) {
        target.run(tenants -> {
            ApiKey key = tenants.requireKey(account, id);
            Instant now = Instant.now();
            tenants.changes().revoke(account, id, withWebhooks);
            List<ApiKeyId> issued =
                    withIssuedKeys ? tenants.changes().revokeIssued(account, id, withWebhooks) : List.of();
            output.facts(
                    TenantFacts.account(account),
                    KeyFacts.key(id),
                    new Fact("revoked", key.revokedAt().orElse(now).toString()),
                    new Fact(
                            "issued_keys_revoked",
                            issued.stream().map(ApiKeyId::value).toList()));
        });
    }

    private static CommandFailure revoked(ApiKeyId id) {
        return new CommandFailure("The key " + id.value() + " was revoked, which is permanent; issue another one.");
    }

    /** Rolling never extends a key. */
    private static Instant earlier(Instant wanted, Optional<Instant> end) {
        return end.filter(wanted::isAfter).orElse(wanted);
    }
}
