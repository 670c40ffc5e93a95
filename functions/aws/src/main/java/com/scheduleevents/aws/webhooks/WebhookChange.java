package com.scheduleevents.aws.webhooks;

import com.scheduleevents.aws.streams.StreamRecord;
import com.scheduleevents.aws.tables.ClinicsAttribute;
import com.scheduleevents.aws.tables.Row;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.Origin;
import com.scheduleevents.domain.audit.AuditEntry;
import com.scheduleevents.domain.audit.WebhookAudit;
import com.scheduleevents.domain.certificate.CertificateFacts;
import com.scheduleevents.domain.delivery.OperationalEvent;
import com.scheduleevents.domain.error.ExceptionSummary;
import com.scheduleevents.domain.error.UnreadableRow;
import com.scheduleevents.domain.mail.ChangeAuthor;
import com.scheduleevents.domain.mail.Notice;
import com.scheduleevents.domain.mail.Notice.About;
import com.scheduleevents.domain.mail.Notice.WaitCause;
import com.scheduleevents.domain.webhook.CertificateEnd;
import com.scheduleevents.domain.webhook.Circuit;
import com.scheduleevents.domain.webhook.Disabling;
import com.scheduleevents.domain.webhook.Disabling.DeliveriesExpiring;
import com.scheduleevents.domain.webhook.Disabling.RetriesExhausted;
import com.scheduleevents.domain.webhook.DueMail;
import com.scheduleevents.domain.webhook.Health;
import com.scheduleevents.domain.webhook.Health.LastFailure;
import com.scheduleevents.domain.webhook.Health.WaitNotice;
import com.scheduleevents.domain.webhook.SealedCertificate;
import com.scheduleevents.domain.webhook.Webhook;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A change of a webhook's row, mostly read from the Webhooks stream. The facts of an e-mail are in the images of the write that made it due: what
 * began is in the row after the write, what ended is in the row before it.
 *
 * @param entry the entry of the audit log that this write makes; empty when it was no change of the webhook itself
 * @param newlyDue the e-mails that this write made due
 * @param reports the operational events that are due with them
 * @param faults why others that became due can never be sent
 */
