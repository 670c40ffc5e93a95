package com.scheduleevents.operator.accounts;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.operator.output.Answer;
import com.scheduleevents.operator.output.Answer.Fact;
import java.util.List;
import picocli.CommandLine.Command;

/** Shows an account. */
@Command(name = "show", description = "An account: its owner, its clinics, and how many API keys it has.")
final class ShowAccount extends AccountWork {

    @Override
    void run(Tenants tenants, AccountId account, Answer answer) {
        answer.facts(List.of(
                new Fact("account", account.value()),
                new Fact("name", tenants.require(account)),
                new Fact("state", tenants.reader().state(account).orElseThrow().wireName()),
                new Fact("owner_email", tenants.reader().ownerEmail(account).orElse("")),
                new Fact("clinics", Tenants.sorted(tenants.reader().clinicsOf(account))),
                new Fact(
                        "keys",
                        tenants.keys().of(account).stream()
                                .filter(key -> key.grant().isPresent())
                                .count())));
    }
}
