package com.scheduleevents.operator.accounts;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKey;
import com.scheduleevents.operator.output.CommandOutput;
import com.scheduleevents.operator.output.CommandOutput.Fact;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Changes what people call an API key. */
@Command(name = "label", description = "Changes what people call an API key; nothing that it may do.")
final class LabelKey extends KeyWork {

    @Parameters(index = "2", paramLabel = "TEXT", converter = Name.class, description = "What they are to call it.")
    private String label = "";

    @Override
    void run(AccountsAccess tenants, AccountId account, ApiKey key, CommandOutput answer) {
        tenants.keyAdmin().label(account, key.id(), label);
        answer.facts(List.of(
                new Fact("account", account.value()), new Fact("key", key.id().value()), new Fact("label", label)));
    }
}