public record WebhookChange(
        Optional<AuditEntry> entry, List<Notice> newlyDue, List<OperationalEvent> reports, List<String> faults) {

    /** Reads a record. */
    public static WebhookChange of(StreamRecord record) {
        List<String> faults = new ArrayList<>();
        List<Notice.OfWebhook> notices = read(faults, () -> newlyDue(record)).stream()
                .flatMap(Set::stream)
                .sorted(byName())
                .flatMap(mail -> read(faults, () -> notice(record.newImage(), record.oldImage(), mail)).stream())
                .toList();
        Optional<AuditEntry> entry = read(faults, () -> entry(record)).flatMap(found -> found);
        WebhookChange change = of(entry, record.newImage(), notices, faults);
        List<Notice> due = Stream.concat(notices.stream(), copies(record.newImage(), notices))
                .toList();
        return new WebhookChange(change.entry(), due, change.reports(), change.faults());
    }

    private static WebhookChange of(
            Optional<AuditEntry> entry,
            Optional<Map<String, AttributeValue>> image,
            List<Notice.OfWebhook> notices,
            List<String> faults) {
        List<OperationalEvent> reports = notices.stream()
                .flatMap(notice -> OperationalEvent.of(notice, webhook(image)).stream())
                .toList();
        return new WebhookChange(entry, List.copyOf(notices), reports, List.copyOf(faults));
    }

    /** The same e-mails for the address that the webhook had in this write, besides the account's. */
    private static Stream<Notice> copies(Optional<Map<String, AttributeValue>> image, List<Notice.OfWebhook> notices) {
        return notices.stream()
                .filter(notice -> !(notice instanceof Notice.OfChange))
                .flatMap(notice -> webhook(image).settings().notified().stream()
                        .filter(recipient -> recipient.wants(notice.optional()))
                        .map(recipient -> new Notice.Copy(recipient.address(), notice)));
    }

    private static Optional<AuditEntry> entry(StreamRecord record) {
        if (record.newImage().isEmpty()) {
            return Optional.empty();
        }
        Row row = new Row("Webhooks", record.newImage().get());
        Optional<AccountId> account = WebhookRow.accountOfDeleted(row);
        if (account.isPresent()) {
            return record.oldImage().isPresent() ? Optional.empty() : deletion(account.get(), row);
        }
        Webhook after = webhook(record.newImage());
        return record.oldImage().isEmpty()
                ? WebhookAudit.registered(after)
                : WebhookAudit.changed(webhook(record.oldImage()), after);
    }

    private static Optional<AuditEntry> deletion(AccountId account, Row row) {
        return row.find(WebhookRow.ORIGIN)
                .map(origin ->
                        WebhookAudit.deleted(account, row.get(WebhookRow.ID), origin, ClinicsAttribute.read(row)));
    }

    /**
     * The e-mails that are still due in a row, long after the writes that made them so, and the operational events with them. One whose
     * facts the row does not have any more is left out, and so is one of a row that cannot be read, so that it does not keep those of other
     * rows back.
     *
     * @throws UnreadableRow when not even the e-mails can be read
     */
    static StillDue stillDue(Map<String, AttributeValue> row, Instant now) {
        Row keys = new Row("Webhooks", row);
        Map<DueMail, String> leftOut = new HashMap<>();
        List<Notice.OfWebhook> notices = new ArrayList<>();
        WebhookRow.mailsDue(row).stream().sorted(byName()).forEach(mail -> {
            List<String> faults = new ArrayList<>();
            read(
                            faults,
                            () -> isPresent(mail, WebhookRow.webhook(row))
                                    ? Optional.of(notice(Optional.of(row), Optional.empty(), mail))
                                    : Optional.<Notice.OfWebhook>empty())
                    .flatMap(found -> found)
                    .ifPresentOrElse(
                            notices::add,
                            () -> leftOut.put(mail, faults.isEmpty() ? StillDue.PASSED : faults.getFirst()));
        });
        WebhookChange change = of(Optional.empty(), Optional.of(row), notices, List.of());
        return new StillDue(
                new AccountId(keys.get(WebhookRow.ACCOUNT)),
                keys.get(WebhookRow.ID),
                notices,
                change.reports(),
                leftOut,
                WebhookRow.mailsLeftOut(row),
                WebhookRow.certificateEnd(keys, now));
    }

    private static boolean isPresent(DueMail mail, Webhook webhook) {
        return switch (mail.kind()) {
            case URL_CHANGED -> true;
            // Enabling begins the next generation, and what the row says may be about a later disabling.
            case DISABLED, EXPIRING, REVOKED -> webhook.generation() == mail.occasion();
            // The row says who made its present version only.
            case REGISTERED, SECRET_ROTATED -> webhook.version() == mail.occasion();
            case WARNING -> webhook.health().failingSince().equals(Optional.of(Instant.ofEpochMilli(mail.occasion())));
            case SLOW, UNPULLED ->
                webhook.health()
                        .waitNotice()
                        .map(notice -> notice.at().toEpochMilli() == mail.occasion())
                        // The release before this one wrote no facts about it besides the occasion.
                        .orElse(webhook.health().hasBacklog());
            case REFUSED ->
                webhook.health()
                        .rejectedEvent()
                        .filter(event -> event.notifiedAt().toEpochMilli() == mail.occasion())
                        .isPresent();
            case CERTIFICATE_ENDING -> certificate(webhook, mail).isPresent();
            // How its attempts failed was in the row before.
            case RECOVERED -> false;
        };
    }

    private static Comparator<DueMail> byName() {
        return Comparator.comparing(DueMail::name);
    }

    private static Set<DueMail> newlyDue(StreamRecord record) {
        Set<DueMail> due =
                record.newImage().map(WebhookRow::mailsDue).map(HashSet::new).orElseGet(HashSet::new);
        record.oldImage().map(WebhookRow::mailsDue).ifPresent(due::removeAll);
        return due;
    }

    private static Notice.OfWebhook notice(
            Optional<Map<String, AttributeValue>> newImage,
            Optional<Map<String, AttributeValue>> oldImage,
            DueMail mail) {
        Webhook after = webhook(newImage);
        Instant episode = Instant.ofEpochMilli(mail.occasion());
        return switch (mail.kind()) {
            case WARNING ->
                new Notice.Warning(
                        about(after), episode, after.health().failures().count(), lastFailure(after.health()));
            case REFUSED ->
                new Notice.Refused(about(after), given(after.health().rejectedEvent(), "the rejected event"));
            case SLOW ->
                new Notice.Slow(
                        about(after),
                        waitingSince(after, episode),
                        after.health().circuit() instanceof Circuit.Draining drain ? drain.pace() : 0,
                        Optional.of(episode),
                        Optional.of(cause(after)));
            case UNPULLED -> new Notice.Unpulled(about(after), waitingSince(after, episode), Optional.of(episode));
            case EXPIRING -> new Notice.Expiring(about(after), expiring(after));
            case DISABLED -> new Notice.Disabled(about(after), why(after));
            case REVOKED ->
                new Notice.Revoked(
                        about(after), given(after.disabling().map(Disabling::at), "the time when it was disabled"));
            case RECOVERED -> {
                Health before = webhook(oldImage).health();
                yield new Notice.Recovered(
                        about(after),
                        episode,
                        given(after.health().healthySince(), "the time when it recovered"),
                        before.failures().count(),
                        lastFailure(before));
            }
            case CERTIFICATE_ENDING ->
                new Notice.CertificateEnding(
                        about(after), episode, given(certificate(after, mail), "the certificate that ends"));
            case REGISTERED -> new Notice.Registered(about(after), origin(after));
            case SECRET_ROTATED -> new Notice.SecretRotated(about(after), mail.occasion(), origin(after));
            case URL_CHANGED ->
                new Notice.UrlChanged(
                        about(after),
                        mail.occasion(),
                        given(after.urlChangedAt(), "the time when its URL was changed"),
                        oldImage.isPresent() ? host(webhook(oldImage)) : Notice.UrlChanged.UNKNOWN_HOST);
        };
    }

    /** The certificate that an e-mail is about; empty when the webhook has another one by now. */
    private static Optional<CertificateFacts> certificate(Webhook webhook, DueMail mail) {
        return webhook.settings()
                .certificate()
                .map(SealedCertificate::facts)
                .filter(facts -> CertificateEnd.isAbout(mail, facts.endsAt()));
    }

    private static ChangeAuthor origin(Webhook webhook) {
        Origin origin = given(webhook.origin(), "who has changed it");
        return new ChangeAuthor(given(origin.key(), "the API key that has changed it"), origin.at());
    }

    private static About about(Webhook webhook) {
        return new About(
                webhook.account(),
                webhook.id(),
                webhook.generation(),
                host(webhook),
                webhook.description(),
                webhook.clinic());
    }

    private static String host(Webhook webhook) {
        return webhook.isPulled() ? About.PULLED : given(webhook.host(), "the host of its URL");
    }

    private static LastFailure lastFailure(Health health) {
        return given(health.failures().last(), "the outcome of its last attempt");
    }

    private static Instant waitingSince(Webhook webhook, Instant notifiedAt) {
        return webhook.health()
                .waitNotice()
                .filter(notice -> notice.at().equals(notifiedAt))
                .map(WaitNotice::since)
                .orElse(notifiedAt);
    }

    private static WaitCause cause(Webhook webhook) {
        return webhook.suspended()
                ? WaitCause.SUSPENDED_ACCOUNT
                : webhook.health().isCircuitOpen() ? WaitCause.OPEN_CIRCUIT : WaitCause.PACE;
    }

    private static DeliveriesExpiring expiring(Webhook webhook) {
        return given(
                webhook.disabling().filter(DeliveriesExpiring.class::isInstance).map(DeliveriesExpiring.class::cast),
                "the delivery that would have expired");
    }

    private static RetriesExhausted why(Webhook webhook) {
        return given(
                webhook.disabling().filter(RetriesExhausted.class::isInstance).map(RetriesExhausted.class::cast),
                "the delivery that failed");
    }

    private static Webhook webhook(Optional<Map<String, AttributeValue>> image) {
        return given(image.map(WebhookRow::webhook), "the webhook");
    }

    private static <T> T given(Optional<T> fact, String what) {
        return fact.orElseThrow(() -> new IllegalStateException("an e-mail is due, but the row lacks " + what));
    }

    /** Reading makes no call, so an error is permanent. Only our own messages are known not to quote the row. */
    private static <T> Optional<T> read(List<String> faults, Supplier<T> reading) {
        try {
            return Optional.of(reading.get());
        } catch (IllegalStateException e) {
            faults.add(String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            faults.add("the row cannot be read: " + ExceptionSummary.of(e));
        }
        return Optional.empty();
    }
}
