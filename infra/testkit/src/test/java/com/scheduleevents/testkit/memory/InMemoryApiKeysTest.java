package com.scheduleevents.testkit.memory;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.Accounts;
import com.scheduleevents.domain.account.ApiKeyStore;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.KeyUses;
import com.scheduleevents.testkit.contract.ApiKeyStoreContract;
import java.util.Set;

final class InMemoryApiKeysTest extends ApiKeyStoreContract {

    private final InMemoryAccounts accounts = new InMemoryAccounts();
    private final InMemoryApiKeys keys = new InMemoryApiKeys(accounts);

    @Override
    protected Accounts accounts() {
        return accounts;
    }

    @Override
    protected ApiKeyStore keys() {
        return keys;
    }

    @Override
    protected KeyUses uses() {
        return accounts;
    }

    @Override
    protected void open(AccountId account, String ownerEmail, Set<ClinicId> clinics) {
        accounts.with(account, ownerEmail, clinics);
    }
}
