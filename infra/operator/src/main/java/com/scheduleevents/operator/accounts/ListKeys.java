package com.scheduleevents.operator.accounts;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKey;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.Grant;
import com.scheduleevents.operator.output.CommandOutput;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;

/** Lists an account's API keys. */
@Command(
        name = "list",
        description = {
            "An account's API keys, expired and revoked ones too; never their secrets.",
            "The day of the last use is in UTC."
        })
final class ListKeys extends AccountWork {

    @Override
    void run(AccountsAccess tenants, AccountId account, CommandOutput answer) {
        answer.table(
                List.of("key", "label", "scopes", "clinics", "created", "expires", "last_used", "revoked"),
                tenants.keys().all(account).stream()
                        .map(key -> row(tenants, key))
                        .toList(),
                "No keys.");
    }

    private static List<Object> row(AccountsAccess tenants, ApiKey key) {
        Optional<Caller> caller = key.grant().map(Grant::caller);
        return List.of(
                key.id().value(),
                key.label().orElse(""),
                caller.map(grant -> Issued.names(grant.scopes())).orElse(List.of()),
                caller.map(grant -> Issued.clinics(tenants.clinicsOf(grant))).orElse(""),
                key.createdAt().truncatedTo(ChronoUnit.SECONDS).toString(),
                Issued.time(caller.flatMap(Caller::expiresAt)),
                key.grant().flatMap(Grant::lastUsedOn).map(LocalDate::toString).orElse(""),
                Issued.time(key.revokedAt()));
    }
}
