package com.scheduleevents.e2e;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ApiKeySecret;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.operator.tenants.AccountAdmin;
import java.security.SecureRandom;
import java.util.Set;

/** Opens accounts and issues keys as an operator does, for tests that need their own. */
final class TenantOperations {

    private final AccountAdmin admin;
    private final Target target;

    TenantOperations(StackAccess backstage, Target target) {
        this.admin = new AccountAdmin(backstage.dynamoDb(), backstage.table("AccountsTable"));
        this.target = target;
    }

    /** An account with one clinic and a key that may do everything. */
    ApiClientAccount open(AccountId account, ClinicId clinic) {
        admin.openAccount(account, "owner@" + clinic.value() + ".example", "Account of a test");
        admin.addClinic(account, clinic);
        return withKey(account, new ApiKeyId("key_" + clinic.value()), new Clinics.All());
    }

    /** The same account seen through another key. */
    ApiClientAccount withKey(AccountId account, ApiKeyId key, Clinics clinics) {
        ApiKeySecret secret = ApiKeySecret.mint(ApiKeySecret.Mode.TEST, new SecureRandom());
        admin.issueKey(account, key, Set.of(Scope.values()), clinics, secret);
        return new ApiClientAccount(target.http(), target, secret.reveal());
    }
}
