package com.scheduleevents.operator.accounts;

import com.scheduleevents.aws.accounts.AccountAdmin;
import com.scheduleevents.aws.accounts.AccountLimits;
import com.scheduleevents.aws.accounts.DynamoAccounts;
import com.scheduleevents.aws.accounts.DynamoApiKeys;
import com.scheduleevents.aws.accounts.KeyAdmin;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.Accounts;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.operator.deployment.Deployment;
import com.scheduleevents.operator.output.Answer.Fact;
import com.scheduleevents.operator.output.Refused;
import java.util.Collection;
import java.util.List;

/**
 * The accounts of a deployment, to be read and changed.
 *
 * @param reader reads accounts and clinics
 * @param admin changes them
 * @param keys reads API keys
 * @param keyAdmin changes them
 * @param limits sets accounts' own limits
 */
record Tenants(Accounts reader, AccountAdmin admin, DynamoApiKeys keys, KeyAdmin keyAdmin, AccountLimits limits) {

    static Tenants of(Deployment deployment) {
        var dynamoDb = deployment.dynamoDb();
        String table = deployment.resource("AccountsTable");
        return new Tenants(
                new DynamoAccounts(dynamoDb, table),
                new AccountAdmin(dynamoDb, table),
                new DynamoApiKeys(dynamoDb, table),
                new KeyAdmin(dynamoDb, table),
                new AccountLimits(dynamoDb, table));
    }

    /**
     * What people call the account.
     *
     * @throws Refused when there is no such account
     */
    String require(AccountId account) {
        return reader.name(account).orElseThrow(() -> new Refused("There is no account " + account.value() + "."));
    }

    /**
     * Refuses clinics that are not the account's.
     *
     * @throws Refused naming the first
     */
    void require(AccountId account, Collection<ClinicId> clinics) {
        clinics.stream()
                .filter(clinic -> !reader.hasClinic(account, clinic))
                .findFirst()
                .ifPresent(clinic -> {
                    throw new Refused("The account " + account.value() + " has no clinic " + clinic.value()
                            + "; add it first: operator clinic add " + account.value() + " " + clinic.value() + ".");
                });
    }

    /** An account's clinics, for an answer. */
    List<Fact> clinics(AccountId account) {
        return List.of(new Fact("account", account.value()), new Fact("clinics", sorted(reader.clinicsOf(account))));
    }

    /** What a key sees. */
    Clinics clinicsOf(Caller key) {
        return key.seesAllClinics() ? new Clinics.All() : new Clinics.Listed(reader.clinicsOf(key.key()));
    }

    static List<String> sorted(Collection<ClinicId> clinics) {
        return clinics.stream().map(ClinicId::value).sorted().toList();
    }
}
