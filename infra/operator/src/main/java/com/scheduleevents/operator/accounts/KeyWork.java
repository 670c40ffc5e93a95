package com.scheduleevents.operator.accounts;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKey;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.operator.output.CommandError;
import com.scheduleevents.operator.output.CommandOutput;
import java.util.Optional;
import picocli.CommandLine.Parameters;

/** What stands around every command on one API key: it names the key, which has to be the account's. */
abstract class KeyWork extends AccountWork {

    @Parameters(index = "1", paramLabel = "KEY", description = "The key, key_…; never its secret.")
    private Optional<ApiKeyId> key = Optional.empty();

    @Override
    final void run(AccountsAccess tenants, AccountId account, CommandOutput answer) {
        ApiKeyId id = key.orElseThrow();
        ApiKey found = tenants.keys().find(account, id).orElseThrow(() -> noSuchKey(account, id));
        run(tenants, account, found, answer);
    }

    /** The command's own part; the key is there, though it may be revoked. */
    abstract void run(AccountsAccess tenants, AccountId account, ApiKey key, CommandOutput answer);

    /** The refusal of a key that was revoked. */
    static CommandError revoked(ApiKey key) {
        return new CommandError("The key " + key.id().value() + " was revoked, which is for good; issue another.");
    }

    private static CommandError noSuchKey(AccountId account, ApiKeyId id) {
        return new CommandError("The account " + account.value() + " has no key " + id.value() + "; operator key list "
                + account.value() + " shows those it has.");
    }
}
