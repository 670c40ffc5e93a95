package com.scheduleevents.operator.tenants;

import com.scheduleevents.aws.accounts.DynamoApiKeys;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.AccountState;
import com.scheduleevents.domain.account.Accounts;
import com.scheduleevents.domain.account.ApiKey;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ApiKeySecret;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.operator.deployment.Deployment;
import com.scheduleevents.terminal.CommandFailure;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The accounts of a deployment. The methods that require something throw a {@link CommandFailure} that says what is missing.
 *
 * @param deployment the tables and queues
 * @param reader reads accounts and clinics
 * @param admin opens accounts and sets their limits
 * @param keys reads API keys
 * @param keyAdmin changes API keys alone
 * @param changes changes accounts and keys together with their webhooks
 */
public record Tenants(
        Deployment deployment,
        Accounts reader,
        AccountAdmin admin,
        DynamoApiKeys keys,
        KeyAdmin keyAdmin,
        TenantChanges changes) {

    /** The accounts of that deployment. */
    public static Tenants of(Deployment deployment) {
        var dynamoDb = deployment.dynamoDb();
        String accounts = deployment.resource("AccountsTable");
        String webhooks = deployment.resource("WebhooksTable");
        return new Tenants(
                deployment,
                deployment.accounts(),
                new AccountAdmin(dynamoDb, accounts),
                deployment.apiKeys(),
                new KeyAdmin(dynamoDb, accounts),
                new TenantChanges(dynamoDb, accounts, webhooks, deployment.retention(), deployment.clock()));
    }

    /** A new secret of the mode, live or test, that the keys of an account have. */
    public ApiKeySecret secret(AccountId account, RandomGenerator random) {
        return ApiKeySecret.mint(ApiKeySecret.Mode.of(reader.isSandbox(account)), random);
    }

    /** Requires that the account exists, and returns its display name. */
    public String require(AccountId account) {
        return reader.name(account)
                .orElseThrow(() -> new CommandFailure("There is no account " + account.value() + "."));
    }

    /** The one account, which must exist, or all accounts. */
    public Collection<AccountId> oneOrAll(Optional<AccountId> one) {
        one.ifPresent(this::require);
        return one.<Collection<AccountId>>map(List::of).orElseGet(admin::accounts);
    }

    /** The state of an account, which must exist. */
    public AccountState state(AccountId account) {
        require(account);
        return reader.state(account).orElse(AccountState.ACTIVE);
    }

    /** Requires that the account is active. */
    public void requireActive(AccountId account) {
        if (state(account) != AccountState.ACTIVE) {
            throw new CommandFailure("The account " + account.value()
                    + " is suspended or closed: resume it first; a closed account cannot be resumed.");
        }
    }

    /** Requires that a change was made: only a closed account refuses it. */
    public static void requireOpen(AccountId account, boolean changed) {
        if (!changed) {
            throw new CommandFailure(
                    "The account " + account.value() + " is closed permanently and cannot be changed any more.");
        }
    }

    /** Requires that the clinics belong to the account. */
    public void requireClinics(AccountId account, Collection<ClinicId> clinics) {
        clinics.stream()
                .filter(clinic -> !reader.hasClinic(account, clinic))
                .findFirst()
                .ifPresent(clinic -> {
                    throw new CommandFailure("The account " + account.value() + " has no clinic " + clinic.value()
                            + "; add it first: operator clinic add " + account.value() + " " + clinic.value() + ".");
                });
    }

    /** Requires that the account has the key, which may be revoked. */
    public ApiKey requireKey(AccountId account, ApiKeyId key) {
        require(account);
        return keys.find(account, key)
                .orElseThrow(() -> new CommandFailure("The account " + account.value() + " has no key " + key.value()
                        + "; list its keys: operator key list " + account.value() + "."));
    }

    /** The clinics that a key sees. */
    public Clinics clinicsOf(Caller key) {
        return key.seesAllClinics() ? new Clinics.All() : new Clinics.Listed(reader.clinicsOf(key.key()));
    }
}
