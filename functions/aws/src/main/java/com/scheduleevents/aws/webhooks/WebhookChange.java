package com.scheduleevents.aws.webhooks;

import com.scheduleevents.aws.streams.StreamRecord;
import com.scheduleevents.domain.error.ExceptionSummary;
import com.scheduleevents.domain.mail.Notice;
import com.scheduleevents.domain.mail.Notice.About;
import com.scheduleevents.domain.network.EndpointUrl;
import com.scheduleevents.domain.webhook.Circuit;
import com.scheduleevents.domain.webhook.Disabling;
import com.scheduleevents.domain.webhook.Disabling.RetriesExhausted;
import com.scheduleevents.domain.webhook.DueMail;
import com.scheduleevents.domain.webhook.Health;
import com.scheduleevents.domain.webhook.Health.LastFailure;
import com.scheduleevents.domain.webhook.Webhook;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A change of a webhook's row, read from the Webhooks stream. The facts of an e-mail are in the images of the write that made it due: what
 * began is in the row after the write, what ended is in the row before it.
 *
 * @param newlyDue the e-mails that this write made due
 * @param faults why others that became due can never be sent
 */
public record WebhookChange(List<Notice> newlyDue, List<String> faults) {

    /** Reads a record. */
    public static WebhookChange of(StreamRecord record) {
        List<Notice> notices = new ArrayList<>();
        List<String> faults = new ArrayList<>();
        read(faults, () -> newlyDue(record)).stream()
                .flatMap(Set::stream)
                .sorted(byName())
                .forEach(mail -> read(faults, () -> notice(record, mail)).ifPresent(notices::add));
        return new WebhookChange(List.copyOf(notices), List.copyOf(faults));
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

    private static Notice notice(StreamRecord record, DueMail mail) {
        Webhook after = webhook(record.newImage());
        Instant episode = Instant.ofEpochMilli(mail.occasion());
        return switch (mail.kind()) {
            case WARNING ->
                new Notice.Warning(
                        about(after), episode, after.health().failures().count(), lastFailure(after.health()));
            case REFUSED ->
                new Notice.Refused(about(after), given(after.health().rejectedEvent(), "the rejected event"));
            case SLOW ->
                new Notice.Slow(about(after), episode, drain(after.health()).pace());
            case DISABLED -> new Notice.Disabled(about(after), why(after));
            case REVOKED ->
                new Notice.Revoked(
                        about(after), given(after.disabling().map(Disabling::at), "the time when it was disabled"));
            case RECOVERED -> {
                Health before = webhook(record.oldImage()).health();
                yield new Notice.Recovered(
                        about(after),
                        episode,
                        given(after.health().healthySince(), "the time when it recovered"),
                        before.failures().count(),
                        lastFailure(before));
            }
            case URL_CHANGED ->
                new Notice.UrlChanged(
                        about(after),
                        mail.occasion(),
                        given(after.urlChangedAt(), "the time when its URL was changed"),
                        host(webhook(record.oldImage())));
        };
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
        return given(EndpointUrl.hostOf(webhook.url()), "the host of its URL");
    }

    private static LastFailure lastFailure(Health health) {
        return given(health.failures().last(), "the outcome of its last attempt");
    }

    private static Circuit.Draining drain(Health health) {
        return given(
                Optional.of(health.circuit())
                        .filter(Circuit.Draining.class::isInstance)
                        .map(Circuit.Draining.class::cast),
                "the drain of its backlog");
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
