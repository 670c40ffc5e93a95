package com.scheduleevents.operator.accounts;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKey;
import com.scheduleevents.operator.output.CommandOutput;
import com.scheduleevents.operator.output.CommandOutput.Fact;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Says until when an API key is good. */
@Command(
        name = "expire",
        description = {
            "Says from when on an API key is refused: --at a time, or --never.",
            "A time that is sooner than before holds within the 60 seconds that the gateway may remember the key. An"
                    + " expired key can be given more time; a revoked one cannot."
        })
final class ExpireKey extends KeyWork {

    @Option(names = "--at", paramLabel = "TIME", description = "From when on, such as 2026-12-31T00:00:00Z.")
    private Optional<Instant> at = Optional.empty();

    @Option(names = "--never", description = "It is good until it is revoked.")
    private boolean never;

    @Override
    void check() {
        if (never == at.isPresent()) {
            throw wrong("Say until when the key is good: either --at TIME, or --never.");
        }
    }

    @Override
    void run(AccountsAccess tenants, AccountId account, ApiKey key, CommandOutput answer) {
        if (!tenants.keyAdmin().expire(account, key.id(), at)) {
            throw revoked(key);
        }
        answer.facts(List.of(
                new Fact("account", account.value()),
                new Fact("key", key.id().value()),
                new Fact("expires", at.map(Instant::toString).orElse("never"))));
    }
}
