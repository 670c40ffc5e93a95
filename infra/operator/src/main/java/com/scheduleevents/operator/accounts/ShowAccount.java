package com.scheduleevents.operator.accounts;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKey;
import com.scheduleevents.domain.account.Grant;
import com.scheduleevents.operator.output.CommandOutput;
import com.scheduleevents.operator.output.CommandOutput.Fact;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Command;

/** Shows an account. */
@Command(
        name = "show",
        description =
                "An account: its owner, its clinics, how many API keys it has that are good, when the next of them"
                        + " expires, the day of their last use, and its own limits.")
final class ShowAccount extends AccountWork {

    @Override
    void run(AccountsAccess tenants, AccountId account, CommandOutput answer) {
        Instant now = Instant.now();
        List<Grant> good = tenants.keys().all(account).stream()
                .map(ApiKey::grant)
                .flatMap(grant -> grant.stream())
                .filter(grant -> !grant.caller().isExpired(now))
                .toList();
        List<Fact> own = List.of(
                new Fact("account", account.value()),
                new Fact("name", tenants.require(account)),
                new Fact("state", tenants.reader().state(account).orElseThrow().wireName()),
                new Fact("owner_email", tenants.reader().ownerEmail(account).orElse("")),
                new Fact("clinics", AccountsAccess.sorted(tenants.reader().clinicsOf(account))),
                new Fact("keys", good.size()),
                new Fact("next_key_expires", nextEnd(good)),
                new Fact("keys_last_used", lastUse(good)));
        answer.facts(Stream.concat(own.stream(), LimitAccount.facts(tenants, account).stream())
                .toList());
    }

    private static String nextEnd(List<Grant> keys) {
        return keys.stream()
                .flatMap(grant -> grant.caller().expiresAt().stream())
                .min(Comparator.naturalOrder())
                .map(Instant::toString)
                .orElse("");
    }

    private static String lastUse(List<Grant> keys) {
        return keys.stream()
                .flatMap(grant -> grant.lastUsedOn().stream())
                .max(Comparator.naturalOrder())
                .map(LocalDate::toString)
                .orElse("");
    }
}
