package com.scheduleevents.operator.accounts;

import com.scheduleevents.aws.accounts.AccountAdmin;
import com.scheduleevents.aws.accounts.AccountLimits;
import com.scheduleevents.aws.accounts.DynamoAccounts;
import com.scheduleevents.aws.accounts.DynamoApiKeys;
import com.scheduleevents.aws.accounts.KeyAdmin;
import com.scheduleevents.aws.tenants.TenantChanges;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.AccountState;
import com.scheduleevents.domain.account.Accounts;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.operator.deployment.Deployment;
import com.scheduleevents.operator.output.CommandError;
import com.scheduleevents.operator.output.CommandOutput.Fact;
import java.time.Clock;
import java.util.Collection;
import java.util.List;

/**
 * The accounts of a deployment, to be read and changed.
 *
 * @param reader reads accounts and clinics
 * @param admin changes them
 * @param keys reads API keys
 * @param keyAdmin changes them alone
 * @param changes changes what keys and webhooks have to follow
 * @param limits sets accounts' own limits
 */
record AccountsAccess(
        Accounts reader,
        AccountAdmin admin,
        DynamoApiKeys keys,
        KeyAdmin keyAdmin,
        TenantChanges changes,
        AccountLimits limits) {

    static AccountsAccess of(Deployment deployment) {
        var dynamoDb = deployment.dynamoDb();
        String table = deployment.resource("AccountsTable");
        return new AccountsAccess(
                new DynamoAccounts(dynamoDb, table),
                new AccountAdmin(dynamoDb, table),
                new DynamoApiKeys(dynamoDb, table),
                new KeyAdmin(dynamoDb, table),
                new TenantChanges(
                        dynamoDb,
                        table,
                        deployment.resource("WebhooksTable"),
                        deployment.retention(),
                        Clock.systemUTC()),
                new AccountLimits(dynamoDb, table));
    }

    /**
     * What people call the account.
     *
     * @throws Refused when there is no such account
     */
    String require(AccountId account) {
        return reader.name(account).orElseThrow(() -> noAccount(account));
    }

    /** There is no such account. */
    static CommandError noAccount(AccountId account) {
        return new CommandError("There is no account " + account.value() + ".");
    }

    /**
     * Refuses to say that something was done that was not.
     *
     * @throws Refused when it was not done, because the account is closed
     */
    void done(AccountId account, boolean done) {
        if (!done) {
            throw new CommandError(
                    "The account " + account.value() + " is closed for good: nothing of it changes any more.");
        }
    }

    /**
     * Refuses an account that is not served.
     *
     * @throws Refused when it is suspended or closed
     */
    void requireActive(AccountId account) {
        if (reader.state(account).orElseThrow(() -> noAccount(account)) != AccountState.ACTIVE) {
            throw new CommandError("The account " + account.value()
                    + " is suspended or closed: resume it first, if it is not" + " closed.");
        }
    }

    /** Whether an account is served, for an answer. */
    List<Fact> state(AccountId account) {
        return List.of(
                new Fact("account", account.value()),
                new Fact("state", reader.state(account).orElseThrow().wireName()));
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
                    throw new CommandError("The account " + account.value() + " has no clinic " + clinic.value()
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
