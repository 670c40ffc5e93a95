package com.scheduleevents.simulation.deployment;

import com.scheduleevents.cloud.faults.FaultCounts;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.webhook.CertificateEnd;
import com.scheduleevents.domain.webhook.Disabling;
import com.scheduleevents.domain.webhook.DueMail;
import com.scheduleevents.domain.webhook.ExternalId;
import com.scheduleevents.domain.webhook.HealthChange;
import com.scheduleevents.domain.webhook.LeftOutMails;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookCandidates;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookStore;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Counts which transitions of webhooks were made, and which came too late: somebody else had changed the webhook. */
final class CountingWebhookStore implements WebhookStore {

    private final WebhookStore webhooks;
    private final FaultCounts counts;

    CountingWebhookStore(WebhookStore webhooks, FaultCounts counts) {
        this.webhooks = webhooks;
        this.counts = counts;
    }

    @Override
    public Written write(Webhook read, HealthChange change) {
        Written written = webhooks.write(read, change);
        counts.transition(change.rule().name(), written instanceof Written.Done);
        return written;
    }

    @Override
    public Exhaustion disable(AccountId account, WebhookId id, long generation, Disabling.RetriesExhausted why) {
        Exhaustion result = webhooks.disable(account, id, generation, why);
        counts.transition("DISABLED", result == Exhaustion.DISABLED);
        return result;
    }

    @Override
    public boolean update(Webhook read, Webhook changed) {
        boolean made = webhooks.update(read, changed);
        count(counts, read, changed, made);
        return made;
    }

    /** Counts a change that somebody asked for, or that an operator's command or the service made in the same way. */
    static void count(FaultCounts counts, Webhook read, Webhook changed, boolean made) {
        if (read.isActive() != changed.isActive()) {
            boolean expiring = changed.disabling()
                    .filter(Disabling.DeliveriesExpiring.class::isInstance)
                    .isPresent();
            counts.transition(
                    changed.isActive() ? "ENABLED" : expiring ? "DISABLED_EXPIRING" : "DISABLED_ON_REQUEST", made);
        }
        if (!read.url().equals(changed.url())) {
            counts.transition("MOVED", made);
        }
    }

    @Override
    public Optional<Webhook> find(AccountId account, WebhookId id) {
        return webhooks.find(account, id);
    }

    @Override
    public Optional<Webhook> find(AccountId account, ExternalId id) {
        return webhooks.find(account, id);
    }

    @Override
    public List<Webhook> newestFirst(AccountId account, Optional<WebhookId> olderThan, int max) {
        return webhooks.newestFirst(account, olderThan, max);
    }

    @Override
    public int count(AccountId account) {
        return webhooks.count(account);
    }

    @Override
    public WebhookCandidates candidates(AccountId account, Set<ClinicId> clinics) {
        return webhooks.candidates(account, clinics);
    }

    @Override
    public WebhookCandidates candidates(AccountId account) {
        return webhooks.candidates(account);
    }

    @Override
    public boolean delete(AccountId account, WebhookId id, Instant rememberedUntil) {
        return webhooks.delete(account, id, rememberedUntil);
    }

    @Override
    public boolean delete(Webhook last, Instant rememberedUntil) {
        boolean deleted = webhooks.delete(last, rememberedUntil);
        counts.transition("DELETED", deleted);
        return deleted;
    }

    @Override
    public boolean deleteUnchanged(Webhook last, Instant rememberedUntil) {
        boolean deleted = webhooks.deleteUnchanged(last, rememberedUntil);
        counts.transition("DELETED", deleted);
        return deleted;
    }

    @Override
    public void verified(Webhook read) {
        webhooks.verified(read);
    }

    @Override
    public MailClaim claim(AccountId account, WebhookId id, DueMail mail, Instant now, Instant until) {
        return webhooks.claim(account, id, mail, now, until);
    }

    @Override
    public void release(AccountId account, WebhookId id, Instant until) {
        webhooks.release(account, id, until);
    }

    @Override
    public void markMailed(AccountId account, WebhookId id, DueMail mail, Instant until) {
        webhooks.markMailed(account, id, mail, until);
    }

    @Override
    public void tell(AccountId account, WebhookId id, CertificateEnd end) {
        webhooks.tell(account, id, end);
    }

    @Override
    public void leaveOut(AccountId account, WebhookId id, LeftOutMails leftOut) {
        webhooks.leaveOut(account, id, leftOut);
    }
}
