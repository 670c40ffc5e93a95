package com.scheduleevents.domain.audit;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.Origin;
import com.scheduleevents.domain.audit.AuditEntry.Detail;
import com.scheduleevents.domain.mail.AddressId;
import com.scheduleevents.domain.mail.AddressStatus;
import com.scheduleevents.domain.webhook.Disabling;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Derives entries of the audit log from webhooks before and after a change, and from what becomes of their e-mail addresses. */
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

    /**
     * The entry about the confirmation of an address, which is the account's and not a webhook's: only keys with all clinics see it.
     *
     * @param webhook for which its owner was sent the link
     */
    public static AuditEntry confirmed(AccountId account, WebhookId webhook, AddressId address, Instant at) {
        return address(AuditAction.ADDRESS_CONFIRMED, account, address, at, Map.of(Detail.WEBHOOK_ID, webhook.value()));
    }

    /**
     * The entry about the end of an address.
     *
     * @param webhook for which its owner was sent the last link
     */
    public static AuditEntry ended(
            AccountId account, WebhookId webhook, AddressId address, AddressStatus why, Instant at) {
        return address(
                AuditAction.ADDRESS_ENDED,
                account,
                address,
                at,
                Map.of(Detail.WEBHOOK_ID, webhook.value(), Detail.REASON, why.wireName()));
    }

    private static AuditEntry address(
            AuditAction action, AccountId account, AddressId address, Instant at, Map<Detail, String> details) {
        return AuditEntry.of(
                account, action, Origin.service(at), address.value(), new Clinics.Listed(Set.of()), details);
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
                .filter(Disabling::isByService)
                .filter(_ -> after.origin().isEmpty())
                .map(why -> Origin.service(why.at()))
                .or(after::origin);
    }

    private static AuditEntry entry(AuditAction action, Origin origin, Webhook webhook, Clinics clinics) {
        Map<Detail, String> details =
                new EnumMap<>(Map.of(Detail.WEBHOOK_ID, webhook.id().value()));
        webhook.host().ifPresent(host -> details.put(Detail.HOST, host));
        if (action == AuditAction.WEBHOOK_DISABLED) {
            webhook.disabling().map(Disabling::reason).ifPresent(why -> details.put(Detail.REASON, why));
        }
        return AuditEntry.of(
                webhook.account(), action, origin, webhook.id().value() + " " + webhook.version(), clinics, details);
    }
}
