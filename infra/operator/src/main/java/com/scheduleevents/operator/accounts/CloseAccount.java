package com.scheduleevents.operator.accounts;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.operator.output.CommandOutput;
import com.scheduleevents.operator.output.CommandOutput.Fact;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Closes an account for good. */
@Command(
        name = "close",
        description = {
            "Closes an account for good.",
            "All its keys are revoked and all its webhooks deleted; nothing more is recorded for it, and nothing is sent"
                    + " any more when the command has returned. What is left expires. Harmless to repeat."
        })
final class CloseAccount extends AccountWork {

    @Option(names = "--for-good", description = "Say that you mean it: nothing brings a closed account back.")
    private boolean meant;

    @Override
    void check() {
        if (!meant) {
            throw wrong("Nothing brings a closed account back: say --for-good if you mean it.");
        }
    }

    @Override
    void run(AccountsAccess tenants, AccountId account, CommandOutput answer) {
        Instant removed = tenants.changes().close(account).orElseThrow(() -> AccountsAccess.noAccount(account));
        List<Fact> facts = new ArrayList<>(tenants.state(account));
        facts.add(new Fact("removed_after", removed.toString()));
        answer.facts(facts);
    }
}
