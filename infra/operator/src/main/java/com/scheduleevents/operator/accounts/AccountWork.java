package com.scheduleevents.operator.accounts;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.operator.output.CommandOutput;
import java.util.Optional;
import picocli.CommandLine.Parameters;

/** What stands around every command on one account: it names the account, which has to be there. */
abstract class AccountWork extends TenantsCommand {

    @Parameters(index = "0", paramLabel = "ACCOUNT", description = "The account, acc_….")
    private Optional<AccountId> account = Optional.empty();

    @Override
    final void run(AccountsAccess tenants, CommandOutput answer) {
        AccountId id = account.orElseThrow();
        tenants.require(id);
        run(tenants, id, answer);
    }

    /** The command's own part; the account is there. */
    abstract void run(AccountsAccess tenants, AccountId account, CommandOutput answer);
}
