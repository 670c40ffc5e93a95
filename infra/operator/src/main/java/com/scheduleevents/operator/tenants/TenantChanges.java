package com.scheduleevents.operator.tenants;

import com.scheduleevents.aws.accounts.DynamoApiKeys;
import com.scheduleevents.aws.webhooks.DynamoWebhooks;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.IssuedKeys;
import com.scheduleevents.domain.account.Origin;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.domain.webhook.Disabling;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.operator.tenants.AccountStateWriter.KeyRow;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Changes an account together with its API keys and webhooks. Repeating a call finishes one that stopped half-way.
 *
 * <p>What takes access away first changes the rows that a registration of a webhook reads, then raises the account's change
 * counter, so that no concurrent registration based on the former rows succeeds, and then changes the webhooks that exist by
 * now. When such a call returns, no more requests to receivers begin that the change forbids. What gives access goes in the
 * opposite order, so that no event is missed.
 */
public final class TenantChanges {

    /** Added to the retention, for events that are recorded while the account is being closed. */
    private static final Duration SLACK = Duration.ofDays(1);

    private final AccountAdmin admin;
    private final AccountStateWriter states;
    private final DynamoApiKeys keys;
    private final KeyAdmin keyAdmin;
    private final AccountWebhooks webhooks;
    private final Duration retention;
    private final Clock clock;

    /**
     * @param accounts the name of the Accounts table
     * @param webhooks the name of the Webhooks table
     * @param retention how long events are readable
     */
    public TenantChanges(DynamoDbClient dynamoDb, String accounts, String webhooks, Duration retention, Clock clock) {
        this.admin = new AccountAdmin(dynamoDb, accounts);
        this.states = new AccountStateWriter(dynamoDb, accounts);
        this.keys = new DynamoApiKeys(dynamoDb, accounts);
        this.keyAdmin = new KeyAdmin(dynamoDb, accounts);
        this.webhooks = new AccountWebhooks(new DynamoWebhooks(dynamoDb, webhooks));
        this.retention = retention;
        this.clock = clock;
    }

    /**
     * Changes a key's clinics and scopes; the webhooks it registered receive events of these clinics only.
     *
     * @param scopes empty: unchanged
     * @param clinics what the key sees; a list contains clinics of the account only
     * @return false when there is no such key, it is revoked, or the account is closed
     */
    public boolean restrict(AccountId account, ApiKeyId key, Optional<Set<Scope>> scopes, Clinics clinics) {
        if (!keyAdmin.restrict(account, key, scopes, clinics) || !states.touch(account)) {
            return false;
        }
        Clinics seen = clinics instanceof Clinics.All ? new Clinics.All(states.removedClinics(account)) : clinics;
        webhooks.change(account, only(key, webhook -> webhook.seeing(seen, now())));
        return true;
    }

    /**
     * Revokes a key permanently.
     *
     * @param withWebhooks whether the webhooks that it registered are disabled too
     * @return whether there is such a key
     */
    public boolean revoke(AccountId account, ApiKeyId key, boolean withWebhooks) {
        Instant now = now();
        Origin by = Origin.operator(now);
        if (!keys.revoke(account, key, by)) {
            return false;
        }
        if (withWebhooks && states.touch(account)) {
            webhooks.change(account, only(key, webhook -> revoked(webhook, by)));
        }
        return true;
    }

    /** Makes a webhook of an account active again, as its owner can; idempotent. */
    public void enableWebhook(AccountId account, WebhookId webhook) {
        webhooks.change(account, webhook, found -> byOperator(found, found.enabled(now())));
    }

    /** Disables a webhook of an account, as its owner can; idempotent. */
    public void disableWebhook(AccountId account, WebhookId webhook) {
        Disabling why = new Disabling.Requested(now());
        webhooks.change(account, webhook, found -> byOperator(found, found.disabled(why)));
    }

