package com.scheduleevents.aws.tenants;

import com.scheduleevents.aws.accounts.AccountAdmin;
import com.scheduleevents.aws.accounts.AccountStates;
import com.scheduleevents.aws.accounts.AccountStates.KeyRow;
import com.scheduleevents.aws.accounts.DynamoApiKeys;
import com.scheduleevents.aws.accounts.KeyScopes;
import com.scheduleevents.aws.webhooks.DynamoWebhooks;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.domain.webhook.Disabling;
import com.scheduleevents.domain.webhook.Webhook;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * What an operator changes of an account that its keys and webhooks have to follow. A call that stops anywhere is finished by
 * its repeat.
 *
 * <p>Taking away goes in this order: first what is read when a webhook is registered; then the account's row is touched, so that
 * none is registered on the strength of what was read before; then all webhooks follow that are there by now. So when a call
 * has returned, no request to a receiver begins that should not. Giving goes the other way cycle, so that nothing is missed.
 */
public final class TenantChanges {

    /** Beyond the last event's time, for what is recorded while the account is being closed. */
    private static final Duration SLACK = Duration.ofDays(1);

    private final AccountAdmin admin;
    private final AccountStates states;
    private final DynamoApiKeys keys;
    private final KeyScopes reach;
    private final AccountWebhooks webhooks;
    private final Duration retention;
    private final Clock clock;

    /**
     * @param accounts the name of the table Accounts
     * @param webhooks the name of the table Webhooks
     * @param retention how long an event can be read
     */
    public TenantChanges(DynamoDbClient dynamoDb, String accounts, String webhooks, Duration retention, Clock clock) {
        this.admin = new AccountAdmin(dynamoDb, accounts);
        this.states = new AccountStates(dynamoDb, accounts);
        this.keys = new DynamoApiKeys(dynamoDb, accounts);
        this.reach = new KeyScopes(dynamoDb, accounts);
        this.webhooks = new AccountWebhooks(new DynamoWebhooks(dynamoDb, webhooks));
        this.retention = retention;
        this.clock = clock;
    }

    /**
     * Changes what a key sees, and may do; its webhooks get events of these clinics alone from now on.
     *
     * @param scopes what it may do; empty: as before
     * @param clinics what it sees; a list holds clinics of the account alone
     * @return whether it is done; not when there is no such key, it was revoked, or the account is closed
     */
    public boolean restrict(AccountId account, ApiKeyId key, Optional<Set<Scope>> scopes, Clinics clinics) {
        if (!reach.change(account, key, scopes, clinics) || !states.touch(account)) {
            return false;
        }
        Clinics seen = clinics instanceof Clinics.All ? new Clinics.All(states.removedClinics(account)) : clinics;
        webhooks.change(account, only(key, webhook -> webhook.seeing(seen)));
        return true;
    }

    /**
     * Revokes a key for good.
     *
     * @param withWebhooks whether the webhooks that it registered are disabled
     * @return whether there is such a key
     */
    public boolean revoke(AccountId account, ApiKeyId key, boolean withWebhooks) {
        Instant now = now();
        if (!keys.revoke(account, key, now)) {
            return false;
        }
        if (withWebhooks && states.touch(account)) {
            webhooks.change(account, only(key, webhook -> webhook.disabled(new Disabling.KeyRevoked(now))));
        }
        return true;
    }

    /** Whether the account had the clinic: then its removal may have to be finished. */
    public boolean had(AccountId account, ClinicId clinic) {
        return states.removedClinics(account).contains(clinic);
    }

    /**
     * Takes a clinic from an account, from the keys that list it and from all webhooks.
     *
     * @return whether it is done; not when there is no such account, or it is closed
     */
    public boolean removeClinic(AccountId account, ClinicId clinic) {
        if (!states.removed(account, clinic)) {
            return false;
        }
        admin.removeClinic(account, clinic);
        states.keys(account).forEach(key -> reach.remove(key.id(), clinic));
        states.touch(account);
        webhooks.change(account, webhook -> webhook.seeing(webhook.visible().without(clinic)));
        return true;
    }

    /**
     * Adds a clinic to an account: webhooks of keys with all clinics get its events from now on.
     *
     * @return whether it is done; not when there is no such account, or it is closed
     */
    public boolean addClinic(AccountId account, ClinicId clinic) {
        if (!states.addedAgain(account, clinic)) {
            return false;
        }
        webhooks.change(account, webhook -> webhook.seeing(webhook.visible().again(clinic)));
        admin.addClinic(account, clinic);
        return true;
    }

    /**
     * Suspends an account: its requests are refused, and what its webhooks would get is in the backlog.
     *
     * @return whether it is done; not when there is no such account, or it is closed
     */
    public boolean suspend(AccountId account) {
        if (!states.suspend(account)) {
            return false;
        }
        states.keys(account).forEach(key -> states.flag(key, true));
        webhooks.change(account, Webhook::atSuspension);
        return true;
    }

    /**
     * Serves a suspended account again: what was in the backlog is let go. Its row comes last, so that one that is half resumed is seen
     * to be suspended, and has no webhook or key that this passed by.
     *
     * @return whether it is done; not when there is no such account, or it is closed
     */
    public boolean resume(AccountId account) {
        if (!states.touch(account)) {
            return false;
        }
        Instant now = now();
        webhooks.change(account, webhook -> webhook.resumed(now));
        states.keys(account).forEach(key -> states.flag(key, false));
        return states.activate(account);
    }

    /**
     * Closes an account for good: its keys are revoked and its webhooks gone, nothing more is recorded, and what it had
     * expires.
     *
     * @return when everything of it is removed; empty when there is no such account
     */
    public Optional<Instant> close(AccountId account) {
        Instant now = now();
        Optional<Instant> end = states.close(account, now.plus(retention).plus(SLACK));
        end.ifPresent(at -> {
            List<KeyRow> had = states.keys(account);
            had.forEach(key -> keys.revoke(account, key.id(), now));
            webhooks.delete(account, at);
            states.expire(account, had, at);
        });
        return end;
    }

    private static UnaryOperator<Webhook> only(ApiKeyId key, UnaryOperator<Webhook> change) {
        return webhook -> webhook.key().equals(key) ? change.apply(webhook) : webhook;
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }
}
