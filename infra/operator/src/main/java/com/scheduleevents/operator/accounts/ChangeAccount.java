package com.scheduleevents.operator.accounts;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.operator.output.CommandOutput;
import com.scheduleevents.operator.output.CommandOutput.Fact;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Changes an account's owner or name. */
@Command(name = "change", description = "Changes where an account's e-mails go, or what people call it.")
final class ChangeAccount extends AccountWork {

    @Option(
            names = "--email",
            paramLabel = "ADDRESS",
            converter = OwnerEmail.class,
            description = "Where e-mails about its webhooks go from now on.")
    private Optional<String> email = Optional.empty();

    @Option(names = "--name", paramLabel = "NAME", converter = Name.class, description = "What people call it.")
    private Optional<String> name = Optional.empty();

    @Override
    void check() {
        if (email.isEmpty() && name.isEmpty()) {
            throw wrong("Say what changes: --email, --name, or both.");
        }
    }

    @Override
    void run(AccountsAccess tenants, AccountId account, CommandOutput answer) {
        String newName = name.orElseGet(() -> tenants.require(account));
        String newEmail =
                email.orElseGet(() -> tenants.reader().ownerEmail(account).orElseThrow());
        tenants.admin().openAccount(account, newEmail, newName);
        answer.facts(List.of(
                new Fact("account", account.value()), new Fact("name", newName), new Fact("owner_email", newEmail)));
    }
}