    /**
     * Revokes the keys that a revoked key issued, and those that they issued.
     *
     * @param withWebhooks whether the webhooks that they registered are disabled too
     * @return the keys that were revoked
     */
    public List<ApiKeyId> revokeIssued(AccountId account, ApiKeyId key, boolean withWebhooks) {
        Origin by = Origin.operator(now());
        List<ApiKeyId> done = new ArrayList<>();
        IssuedKeys left = new IssuedKeys(key, keys.all(account));
        while (!left.valid().isEmpty()) {
            left.valid().forEach(id -> keys.revoke(account, id, by));
            done.addAll(left.valid());
            left = new IssuedKeys(key, keys.all(account));
        }
        Set<ApiKeyId> gone = left.revoked();
        if (withWebhooks && states.touch(account)) {
            webhooks.change(account, webhook -> gone.contains(webhook.key()) ? revoked(webhook, by) : webhook);
        }
        return done;
    }

    /** Whether the clinic was removed from the account; that removal may be unfinished. */
    public boolean wasRemoved(AccountId account, ClinicId clinic) {
        return states.removedClinics(account).contains(clinic);
    }

    /**
     * Removes a clinic from an account, from the keys that list it and from all webhooks.
     *
     * @return false when there is no such account, or it is closed
     */
    public boolean removeClinic(AccountId account, ClinicId clinic) {
        if (!states.markRemoved(account, clinic)) {
            return false;
        }
        admin.removeClinic(account, clinic);
        states.keys(account).forEach(key -> keyAdmin.removeClinic(key.id(), clinic));
        states.touch(account);
        webhooks.change(account, webhook -> webhook.seeing(webhook.visible().without(clinic), now()));
        return true;
    }

    /**
     * Removes a clinic, and lets no key read any more what was recorded for it, until the clinic is added again.
     *
     * @return false when there is no such account, or it is closed
     */
    public boolean hideClinic(AccountId account, ClinicId clinic) {
        return removeClinic(account, clinic) && states.markErased(account, clinic);
    }

    /**
     * Adds a clinic to an account: webhooks of keys with all clinics receive its events.
     *
     * @return false when there is no such account, or it is closed
     */
    public boolean addClinic(AccountId account, ClinicId clinic) {
        if (!states.unmarkRemoved(account, clinic)) {
            return false;
        }
        webhooks.change(account, webhook -> webhook.seeing(webhook.visible().withAdded(clinic), now()));
        admin.addClinic(account, clinic);
        return true;
    }

    /**
     * Suspends an account: its requests are refused, and its webhooks' deliveries go to the backlog.
     *
     * @return false when there is no such account, or it is closed
     */
    public boolean suspend(AccountId account) {
        if (!states.suspend(account)) {
            return false;
        }
        states.keys(account).forEach(key -> states.flag(key, true));
        webhooks.change(account, webhook -> webhook.asSuspended(now()));
        return true;
    }

    /**
     * Resumes a suspended account: its backlog is delivered. The account's own row is changed last, so that a half resumed
     * account still counts as suspended, and no webhook or key is added to it meanwhile.
     *
     * @return false when there is no such account, or it is closed
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
     * Closes an account permanently: its keys are revoked, its webhooks deleted, no more events are recorded, and its rows
     * expire.
     *
     * @return when all of its rows are removed; empty when there is no such account
     */
    public Optional<Instant> close(AccountId account) {
        Instant now = now();
        Optional<Instant> end = states.close(account, now.plus(retention).plus(SLACK));
        end.ifPresent(at -> {
            List<KeyRow> had = states.keys(account);
            Origin by = Origin.operator(now);
            had.forEach(key -> keys.revoke(account, key.id(), by));
            webhooks.delete(account, at, by);
            states.expire(account, had, at);
        });
        return end;
    }

    private Webhook byOperator(Webhook found, Webhook changed) {
        return changed.equals(found) ? found : changed.by(Origin.operator(now()));
    }

    /** One that the same revocation has written already stays as it is. */
    private static Webhook revoked(Webhook webhook, Origin by) {
        boolean done = !webhook.isActive() && webhook.origin().equals(Optional.of(by));
        return done ? webhook : webhook.keyRevoked(by.at()).by(by);
    }

    private static UnaryOperator<Webhook> only(ApiKeyId key, UnaryOperator<Webhook> change) {
        return webhook -> webhook.key().equals(key) ? change.apply(webhook) : webhook;
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }
}
