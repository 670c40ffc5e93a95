package com.scheduleevents.operator.accounts;

import com.scheduleevents.domain.account.AccountState;
import com.scheduleevents.operator.output.CommandOutput;
import java.util.List;
import picocli.CommandLine.Command;

/** Lists the accounts. */
@Command(name = "list", description = "Every account. It reads the whole table of accounts.")
final class ListAccounts extends TenantsCommand {

    @Override
    void run(AccountsAccess tenants, CommandOutput answer) {
        answer.table(
                List.of("account", "name", "state", "clinics"),
                tenants.admin().accounts().stream()
                        .map(id -> List.<Object>of(
                                id.value(),
                                tenants.reader().name(id).orElse(""),
                                tenants.reader()
                                        .state(id)
                                        .map(AccountState::wireName)
                                        .orElse(""),
                                tenants.reader().clinicsOf(id).size()))
                        .toList(),
                "No accounts.");
    }
}
