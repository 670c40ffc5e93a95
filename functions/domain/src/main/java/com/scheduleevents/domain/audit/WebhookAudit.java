package com.scheduleevents.domain.audit;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.Origin;
import com.scheduleevents.domain.audit.AuditEntry.Detail;
import com.scheduleevents.domain.network.EndpointUrl;
import com.scheduleevents.domain.webhook.Disabling;
import com.scheduleevents.domain.webhook.Disabling.RetriesExhausted;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** Derives entries of the audit log from webhooks before and after a change. */
public final class WebhookAudit {

    private WebhookAudit() {}

    /** The entry about a registration; empty when the webhook does not say who registered it. */
    public static Optional<AuditEntry> registered(Webhook webhook) {
        return webhook.origin().map(origin -> entry(AuditAction.WEBHOOK_REGISTERED, origin, webhook, webhook.reach()));
    }

    /**
     * The entry about a change; empty when none of the webhook's own was made: its health changed, or the clinics or the state of its
     * account.
     */
    public static Optional<AuditEntry> changed(Webhook before, Webhook after) {
        return before.version() == after.version()
                ? Optional.empty()
                : action(before, after).flatMap(action -> origin(after)
                        .map(origin ->
                                entry(action, origin, after, before.reach().or(after.reach()))));
    }

    /** The entry about a deletion. */
    public static AuditEntry deleted(AccountId account, WebhookId webhook, Origin origin, Clinics reach) {
        return AuditEntry.of(
                account,
                AuditAction.WEBHOOK_DELETED,
                origin,
                webhook.value(),
                reach,
                Map.of(Detail.WEBHOOK_ID, webhook.value()));
    }

    private static Optional<AuditAction> action(Webhook before, Webhook after) {
        if (before.isActive() != after.isActive()) {
            return Optional.of(after.isActive() ? AuditAction.WEBHOOK_ENABLED : AuditAction.WEBHOOK_DISABLED);
        }
        if (!before.url().equals(after.url())) {
            return Optional.of(AuditAction.WEBHOOK_MOVED);
        }
        if (!before.settings().equals(after.settings())) {
            return Optional.of(AuditAction.WEBHOOK_UPDATED);
        }
        boolean rotated = before.secrets().getFirst().version()
                != after.secrets().getFirst().version();
        return rotated ? Optional.of(AuditAction.WEBHOOK_SECRET_ROTATED) : Optional.empty();
    }

    /** The service says in the reason that it disabled the webhook. */
    private static Optional<Origin> origin(Webhook after) {
        return after.disabling()
                .filter(RetriesExhausted.class::isInstance)
                .filter(_ -> after.origin().isEmpty())
                .map(why -> Origin.service(why.at()))
                .or(after::origin);
    }

    private static AuditEntry entry(AuditAction action, Origin origin, Webhook webhook, Clinics clinics) {
        Map<Detail, String> details =
                new EnumMap<>(Map.of(Detail.WEBHOOK_ID, webhook.id().value()));
        EndpointUrl.hostOf(webhook.url()).ifPresent(host -> details.put(Detail.HOST, host));
        if (action == AuditAction.WEBHOOK_DISABLED) {
            webhook.disabling().map(Disabling::reason).ifPresent(why -> details.put(Detail.REASON, why));
        }
        return AuditEntry.of(
                webhook.account(), action, origin, webhook.id().value() + " " + webhook.version(), clinics, details);
    }
}
