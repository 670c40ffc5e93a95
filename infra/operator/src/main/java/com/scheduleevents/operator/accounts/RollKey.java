package com.scheduleevents.operator.accounts;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKey;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ApiKeySecret;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.Grant;
import com.scheduleevents.domain.account.NewApiKey;
import com.scheduleevents.operator.output.CommandError;
import com.scheduleevents.operator.output.CommandOutput;
import com.scheduleevents.operator.output.CommandOutput.Fact;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Issues an API key in the place of another one. */
@Command(
        name = "roll",
        description = {
            "Issues an API key like another one, shows its secret, this once, and lets the old one expire.",
            "The new key has the old one's label, scopes, clinics and end. Webhooks stay with the key that registered them."
        })
final class RollKey extends KeyWork {

    @Option(
            names = "--expires-in",
            paramLabel = "TIME",
            defaultValue = "24h",
            description = "How long the old key goes on, such as 30m, 24h or 7d; 0 ends it now (${DEFAULT-VALUE}).")
    private Duration overlap = Duration.ZERO;

    @Option(
            names = "--test",
            description = "Makes a key for trying things out, sk_test_…; else it is a live one, sk_live_….")
    private boolean test;

    @Override
    void run(AccountsAccess tenants, AccountId account, ApiKey old, CommandOutput answer) {
        Caller grant = old.grant().map(Grant::caller).orElseThrow(() -> revoked(old));
        Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        if (grant.isExpired(now)) {
            throw new CommandError("The key " + old.id().value()
                    + " has expired; give it more time with operator key expire," + " or issue another.");
        }
        SecureRandom random = new SecureRandom();
        NewApiKey key = new NewApiKey(
                account,
                ApiKeyId.mint(now, random),
                old.label(),
                grant.scopes(),
                tenants.clinicsOf(grant),
                now,
                grant.expiresAt());
        ApiKeySecret secret = ApiKeySecret.mint(test ? ApiKeySecret.Mode.TEST : ApiKeySecret.Mode.LIVE, random);
        Instant end = earlier(now.plus(overlap), grant);
        tenants.keyAdmin().roll(key, secret, old.id(), end);
        Issued.tell(answer, key, secret, new Fact("old_key_expires", end.toString()));
    }

    /** Rolling never gives a key more time than it had. */
    private static Instant earlier(Instant wanted, Caller grant) {
        return grant.expiresAt().filter(end -> end.isBefore(wanted)).orElse(wanted);
    }
}
