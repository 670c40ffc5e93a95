package com.scheduleevents.operator.accounts;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKey;
import com.scheduleevents.operator.output.CommandOutput;
import com.scheduleevents.operator.output.CommandOutput.Fact;
import java.time.Instant;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Revokes an API key. */
@Command(
        name = "revoke",
        description = {
            "Revokes an API key for good.",
            "Requests with it are refused within the 60 seconds that the gateway may remember it. Webhooks that were"
                    + " registered with it stay, under the account, unless --with-webhooks disables them."
        })
final class RevokeKey extends KeyWork {

    @Option(
            names = "--with-webhooks",
            description = "Disables the webhooks that were registered with it: nothing more is sent to them.")
    private boolean withWebhooks;

    @Override
    void run(AccountsAccess tenants, AccountId account, ApiKey key, CommandOutput answer) {
        Instant now = Instant.now();
        tenants.changes().revoke(account, key.id(), withWebhooks);
        answer.facts(List.of(
                new Fact("account", account.value()),
                new Fact("key", key.id().value()),
                new Fact("revoked", key.revokedAt().orElse(now).toString())));
    }
}
