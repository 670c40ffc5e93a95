package com.scheduleevents.operator.accounts;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.AccountTerms;
import com.scheduleevents.operator.output.CommandOutput;
import com.scheduleevents.operator.output.CommandOutput.Fact;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Sets an account's own limits. */
@Command(
        name = "limit",
        description = {
            "Sets an account's own limits; default in the place of a number takes one back.",
            "Requests are counted by the new limit within the 60 seconds that the gateway may remember a key. Webhooks"
                    + " beyond a lower limit stay; only no more can be registered."
        })
final class LimitAccount extends AccountWork {

    /** As many as an event's fan-out reads in one query or two. */
    private static final int MAX_WEBHOOKS = 5_000;

    @Option(
            names = "--requests-per-second",
            paramLabel = "N",
            converter = Limit.Reader.class,
            description = "How many requests a second each of its keys may make, 1 to 10000.")
    private Optional<Limit> requests = Optional.empty();

    @Option(
            names = "--webhooks",
            paramLabel = "N",
            converter = Limit.Reader.class,
            description = "How many webhooks it may have, 0 to 5000.")
    private Optional<Limit> webhooks = Optional.empty();

    @Override
    void check() {
        if (Stream.of(requests, webhooks).allMatch(Optional::isEmpty)) {
            throw wrong("Say which limit: --requests-per-second, --webhooks or both.");
        }
        requests.filter(limit -> !limit.isWithin(1, AccountTerms.MAX_REQUESTS_PER_SECOND))
                .ifPresent(_ -> {
                    throw wrong(
                            "--requests-per-second is 1 to " + AccountTerms.MAX_REQUESTS_PER_SECOND + ", or default.");
                });
        webhooks.filter(limit -> !limit.isWithin(0, MAX_WEBHOOKS)).ifPresent(_ -> {
            throw wrong("--webhooks is 0 to " + MAX_WEBHOOKS + ", or default.");
        });
    }

    @Override
    void run(AccountsAccess tenants, AccountId account, CommandOutput answer) {
        requests.ifPresent(limit -> tenants.limits().requests(account, limit.own()));
        webhooks.ifPresent(limit -> tenants.limits().webhooks(account, limit.own()));
        answer.facts(Stream.concat(Stream.of(new Fact("account", account.value())), facts(tenants, account).stream())
                .toList());
    }

    /** The account's limits, for an answer. */
    static List<Fact> facts(AccountsAccess tenants, AccountId account) {
        AccountTerms terms = tenants.reader()
                .terms(account)
                .orElseThrow(() -> new IllegalStateException("the account was there a moment ago"));
        return List.of(
                new Fact("requests_per_second", shown(terms.requestsPerSecond())),
                new Fact("max_webhooks", shown(terms.webhooks())));
    }

    private static Object shown(Optional<Integer> own) {
        return own.isPresent() ? own.get() : "default";
    }
}
