package com.scheduleevents.testkit.memory;

import com.scheduleevents.domain.webhook.SecretVault;
import com.scheduleevents.testkit.contract.SecretVaultContract;

final class PlaintextVaultTest extends SecretVaultContract {

    @Override
    protected SecretVault vault() {
        return new PlaintextVault();
    }
}
