package com.scheduleevents.operator.accounts;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ApiKeySecret;
import com.scheduleevents.domain.account.NewApiKey;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.operator.output.CommandOutput;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Issues an API key. */
@Command(
        name = "issue",
        description = {
            "Issues an API key and shows its secret, this once.",
            "Only a hash of it is kept. Say what it may do and what it sees; it never gets more by itself."
        })
final class IssueKey extends AccountWork {

    @Option(
            names = "--scope",
            required = true,
            split = ",",
            paramLabel = "SCOPE",
            completionCandidates = ScopeNames.class,
            description = "${COMPLETION-CANDIDATES}; several with commas.")
    private Set<Scope> scopes = new LinkedHashSet<>();

    @Mixin
    private SeenClinics seen = new SeenClinics();

    @Option(names = "--label", paramLabel = "TEXT", converter = Name.class, description = "What people call it.")
    private Optional<String> label = Optional.empty();

    @Option(
            names = "--expires-at",
            paramLabel = "TIME",
            description = "From when on it is refused, such as 2026-12-31T00:00:00Z; never when left out.")
    private Optional<Instant> expiresAt = Optional.empty();

    @Option(
            names = "--test",
            description = "Makes a key for trying things out, sk_test_…; else it is a live one, sk_live_….")
    private boolean test;

    @Override
    void check() {
        seen.check();
    }

    @Override
    void run(AccountsAccess tenants, AccountId account, CommandOutput answer) {
        tenants.requireActive(account);
        tenants.require(account, seen.named());
        Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        SecureRandom random = new SecureRandom();
        NewApiKey key =
                new NewApiKey(account, ApiKeyId.mint(now, random), label, scopes, seen.clinics(), now, expiresAt);
        ApiKeySecret secret = ApiKeySecret.mint(test ? ApiKeySecret.Mode.TEST : ApiKeySecret.Mode.LIVE, random);
        tenants.keyAdmin().issue(key, secret);
        Issued.tell(answer, key, secret);
    }
}
