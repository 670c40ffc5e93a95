package com.scheduleevents.operator.accounts;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.id.Ulids;
import com.scheduleevents.operator.output.CommandError;
import com.scheduleevents.operator.output.CommandOutput;
import com.scheduleevents.operator.output.CommandOutput.Fact;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Opens an account. */
@Command(name = "open", description = "Opens an account. It has no API key yet: see key issue.")
final class OpenAccount extends TenantsCommand {

    @Option(
            names = "--email",
            required = true,
            paramLabel = "ADDRESS",
            converter = OwnerEmail.class,
            description = "Where e-mails about its webhooks go.")
    private String email = "";

    @Option(
            names = "--name",
            required = true,
            paramLabel = "NAME",
            converter = Name.class,
            description = "What people call it; its own users see it too.")
    private String name = "";

    @Option(names = "--id", paramLabel = "ACCOUNT", description = "Its id, acc_…; a new one is made by default.")
    private Optional<AccountId> id = Optional.empty();

    @Option(names = "--clinic", paramLabel = "CLINIC", description = "A clinic of it, cln_…; can be repeated.")
    private List<ClinicId> clinics = List.of();

    @Override
    void run(AccountsAccess tenants, CommandOutput answer) {
        AccountId account =
                id.orElseGet(() -> new AccountId(Ulids.mint(AccountId.PREFIX, Instant.now(), new SecureRandom())));
        if (tenants.reader().name(account).isPresent()) {
            throw new CommandError(
                    "There is an account " + account.value() + " already: choose another --id, or leave it out.");
        }
        tenants.admin().openAccount(account, email, name);
        clinics.forEach(clinic -> tenants.admin().addClinic(account, clinic));
        answer.facts(List.of(
                new Fact("account", account.value()),
                new Fact("name", name),
                new Fact("owner_email", email),
                new Fact("clinics", AccountsAccess.sorted(clinics))));
    }
}
